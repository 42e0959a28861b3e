/** How many reads are sent concurrently until the first 429, and what is said if there is none. */
import { expect, it } from "vitest";
import { callers } from "../../testing/simulated-limiters/callers.ts";
import { plainRules } from "../../testing/simulated-limiters/rules.ts";
import { simulate } from "../../testing/simulated-limiters/server.ts";
import { read, sendReads } from "./limit-run.ts";
import { exceedInParallel, hasExceededInParallel, inBursts, readUntil429 } from "./until-429.ts";

const rateLimit = { limit: 100, windowSeconds: 5 };

/** The widths while so much remains, at 5 ms for each answer; before the first, all of the limit is taken to remain. */
const widths = (isLastBurst: boolean, remaining: readonly number[]) => {
  const widthFor = inBursts(isLastBurst);
  return [100, ...remaining].map((each) => widthFor(rateLimit, each, 5));
};

it("is one burst at least, where the cases of the run left too little for a large one", () => {
  expect(widths(false, [20, 12, 11, 10])).toEqual([1, 8, 1, 1, 1]);
});

it("is no more than that where large ones were sent", () => {
  expect(widths(false, [60, 44, 43, 27, 26, 10, 9])).toEqual([1, 16, 1, 16, 1, 16, 1, 1]);
});

it("is no burst where it would use up the last reads, which are sent one by one", () => {
  expect(widths(false, [14, 13])).toEqual([1, 1, 1]);
});

it("goes beyond the limit where nothing is given back meanwhile", () => {
  expect(widths(true, [20, 0])).toEqual([1, 28, 1]);
});

it("says what the server is to do, where no limit is enforced", async () => {
  const rules = plainRules({ rateLimit: { limit: 10_000, windowSeconds: 60 } });
  const { client } = simulate(rules, { latencyMs: 5, jitter: 0, startsAt: 1_790_000_000_000 });
  expect(await readUntil429({ client, rateLimit }, callers.key)).toMatch(
    /^no 429 in \d+ reads over \d\.\d s: count the requests of each organization, and answer those beyond 100 in 5 s with 429 /,
  );
});

it("knows whether parallel requests exceeded the limit: single ones did not, nor did some after the limit", async () => {
  const { client } = simulate(plainRules({ rateLimit }), { latencyMs: 5, jitter: 0, startsAt: 1_790_000_000_000 });
  const run = { client, rateLimit, key: callers.key };
  expect(await readUntil429(run, callers.key, () => 1)).toBeUndefined();
  await sendReads(client, callers.key, 10);
  expect(hasExceededInParallel(client)).toBe(false);
  await client.sleep(5_100);
  await read(client, callers.key);
  await exceedInParallel(run);
  expect(hasExceededInParallel(client)).toBe(true);
});
