/**
 * A legal token bucket (§8) may be filled by a timer: `chunk` requests together, at most every chunk × window / limit.
 * This file finds which sizes of chunks the exchanges leave possible, and whether one may have come between two
 * exchanges.
 *
 * Example, 100 in 60 s: `remaining` went 60, 59, and 3 s later 58, so nothing came back in 3 s. A chunk of 4 comes
 * every 2.4 s: excluded. One of 10 comes every 6 s: possible. From 60 to 64 in one step, 5 were given back: chunks
 * larger than 6 are excluded.
 *
 * A timer may run 1 % fast or slow (`drift`). What is reported are whole numbers, so every rise may be off by a
 * fraction.
 */
import type { Exchange } from "../../model/exchange.ts";
import { cumulated, type Freed, freedInSteps, freedWhileRejected } from "./freed.ts";
import type { History } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { countBefore, spanMs } from "./timeline.ts";

/** From each request to the next, and the sizes of chunks that fit everything that was given back. */
const evidenceOf = oncePerHistory((history) => {
  const steps = freedInSteps(history);
  const all = [...steps, ...cumulated(steps), ...freedWhileRejected(history)];
  return { steps, chunks: candidates(history).filter((chunk) => all.every((each) => fits(history, chunk, each))) };
});

/** The sizes of chunks that the exchanges do not exclude. */
export const possibleChunks = (history: History) => evidenceOf(history).chunks;

/** Whether a chunk of a possible size explains what was given back between two exchanges. */
export const mayBeChunked = (history: History, freed: Freed) =>
  possibleChunks(history).some((chunk) => fits(history, chunk, freed) && isInTime(history, chunk, freed));

/** Whole numbers, and sizes between them: a timer with an odd interval adds fractions of a request. */
function candidates({ limit }: History): readonly number[] {
  const whole = Array.from({ length: Math.floor(limit) }, (_, at) => at + 1);
  const between: number[] = [];
  for (let size = 1; size < limit; size *= chunkStep) between.push(size);
  return [...whole, ...between];
}

/** A candidate stands for all chunks up to this many times its size. */
export const chunkStep = 1.008;

/** How far a timer may be off, as a fraction of the time. */
const drift = 0.01;

/**
 * Whether a whole number of chunks makes up what was given back: no fewer than must have come in that time, and no more
 * than can have. Up to one request of the bucket's fraction may be hidden before and after.
 */
function fits({ refillPerMs }: History, chunk: number, { first, last, min, max }: Freed): boolean {
  const periodMs = chunk / refillPerMs;
  const minMs = (last.sentAt - first.receivedAt) * (1 - drift);
  const maxMs = spanMs(first, last) * (1 + drift);
  const minCount = Math.max(
    0,
    Math.floor(minMs / (chunkStep * periodMs)),
    Math.floor((min - 1) / (chunkStep * chunk)) + 1,
  );
  const maxCount = Math.min(Math.floor(maxMs / periodMs) + 1, Math.ceil((max + 1) / chunk) - 1);
  return minCount <= maxCount;
}

/**
 * A timer is regular: had a chunk come then, others would have come whole periods earlier and later. Whether that is
 * possible everywhere.
 */
function isInTime(history: History, chunk: number, { first, last }: Freed): boolean {
  const { steps } = evidenceOf(history);
  const periodMs = chunk / history.refillPerMs;
  const [start, end] = [steps[0]?.first.sentAt ?? first.sentAt, steps.at(-1)?.last.receivedAt ?? last.receivedAt];
  for (let at = Math.floor((start - first.sentAt) / periodMs); first.sentAt + at * periodMs <= end; at += 1) {
    const slackMs = Math.abs(at) * periodMs * drift;
    const max = maxFreedIn(steps, first.sentAt + at * periodMs - slackMs, last.receivedAt + at * periodMs + slackMs);
    if (max + 1 <= chunk) return false;
  }
  return true;
}

/** The most that was given back between two times (ms since the epoch); infinite where the steps do not cover all of that time. */
function maxFreedIn(steps: readonly Freed[], from: number, to: number): number {
  let max = 0;
  let before: Exchange | undefined;
  for (const step of steps.slice(Math.max(0, countBefore(steps, ({ first }) => first.receivedAt <= from) - 1))) {
    if (before === undefined ? step.first.receivedAt > from : step.first !== before) break;
    max += step.max;
    before = step.last;
    if (before.sentAt >= to) return max;
  }
  return Number.POSITIVE_INFINITY;
}
