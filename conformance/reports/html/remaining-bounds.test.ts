import { expect, it } from "vitest";
import { historiesOf } from "../../laws/limiter/histories.ts";
import { exchangeOf } from "../../model/exchange.ts";
import { standardTier } from "../../model/rate-limit.ts";
import { sampleReport } from "../sample.test.report.ts";
import { remainingBounds } from "./remaining-bounds.ts";

const [read] = sampleReport.exchanges;

/** Of reads of one key in a burst, each of which reports what `remaining` says. */
function boundsOf(remaining: readonly number[]) {
  const exchanges = remaining.map((left, index) => {
    if (read?.response === undefined) throw new Error("the sample begins with an answer");
    const headers = [["X-RateLimit-Remaining", `${left}`]] as const;
    const sentAt = 1_763_700_000_000 + index;
    return exchangeOf({ ...read, index, sentAt, receivedAt: sentAt, response: { ...read.response, headers } });
  });
  const [history] = historiesOf(exchanges, standardTier);
  if (history === undefined) throw new Error("the reads have no organization");
  return remainingBounds(history);
}

it("holds a countdown, and follows it within what a bucket may refill", () => {
  const countdown = [99, 98, 97, 96, 95, 94];
  const bounds = boundsOf(countdown);
  expect(bounds.every(({ min, max }, at) => min <= (countdown[at] ?? 0) && max >= (countdown[at] ?? 0))).toBe(true);
  expect(bounds.slice(1).every(({ min, max }) => max - min <= 4)).toBe(true);
});

it("shows a value that does not fall to be too high, and one that falls by more than was sent to be too low", () => {
  expect(boundsOf([99, 99, 99, 99, 99, 99]).at(-1)?.max).toBeLessThan(99);
  expect(boundsOf([99, 97, 95, 93, 91, 89]).at(-1)?.min).toBeGreaterThan(89);
});

it("begins anew when the window is reset", () => {
  expect(boundsOf([3, 2, 1, 99, 98]).at(3)).toMatchObject({ max: 100 });
});
