import { expect, it } from "vitest";
import { countdown, rateLimit, readsOf, type Sent } from "../../laws/limiter/read.test.support.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import { explainedBySeparateCounts } from "./separate-counts.ts";

/** Two series, each of which falls: of reads in a row, and of a read that begins and ends during each of them. */
const inTurn = (second: Partial<Parameters<typeof readsOf>[0][number][2]> = {}) =>
  readsOf(
    countdown(60, 40).flatMap((remaining, at): readonly Sent[] => [
      [at * 40, remaining],
      [at * 40 + 1, 90 - at, second],
    ]),
  );

const failed = new Set(["limit.shared-by-keys", "limit.shared-by-methods", "limit.whole-limit-served", "error.body"]);

it("explains what fails of the limiter by instances, each of which counts the same reads by itself", () => {
  expect([...explainedBySeparateCounts(failed, new Sequence(inTurn(), rateLimit))].toSorted()).toEqual([
    "limit.shared-by-keys",
    "limit.shared-by-methods",
    "limit.whole-limit-served",
  ]);
});

it("does not where the other series is of another key, whose limit may be its own", () => {
  expect(explainedBySeparateCounts(failed, new Sequence(inTurn({ credential: "KEY_B" }), rateLimit)).size).toBe(0);
});
