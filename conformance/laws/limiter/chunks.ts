/** In which chunks a limiter may give back requests (§8), as far as the exchanges do not exclude it: see `refill-bounds.ts`. */
import type { Exchange } from "../../model/exchange.ts";
import { type History, isCertainlyCounted, isExhausted } from "./history.ts";
import { maxCountedBetween } from "./refill-bounds.ts";
import { fallOf, maxFall, minFreed, stepsOf } from "./remaining-steps.ts";
import { countBefore, receipt, sending, spanMs, Timeline } from "./timeline.ts";

/** What was given back between two exchanges: at least and at most. */
export interface Freed {
  readonly first: Exchange;
  readonly last: Exchange;
  readonly min: number;
  readonly max: number;
}

/** What the exchanges show, and the sizes of chunks that fit all of it. */
interface Known {
  /** From each request to the next. */
  readonly steps: readonly Freed[];
  readonly chunks: readonly number[];
}

const knownOf = new WeakMap<History, Known>();

function known(history: History): Known {
  const computed = knownOf.get(history);
  if (computed !== undefined) return computed;
  const steps = freedInSteps(history);
  const all = [...steps, ...rowsOf(steps), ...freedWhileRejected(history)];
  const chunks = candidates(history).filter((chunk) => all.every((each) => fits(history, chunk, each)));
  knownOf.set(history, { steps, chunks });
  return { steps, chunks };
}

/** The sizes of chunks that the exchanges do not exclude. */
export const possibleChunks = (history: History) => known(history).chunks;

/** Whether one of them may have come between two exchanges, and have given that back. */
export const mayBeChunked = (history: History, freed: Freed) =>
  possibleChunks(history).some((chunk) => fits(history, chunk, freed) && isInTime(history, chunk, freed));

/** Whole numbers, and sizes between them: a timer may come at any interval, so that it adds fractions. */
function candidates({ limit }: History): readonly number[] {
  const whole = Array.from({ length: Math.floor(limit) }, (_, at) => at + 1);
  const between: number[] = [];
  for (let size = 1; size < limit; size *= chunkStep) between.push(size);
  return [...whole, ...between];
}

/** A candidate represents all chunks up to this many times its size. */
export const chunkStep = 1.008;

/** How far a timer may be off, as a part of its period. */
const drift = 0.01;

/** Whether a whole number of chunks makes what was given back; fractions may have been there before, or be left over. */
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

/** A chunk that came then would have come some periods earlier and later, too: no exchanges show that none came. */
function isInTime(history: History, chunk: number, { first, last }: Freed): boolean {
  const { steps } = known(history);
  const periodMs = chunk / history.refillPerMs;
  const [start, end] = [steps[0]?.first.sentAt ?? first.sentAt, steps.at(-1)?.last.receivedAt ?? last.receivedAt];
  for (let at = Math.floor((start - first.sentAt) / periodMs); first.sentAt + at * periodMs <= end; at += 1) {
    const slackMs = Math.abs(at) * periodMs * drift;
    const max = maxFreedIn(steps, first.sentAt + at * periodMs - slackMs, last.receivedAt + at * periodMs + slackMs);
    if (max + 1 <= chunk) return false;
  }
  return true;
}

/** The most that was given back from one time to another, in milliseconds; infinite where the steps do not cover it. */
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

/** From each request to the next, as long as the bucket cannot have been full. */
const freedInSteps = (history: History): readonly Freed[] =>
  stepsOf(history)
    .filter((step) => step.remaining.last + maxFall(history, step) < history.limit)
    .map((step) => ({
      first: step.first,
      last: step.last,
      min: minFreed(step),
      max: maxTakenBetween(history, step.first, step.last) - 1 - fallOf(step),
    }));

/** From the first request in a row of steps to each. */
function rowsOf(steps: readonly Freed[]): readonly Freed[] {
  let row: Freed | undefined;
  return steps.map((step) => {
    row =
      row === undefined || row.last !== step.first
        ? step
        : { first: row.first, last: step.last, min: row.min + step.min, max: row.max + step.max };
    return row;
  });
}

/** From what is filled in chunks, a rejected request takes nothing. */
const maxTakenBetween = (history: History, first: Exchange, last: Exchange) =>
  maxCountedBetween(history, first, last) - rejectedIn(history).within(sending(first), receipt(last));

const rejectedOf = new WeakMap<History, Timeline>();

function rejectedIn(history: History): Timeline {
  const rejected = rejectedOf.get(history) ?? new Timeline(history.exchanges.filter(isExhausted));
  rejectedOf.set(history, rejected);
  return rejected;
}

/** From a request that was served to one that was rejected, at most what was used in between. */
function freedWhileRejected(history: History): readonly Freed[] {
  const all: Freed[] = [];
  let served: Exchange | undefined;
  for (const exchange of history.exchanges) {
    if (isCertainlyCounted(exchange)) served = exchange;
    if (served === undefined || !isExhausted(exchange)) continue;
    const max = maxTakenBetween(history, served, exchange);
    if (max < history.limit) all.push({ first: served, last: exchange, min: 0, max });
  }
  return all;
}
