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
      expect.stringMatching(
        /^40[14] is answered to .*inviteMember.*: 403 is for callers without permission(?:; or is `denied` wrong in the target file\?)?$/,
      ),
    ]);
  }
});

it("blames the permission where another caller's invitation of the same form is accepted", async () => {
  const { verdicts } = await judgedWithDeniedSession(422);
  expect(verdicts.filter((each) => !each.endsWith(": pass"))).toEqual(["auth.denied-caller: fail"]);
});

it("names the answer where a denied invitation may be rejected for what exists already", async () => {
  const { verdicts } = await judgedWithDeniedSession(409);
  expect(verdicts.filter((each) => !each.endsWith(": pass"))).toEqual([
    "auth.denied-caller: skip: needs a denied operation that needs no body: inviteMember was answered 409, which may be about the body; declare a GET, such as listProducts",
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

/** A read of the features, and those before it; `byDenied`: with the credential that may not list them. */
interface Read {
  readonly url: string;
  readonly isConditional: boolean;
  readonly byDenied: boolean;
}

it.each([
  [
    0,
    "a second time",
    ({ url }: Read, before: readonly Read[]) => before.some((each) => each.byDenied && each.url === url),
  ],
  [
    1,
    "right after a key",
    ({ url }: Read, before: readonly Read[]) => before.at(-1)?.byDenied === false && before.at(-1)?.url === url,
  ],
  [2, "conditionally", ({ isConditional }: Read) => isConditional],
  [3, "with a query", ({ url }: Read) => url.includes("?")],
  [4, "with a slash at the end of the path", ({ url }: Read) => url.endsWith("/")],
] as const)("the seed %d chooses the form by which a denied caller is served %s", async (form, _, isServed) => {
  const clock = virtualClock(Date.UTC(2026, 5, 1));
  const reference = await startReference({ clock });
  const denied = reference.target.credentials.find((credential) => credential.denied !== undefined)?.token;
  const verdictWith = async (seed: number) => {
    const reads: Read[] = [];
    const door: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      const byDenied = headers.get("authorization") === `Bearer ${denied}`;
      const read = { url: String(input), isConditional: headers.has("if-none-match"), byDenied };
      if (!read.url.includes("/features")) return fetch(input, init);
      const served = byDenied && isServed(read, reads);
      reads.push(read);
      return served ? json(200, { data: [{ id: "fea_1" }] }) : fetch(input, init);
    };
    const { results } = await conform({ ...reference.target, clock, seed, fetch: door, only: ["auth.denied-caller"] });
    return results.map(({ verdict }) => verdict).join();
  };
  try {
    for (const seed of [0, 1, 2, 3, 4]) expect(await verdictWith(seed)).toBe(seed === form ? "fail" : "pass");
  } finally {
    await reference.close();
  }
});
