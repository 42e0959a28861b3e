import { expect, it } from "vitest";
import { busyShare, maxBusyShare } from "./machine-load.ts";

/** A sample a second, of one processor. */
function samplesOf(shares: readonly number[]) {
  let idle = 0;
  return shares.map((busy, second) => {
    idle += 1000 * (1 - busy);
    return { at: 1000 * second, idle, total: 1000 * (second + 1) };
  });
}

it("is the share of the time in which processors were not idle, in the seconds after a time or in the busiest ones", () => {
  const samples = samplesOf([...Array(20).fill(0.2), 1, 1, 1, ...Array(20).fill(0.2), 1, 1, 1, 1]);
  expect(busyShare(samples, 5000)).toBeCloseTo(0.2);
  expect(maxBusyShare(samples, 2000, 38_000)).toBeCloseTo(1);
  expect(maxBusyShare(samples, 2000, 15_000)).toBeCloseTo(0.2);
  expect(maxBusyShare(samples, 90_000, 95_000)).toBeUndefined();
});

it("is found in a run of days", () => {
  expect(maxBusyShare(samplesOf(Array(300_000).fill(0.5)), 0, 300_000_000)).toBeCloseTo(0.5);
});
