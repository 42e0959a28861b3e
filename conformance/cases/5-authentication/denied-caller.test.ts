import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { loadVariants } from "../../../reference/changes/variants/index.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";
import { json } from "../skipped.test.support.ts";

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

it("expects 403 where a denied invitation is answered 404, and lets another caller invite", async () => {
  const clock = virtualClock(Date.UTC(2026, 5, 1));
  const reference = await startReference({ clock });
  const credentials = reference.target.credentials.flatMap(({ denied, ...credential }) => {
    if (credential.kind === "session") return [{ ...credential, denied: ["inviteMember"] as const }];
    return denied === undefined ? [credential] : [];
  });
  const refused = credentials.flatMap(({ kind, token }) => (kind === "session" ? [`Bearer ${token}`] : []));
  const door: typeof fetch = async (input, init) => {
    const authorization = new Headers(init?.headers).get("authorization") ?? "";
    return String(input).endsWith("/invite") && refused.includes(authorization) ? json(404) : fetch(input, init);
  };
  try {
    const only = ["auth.denied-caller", "answers.inviteMember"];
    const { results } = await conform({ ...reference.target, credentials, clock, seed: 1, only, fetch: door });
    expect(results.map(({ id, verdict }) => `${id}: ${verdict}`)).toEqual([
      "answers.inviteMember: pass",
      "auth.denied-caller: fail",
    ]);
  } finally {
    await reference.close();
  }
});
