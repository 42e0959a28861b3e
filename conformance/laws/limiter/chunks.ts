/**
 * A legal token bucket (§8) may be filled by a timer: `chunk` requests together, at most every chunk × window / limit.
 * This file finds which sizes of chunks the exchanges leave possible, and whether one may have come between two
 * exchanges.
 *
 * Example, 100 in 60 s: `remaining` was 60, then 59, and 3 s later 58, so nothing was given back in 3 s. A chunk of 4
 * would come every 2.4 s: it is excluded. A chunk of 10 would come every 6 s: it is possible. Later `remaining` goes
 * from 60 to 64 in one step, so 5 were given back: chunks larger than 6 are excluded.
 *
 * A timer may run 1 % fast or slow (`maxDrift`). Servers report whole numbers, so every rise may be off by a fraction.
 */
import type { Exchange } from "../../model/exchange.ts";
import { type Freed, freedInSteps, freedWhileRejected, runningSums } from "./freed.ts";
import type { History } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { countBefore, type Span, spanMs } from "./timeline.ts";

/** What was given back from each request to the next, and the sizes of chunks that explain all of these amounts. */
const evidenceOf = oncePerHistory((history) => evidenceWithout(history, []));

function evidenceWithout(history: History, spans: readonly Span[]) {
  const isOutside = ({ first, last }: Freed) =>
    spans.every((span) => last.receivedAt <= span.first.receivedAt || first.sentAt >= span.last.sentAt);
  const steps = freedInSteps(history).filter(isOutside);
  const all = [...steps, ...runningSums(steps), ...freedWhileRejected(history).filter(isOutside)];
  return { steps, chunks: candidates(history).filter((chunk) => all.every((each) => fits(history, chunk, each))) };
}

/** The sizes of chunks that the exchanges do not exclude. */
export const possibleChunks = (history: History) => evidenceOf(history).chunks;

/** Whether a chunk of a possible size explains what was given back between two exchanges. */
export const mayBeChunked = (history: History, freed: Freed): boolean =>
  possibleChunks(history).some((chunk) => fits(history, chunk, freed) && isInTime(history, chunk, freed));

/**
 * Returns a function: for what was given back in one of `bursts`, the sizes of chunks that explain it, and that the exchanges outside
 * all bursts do not exclude. If these exclude every size, the target is no such bucket, and they are ignored.
 */
export function chunksOutside(history: History, bursts: readonly Span[]): (freed: Freed) => readonly number[] {
  const { chunks } = evidenceWithout(history, bursts);
  const possible = chunks.length === 0 ? candidates(history) : chunks;
  return (freed) => possible.filter((chunk) => fits(history, chunk, freed));
}

/** Sizes to try: whole numbers, and fractions between them, which a timer with an odd interval adds. */
function candidates({ limit }: History): readonly number[] {
  const whole = Array.from({ length: Math.floor(limit) }, (_, at) => at + 1);
  const between: number[] = [];
  for (let size = 1; size < limit; size *= chunkStep) between.push(size);
  return [...whole, ...between];
}

/** A candidate stands for all chunks up to this many times its size. */
const chunkStep = 1.008;

/**
 * Whether one timer may have run out in both spans: they are a whole number of periods apart. A period stands for up to
 * `chunkStep` times its length. `earlier` begins first.
 */
export function mayShareTimer(earlier: Span, later: Span, periodMs: number): boolean {
  const periods = Math.floor(spanMs(earlier.first, later.last) / periodMs);
  return periods * periodMs * chunkStep >= later.first.sentAt - earlier.last.receivedAt;
}

/** A span with the sizes of chunks that explain what was given back in it. */
interface Chunked extends Span {
  readonly chunks: ReadonlySet<number>;
}

/** Whether the timer of one bucket may explain what was given back in both. `earlier` begins first. */
export const mayBeOneTimer = ({ refillPerMs }: History, earlier: Chunked, later: Chunked): boolean =>
  [...later.chunks].some((chunk) => earlier.chunks.has(chunk) && mayShareTimer(earlier, later, chunk / refillPerMs));

/** How far a timer may be off, as a fraction of the time. */
const maxDrift = 0.01;

/**
 * Whether a whole number of chunks makes up what was given back: at least as many as must have come in that time, and
 * at most as many as can have come. A fraction of a request may be hidden before and after.
 *
 * Example, 100 in 60 s: 3 to 5 requests were given back in 2 s. A chunk of 4 comes every 2.4 s: one chunk is needed,
 * and one may have come, so the size fits. Chunks of 1 come every 0.6 s: 3 or 4 have come, so the size fits. One chunk
 * of 8 would be too much, so that size does not fit.
 */
function fits({ refillPerMs }: History, chunk: number, { first, last, min, max }: Freed): boolean {
  const periodMs = chunk / refillPerMs;
  const minMs = (last.sentAt - first.receivedAt) * (1 - maxDrift);
  const maxMs = spanMs(first, last) * (1 + maxDrift);
  const minDue = Math.floor(minMs / (chunkStep * periodMs));
  const minNeeded = Math.floor((min - 1) / (chunkStep * chunk)) + 1;
  const maxDue = Math.floor(maxMs / periodMs) + 1;
  const maxAllowed = Math.ceil((max + 1) / chunk) - 1;
  return Math.max(minDue, minNeeded) <= Math.min(maxDue, maxAllowed);
}

/**
 * A timer is regular: if a chunk came between `first` and `last`, others came whole periods earlier and later. False if
 * less than a chunk was given back at one of those times. Example, 100 in 60 s: a chunk of 10 comes now, but 6 s ago
 * only 2 were given back.
 */
function isInTime(history: History, chunk: number, { first, last }: Freed): boolean {
  const { steps } = evidenceOf(history);
  const periodMs = chunk / history.refillPerMs;
  const [start, end] = [steps[0]?.first.sentAt ?? first.sentAt, steps.at(-1)?.last.receivedAt ?? last.receivedAt];
  const firstPeriod = Math.floor((start - first.sentAt) / periodMs);
  for (let period = firstPeriod; first.sentAt + period * periodMs <= end; period += 1) {
    const shiftMs = period * periodMs;
    const driftMs = Math.abs(shiftMs) * maxDrift;
    const max = maxFreedIn(steps, first.sentAt + shiftMs - driftMs, last.receivedAt + shiftMs + driftMs);
    if (max + 1 <= chunk) return false;
  }
  return true;
}

/** How much was given back between two times (ms since the epoch), at most; infinite if steps are missing. */
function maxFreedIn(steps: readonly Freed[], from: number, to: number): number {
  let max = 0;
  let before: Exchange | undefined;
  for (const step of steps.slice(countBefore(steps, ({ first }) => first.receivedAt <= from) - 1)) {
    if (before === undefined ? step.first.receivedAt > from : step.first !== before) break;
    max += step.max;
    before = step.last;
    if (before.sentAt >= to) return max;
  }
  return Number.POSITIVE_INFINITY;
}
