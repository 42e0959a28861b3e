import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { loadVariants } from "../../../reference/changes/variants/index.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";
import { json } from "../skipped.test.support.ts";

/** The session is declared as one that may not invite, and is answered so if it does. */
async function judgedWithDeniedSession(status: number) {
  const clock = virtualClock(Date.UTC(2026, 5, 1));
  const reference = await startReference({ clock });
  const session = reference.target.credentials.find(({ kind }) => kind === "session");
  const answered: typeof fetch = async (url, init) => {
    const isDenied =
      String(url).endsWith("/invite") && new Headers(init?.headers).get("authorization") === `Bearer ${session?.token}`;
    return isDenied ? Response.json({ error: "No." }, { status }) : fetch(url, init);
  };
  try {
    const credentials = reference.target.credentials
      .map(({ denied: _, ...credential }) => credential)
      .map((credential) =>
        credential.kind === "session" ? { ...credential, denied: ["inviteMember"] as const } : credential,
      );
    const only = ["auth.denied-caller", "answers.inviteMember", "invitation.refused"];
    const { results, causes } = await conform({
      ...reference.target,
      credentials,
      clock,
      fetch: answered,
      seed: 1,
      only,
    });
    return {
      verdicts: results.map(
        ({ id, verdict, message }) => `${id}: ${verdict}${verdict === "skip" ? `: ${message}` : ""}`,
      ),
      causes,
    };
  } finally {
    await reference.close();
  }
}

it("blames the permission, and not the invitation, where a denied invitation is not answered 403", async () => {
  for (const status of [404, 401]) {
    const { verdicts, causes } = await judgedWithDeniedSession(status);
    expect(verdicts.filter((each) => !each.endsWith(": pass"))).toEqual(["auth.denied-caller: fail"]);
    expect(causes?.map(({ cause }) => cause)).toEqual([
      expect.stringMatching(/^40[14] is answered to .*inviteMember.*: 403 is for callers without permission$/),
    ]);
  }
});

it("names the answer where a denied invitation may be rejected for its address", async () => {
  const { verdicts } = await judgedWithDeniedSession(422);
  expect(verdicts.filter((each) => !each.endsWith(": pass"))).toEqual([
    "auth.denied-caller: skip: needs a denied operation that needs no body: inviteMember was answered 422, which may be about the body; declare a GET, such as listProducts",
  ]);
});

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
