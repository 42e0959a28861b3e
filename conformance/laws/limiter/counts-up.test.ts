import { describe, expect, it } from "vitest";
import { countsUp } from "./counts-up.ts";
import { notEarly } from "./not-early.ts";
import { countdown, historyOf, judge, readsOf, response, type Sent } from "./read.test.support.ts";
import { separateCounts } from "./separate-counts.ts";

const every30Ms = (values: readonly number[]) => values.map((remaining, at): Sent => [at * 30, remaining]);
const up = (from: number, to: number) => countdown(to, from).toReversed();
const shown = (values: readonly number[]) => countsUp(historyOf(readsOf(every30Ms(values))));

describe("an X-RateLimit-Remaining that is the number of requests used", () => {
  it("is found where it rises by one for each request", () => {
    expect(shown(up(1, 100))).toBe("X-RateLimit-Remaining counts up, from 1 to 100 in 100 requests and 2.99 s");
    expect(shown([...up(11, 95), 1, 2, 3])).toMatch(/from 11 to 95 in 85 requests/);
  });

  it("is not taken for instances that count separately, and makes no 429 too early", () => {
    const rejected: Sent = [3_000, undefined, { response: response(429, 100) }];
    const reads = readsOf([...every30Ms(up(1, 100)), rejected, [64_000, 1], [64_020, 2]]);
    expect(separateCounts(historyOf(reads))).toBeUndefined();
    expect(judge(notEarly, reads).verdict).toBe("pass");
  });

  it("is not found where the value falls, rises by something else or a few times, or where the limiter may give back so much", () => {
    expect(shown(countdown(99))).toBeUndefined();
    expect(shown(up(1, 30).map((value) => 2 * value))).toBeUndefined();
    expect(shown(up(1, 6))).toBeUndefined();
    const slow = up(1, 30).map((value, at): Sent => [at * 1_300, value]);
    expect(countsUp(historyOf(readsOf(slow)))).toBeUndefined();
  });
});
