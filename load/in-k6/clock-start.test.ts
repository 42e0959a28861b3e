import { expect, it } from "vitest";
import { clockStartOf } from "./clock-start.ts";

/** A process that begins at `start`, and is paused for `stoppedMs` before one of its readings of the duration. */
function processOf(start: number, stoppedMs: number, stoppedAt: number) {
  let time = start + 40;
  let reading = 0;
  const now = () => Math.floor(time);
  const elapsedMs = () => {
    time += reading === stoppedAt ? stoppedMs : 0.01;
    reading += 1;
    return time - start;
  };
  return { now, elapsedMs };
}

it.each([
  [1_790_000_000_000.9, 7, 0],
  [1_790_000_000_000.1, 7, 0],
  [1_790_000_000_000.5, 300, 1],
  [1_790_000_000_000, 0, 0],
])("is known to a millisecond, also where the process was stopped between two readings: %d", (start, ms, at) => {
  const { now, elapsedMs } = processOf(start, ms, at);
  const found = clockStartOf(now, elapsedMs);
  expect(found).toBeLessThanOrEqual(start);
  expect(found).toBeGreaterThan(start - 1);
});
