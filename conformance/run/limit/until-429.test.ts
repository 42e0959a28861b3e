/** How many reads are sent concurrently until the first 429. */
import { expect, it } from "vitest";
import { inBursts } from "./until-429.ts";

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
