import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { loadVariants } from "../../../reference/changes/variants/index.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

it("judges a denied invitation, also on a target that checks the body before the role", async () => {
  const variants = (await loadVariants()).filter(({ id }) => id === "roles-looked-at-last");
  const clock = virtualClock(Date.UTC(2026, 5, 1));
  const reference = await startReference({ clock, variants });
  try {
    const credentials = reference.target.credentials.map((credential) =>
      credential.denied === undefined ? credential : { ...credential, denied: ["inviteMember"] as const },
    );
    const { results } = await conform({
      ...reference.target,
      credentials,
      clock,
      seed: 1,
      only: ["auth.denied-caller"],
    });
    expect(results.map(({ id, verdict }) => `${id}: ${verdict}`)).toEqual(["auth.denied-caller: pass"]);
  } finally {
    await reference.close();
  }
});
