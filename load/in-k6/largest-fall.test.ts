import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { excessOf, largestFall } from "./largest-fall.ts";

/** A number stands for a success that reports it as remaining. */
type Shown = readonly (number | "429" | "without")[];
const sent = (shown: Shown) =>
  shown.map((remaining, index) => {
    const reported = remaining === "without" ? undefined : `${remaining}`;
    const isRejected = remaining === "429";
    return exchangeWith({
      index,
      status: isRejected ? 429 : 200,
      headers: { "X-RateLimit-Remaining": isRejected ? "0" : reported },
    });
  });

it.each<[string, Shown, number | undefined]>([
  ["by one for each request", [9, 8, 7], 0],
  ["less, where some is refilled", [9, 9, 8, 20, 19], 0],
  ["not at all, while none counts", [9, 9], -1],
  ["by two for one request", [9, 8, 6, 5], 1],
  ["by all requests in between", [9, "429", "without", 6], 0],
  ["by more than all requests in between", [9, "without", 6], 1],
  ["where no two show it", [9, "without", "429"], undefined],
])("what remains falls %s", (_, shown, excess) => {
  const fall = largestFall(sent(shown));
  expect(fall && excessOf(fall)).toBe(excess);
});
