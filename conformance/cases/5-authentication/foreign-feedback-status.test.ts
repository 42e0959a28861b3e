/** §5.2: the status of another organization's feedback, where its body has another feedbackId than the path. */
import { expect, it } from "vitest";
import { type Asked, editing, json, resultOf } from "../skipped.test.support.ts";

const check = "scope.foreign-feedback-status";
const numbered = (change: object) => editing(/\/status$/, (status: object) => ({ ...status, ...change }));

it.each([
  ["another feedbackId", { feedbackId: "1" }],
  ["no feedbackId", { feedbackId: undefined }],
])("it is found though the body has %s, as its owner's has", async (_, change) => {
  const edit = numbered(change);
  expect(await resultOf({ check, start: { mutant: "status-of-all" }, edit })).toMatchObject({ verdict: "fail" });
  expect(await resultOf({ check, edit })).toMatchObject({ verdict: "pass" });
});

it("a status that is not the owner's may say that there is none", async () => {
  const answer = ({ method, path, isOther }: Asked) =>
    isOther && method === "GET" && path.endsWith("/status") ? json(200, { status: "unknown" }) : undefined;
  expect(await resultOf({ check, answer })).toEqual({
    verdict: "skip",
    message: expect.stringContaining("is answered 200 with a status, though not as the one that its owner is shown"),
  });
});
