/** §2.9: half of a surrogate pair as a name. */
import { expect, it } from "vitest";
import { changeResource } from "../../../reference/changes/seams/resources.ts";
import { halfCharacter } from "../../generate/texts.ts";
import { json, resultOf } from "../skipped.test.support.ts";

const check = "profile.stays-readable";

/** A profile with half a surrogate pair in its name is written to the database, but not to a response. */
const mutant = {
  id: "test",
  clause: "profile.readable",
  fault: "A name that UTF-8 has no bytes for is stored, and breaks each read",
  change: changeResource("user", (user) => {
    if (user.lastName === halfCharacter) throw new Error("surrogates not allowed");
    return user;
  }),
};

it("breaks no read", async () => {
  expect((await resultOf({ check, start: { mutant } })).message).toContain("/v1/me: 500");
});

it("is sent alone, too, if a target rejects what comes with it", async () => {
  const rejecting = ({ method, body }: { method: string; body: string }) =>
    method === "PUT" && body.includes("1e400") ? json(422) : undefined;
  expect((await resultOf({ check, start: { mutant }, answer: rejecting })).message).toContain("/v1/me: 500");
  expect((await resultOf({ check, answer: rejecting })).verdict).toBe("pass");
});
