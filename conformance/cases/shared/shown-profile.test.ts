/** §4, endpoints 11 and 12: two sessions that are shown one profile. */
import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

const second = "sess_second_2b7c1d9e";

/** A run against a server whose second session is shown the profile of the first one; `updates`: whose profile its updates change. */
async function judged(updates: "its own" | "another user's", change: (updated: Response) => Response = (same) => same) {
  const clock = virtualClock();
  const { target, close } = await startReference({ clock });
  const [session] = target.credentials.filter(({ kind }) => kind === "session");
  const [other] = target.credentials.filter(({ org }) => org !== session?.org);
  if (session === undefined || other === undefined)
    throw new Error("the reference has no session, or one organization");
  const sent: { readonly method: string; readonly body: string }[] = [];
  const door: typeof globalThis.fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const { method = "GET" } = init;
    if (headers.get("authorization") !== `Bearer ${second}`) return fetch(input, init);
    sent.push({ method, body: await new Response(init.body ?? "").text() });
    const isOfOther = method === "PUT" && updates === "another user's";
    headers.set("authorization", `Bearer ${(isOfOther ? other : session).token}`);
    const response = await fetch(input, { ...init, headers });
    return method === "PUT" && response.ok ? change(response) : response;
  };
  try {
    const credentials = [
      ...target.credentials.filter(({ org, kind }) => org === session.org && kind !== "session"),
      session,
      { ...session, token: second },
    ];
    const report = await conform({
      ...target,
      credentials,
      clock,
      seed: 1,
      fetch: door,
      only: ["profile.others-unchanged"],
    });
    const result = report.results.find(({ id }) => id === "profile.others-unchanged");
    return { result, notes: report.notes, sent };
  } finally {
    await close();
  }
}

const withoutBody = ({ headers }: Response) => {
  const kept = new Headers(headers);
  kept.delete("content-length");
  return new Response(null, { status: 204, headers: kept });
};

it("two sessions of one user are legal, also where an update has no success body", async () => {
  expect(await judged("its own")).toMatchObject({ result: { verdict: "pass" }, notes: [] });
  expect(await judged("its own", withoutBody)).toMatchObject({ result: { verdict: "pass" }, notes: [] });
});

it("a second session that may not update anything is legal", async () => {
  const forbidden = ({ headers }: Response) => Response.json({ error: "no" }, { status: 403, headers });
  const { result, notes } = await judged("another user's", forbidden);
  expect(result).toMatchObject({ verdict: "pass" });
  expect(notes).toEqual([]);
});

it("an update whose response shows another user than GET /v1/me is found, before it changes that user", async () => {
  const { result, sent } = await judged("another user's");
  expect(result).toMatchObject({
    verdict: "warn",
    message: expect.stringMatching(/PUT \/v1\/me: id ".+": does GET \/v1\/me show another user's profile\?/),
  });
  expect(new Set(sent.filter(({ method }) => method === "PUT").map(({ body }) => body))).toEqual(new Set(["{}"]));
});

it("an update that the session itself is not shown is found, while it is shown the first session's", async () => {
  const { result, notes, sent } = await judged("another user's", withoutBody);
  expect(result).toMatchObject({
    verdict: "warn",
    message: expect.stringMatching(/GET \/v1\/me: its firstName shows Q\w+, which the update of .+ sent/),
  });
  expect(notes).toContainEqual(expect.stringMatching(/^the profile that .+ updates may have changed/));
  expect(sent.at(-1)).toMatchObject({ method: "PUT", body: expect.stringContaining('"firstName":"Ada"') });
});
