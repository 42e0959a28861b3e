import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

/** Counts each submission with a key of the first organization three times, so that the first window has room for fewer cases. */
it("what the first window has no room for runs after the limit was crossed, and the profile is restored", async () => {
  const clock = virtualClock();
  const { target, close } = await startReference({ clock });
  const [key] = target.credentials;
  const session = target.credentials.find(({ kind }) => kind === "session");
  const read = (path: string, token = "") =>
    fetch(`${target.baseUrl}/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
  const costly: typeof fetch = async (input, init) => {
    const isSubmission = String(input).endsWith("/v1/feedback") && init?.method === "POST";
    const isOfKey = new Headers(init?.headers).get("authorization") === `Bearer ${key?.token}`;
    if (isSubmission && isOfKey) for (let more = 0; more < 2; more += 1) await read("products", key?.token);
    return fetch(input, init);
  };
  try {
    const profile = async (): Promise<object> => JSON.parse(await (await read("me", session?.token)).text());
    const before = await profile();
    await clock.sleep(120_000);
    const { exchanges, results, seconds } = await conform({ ...target, fetch: costly, clock, seed: 1 });
    const first429 = exchanges.findIndex(({ response }) => response?.status === 429);
    const list = exchanges.findLastIndex(({ intent }) => intent === "foreign-id");
    expect(first429).toBeGreaterThan(0);
    expect(list).toBeGreaterThan(first429);
    expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
    expect(seconds).toBeLessThan(100);
    await clock.sleep(120_000);
    const after = await profile();
    expect({ ...after, updatedAt: "" }).toEqual({ ...before, updatedAt: "" });
  } finally {
    await close();
  }
});
