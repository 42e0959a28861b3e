import { describe, expect, it } from "vitest";
import {
  countdown,
  historyOf,
  otherOrganization,
  readsOf,
  response,
  type Sent,
  secondKey,
} from "./read.test.support.ts";
import { separateCounts } from "./separate-counts.ts";

const shown = (sent: readonly Sent[]) => separateCounts(historyOf(readsOf(sent)));

const every30Ms = (values: readonly number[]) => values.map((remaining, at): Sent => [at * 30, remaining]);
const twice = countdown(99, 50).flatMap((value) => [value, value]);

describe("instances that count separately", () => {
  it("are found where X-RateLimit-Remaining has each value twice, whichever key sends", () => {
    const sentence = "X-RateLimit-Remaining had each value twice, from 99 to 79 in 40 requests";
    expect(shown(every30Ms(twice))).toBe(sentence);
    const byTwoKeys = every30Ms(twice).map(([ms, remaining], at): Sent => [ms, remaining, at % 3 ? {} : secondKey]);
    expect(shown(byTwoKeys)).toBe(sentence);
  });

  it("are found where requests are sent in pairs, and answered in any order", () => {
    const pairs = twice.map((remaining, at): Sent => [Math.floor(at / 3) * 60 + (at % 3 === 2 ? 30 : 0), remaining]);
    expect(shown(pairs)).toMatch(/^X-RateLimit-Remaining had each value twice, /);
  });

  it("are found where the values of one lie far from those of the other", () => {
    expect(shown(every30Ms([99, 60, 98, 59, 97, 58]))).toMatch(
      /^X-RateLimit-Remaining went up and down, once from 99 to 60/,
    );
  });

  it("are found where a limit was full again too soon for any window that was declared wrongly", () => {
    const full = (everyMs: number) =>
      shown([0, 1, 2].flatMap((time) => countdown(99, 80).map((value, at): Sent => [time * everyMs + at * 30, value])));
    expect(full(1700)).toBe("X-RateLimit-Remaining rose twice in 2.85 s");
    expect(full(2000)).toBeUndefined();
  });

  it("are not found where all values are rounded to tens", () => {
    expect(shown(every30Ms([90, 90, 80, 90, 70, 60]))).toBeUndefined();
    expect(shown(every30Ms([91, 91, 81, 91, 71, 61]))).toMatch(/went up and down/);
  });

  it("are not found where the values only rise, or only fall too far, which one counter may show", () => {
    expect(shown(every30Ms([50, 49, 60, 59]))).toBeUndefined();
    expect(shown(every30Ms([50, 50, 40]))).toBeUndefined();
  });

  it("are not found where the limit was full in between, and another used it", () => {
    const values = [99, 95, 94, 99, 98, 97];
    expect(shown(every30Ms(values))).toBeUndefined();
    expect(shown(every30Ms(values.map((value) => value - 10)))).toMatch(/once from 89 to 85/);
  });

  it("are not found where requests of other organizations explain how far the value falls, and where it rises to", () => {
    const between = (count: number, values: readonly number[]) =>
      values.flatMap((remaining, at): readonly Sent[] => [
        ...Array.from(
          { length: at === 0 ? 0 : count },
          (_, other): Sent => [at * 300 - 10 * (other + 1), 9, otherOrganization],
        ),
        [at * 300, remaining],
      ]);
    const values = [60, 40, 20, 79, 59];
    expect(shown(between(20, values))).toBeUndefined();
    expect(shown(between(15, values))).toMatch(/^X-RateLimit-Remaining went up and down, once from 60 to 40/);
  });

  it("are not found in fewer requests, or where another number of them is counted", () => {
    expect(shown(every30Ms(twice.slice(0, 40)))).toBeUndefined();
    expect(shown(every30Ms(countdown(99, 60)))).toBeUndefined();
    expect(shown(every30Ms(countdown(99, 80).flatMap((value) => [value, value, value])))).toBeUndefined();
    // A bucket that refills at nearly half the rate of the requests.
    expect(shown(every30Ms(twice.map((_, at) => Math.floor(99 - at * 0.53))))).toBeUndefined();
    // Requests that may not have been counted come in between.
    const notFound = { response: response(404, 90) };
    const failing = every30Ms(twice).map(([ms, remaining], at): Sent => [ms, remaining, at % 20 ? {} : notFound]);
    expect(shown(failing)).toBeUndefined();
  });
});
