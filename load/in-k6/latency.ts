/** Compares the latency of a caller's responses during a flood with their latency before it. Pure. */
import { type Exchange, latencyMs } from "../../conformance/model/exchange.ts";
import type { Difference } from "./scenario-checks.ts";
import type { FloodPhases } from "./shapes.ts";

/** The p95 latency during the flood may be `maxRatio` times the p95 before it, plus this, in milliseconds. */
const allowedMs = 100;

/** A shorter latency before the flood counts as this, in milliseconds. */
const minMs = 1;

interface Allowed {
  readonly maxRatio: number;
  /** With fewer responses before the first flood nothing is compared. */
  readonly minLatencies: number;
}

/**
 * A response may wait for a busy machine as often as this, each time about as long as a timer does: when k6 sends the request, when a
 * server on the same machine reads it and answers, and when k6 goes on with the virtual user.
 */
const waitsOfResponse = 4;

/** When a timer of k6 was due, and how much later it fired; both in milliseconds. */
export interface Timer {
  readonly dueAt: number;
  readonly lateMs: number;
}

/** `before`, `during`: the p95 latency before and during the flood, in milliseconds. `ratio`: `during`, less `allowedMs`, divided by `before`. */
type Comparison =
  | {
      readonly before: number;
      readonly during: number;
      readonly ratio: number;
      readonly difference: Difference | undefined;
    }
  | { readonly ratio: undefined; readonly reason: string };

/**
 * `exchanges`: the caller's from `startedAt` on, in the order of sending; those without a response have no latency. Each flood is compared with the time before the first, because
 * the server may still be slow after a flood. Other work on the machines may slow down one flood, so the better one decides. If k6's own
 * timers fire late, its machine is busy, and k6 notices responses later than they came: `waitsOfResponse` times as much decides nothing.
 * Nor does a single slow response before the flood, which of a few is the 95th percentile.
 */
export function compareLatencies(
  exchanges: readonly Exchange[],
  startedAt: number,
  phases: FloodPhases,
  { maxRatio, minLatencies }: Allowed,
  timers: readonly Timer[] = [],
): Comparison {
  const answered = exchanges.filter(({ status }) => status !== 0);
  const quiet = answered.filter(({ sentAt }) => sentAt >= startedAt && sentAt < startedAt + phases.quietSeconds * 1000);
  const floods = floodsOf(answered, startedAt, phases);
  const before = quiet.length < minLatencies ? undefined : p95(quiet.map(latencyMs));
  const [best, ...others] = floods
    .flatMap(({ flooded, from, until }) => {
      const during = p95(flooded.map(latencyMs));
      if (during === undefined) return [];
      const timersDuring = timers.filter(({ dueAt }) => dueAt >= from && dueAt < until);
      const lateMs = p95(timersDuring.map((timer) => timer.lateMs)) ?? 0;
      return [{ during, lateMs }];
    })
    .sort((a, b) => a.during - b.during);
  if (before === undefined || best === undefined) {
    const counts = floods.map(({ flooded }) => flooded.length).join(", ");
    const reason = `it takes ${minLatencies} or more responses before the first flood, and one during a flood: ${quiet.length} came before, then ${counts}`;
    return { ratio: undefined, reason };
  }
  const { during, lateMs } = best;
  const ratio = ratioOf(before, during);
  const minDuring = during - waitsOfResponse * lateMs;
  if (ratio <= maxRatio) {
    const ofOthers = withoutDecidingSlowest(quiet.map(latencyMs));
    const othersBefore = p95(ofOthers) ?? before;
    if (ratioOf(othersBefore, minDuring) <= maxRatio) return { before, during, ratio, difference: undefined };
    const reason = `${during.toFixed(1)} ms during the flood, against ${othersBefore.toFixed(1)} ms in ${ofOthers.length} responses before the first flood, would be too long; but one further response before it took ${before.toFixed(1)} ms, so too few were measured`;
    return { ratio: undefined, reason };
  }
  if (ratioOf(before, minDuring) <= maxRatio) {
    const reason = `${during.toFixed(1)} ms during the flood, but k6's own timers came ${lateMs.toFixed(1)} ms late: its machine was too busy`;
    return { ratio: undefined, reason };
  }
  const limit = `${maxRatio} × ${before.toFixed(1)} ms, their latency before the first flood, plus ${allowedMs} ms`;
  const actual = `${during.toFixed(1)} ms during the flood, the better of ${others.length + 1} rounds`;
  return { before, during, ratio, difference: { expected: `95 of 100 responses within ${limit}`, actual } };
}

const ratioOf = (before: number, during: number) => Math.max(0, during - allowedMs) / Math.max(minMs, before);

/** What was measured, in milliseconds, and how much would have been allowed. */
export const latencyNote = (before: number, during: number, maxRatio: number, { rounds }: FloodPhases) =>
  `p95 ${before.toFixed(1)} ms before the first flood, ${during.toFixed(1)} ms during the better of ${rounds}; up to ${boundOf(before, maxRatio).toFixed(1)} ms are allowed: ${maxRatio} × ${Math.max(minMs, before).toFixed(1)} + ${allowedMs}`;

const boundOf = (before: number, maxRatio: number) => maxRatio * Math.max(minMs, before) + allowedMs;

function floodsOf(
  exchanges: readonly Exchange[],
  startedAt: number,
  { rounds, quietSeconds, floodSeconds }: FloodPhases,
) {
  return Array.from({ length: rounds }, (_, round) => {
    const from = startedAt + (round * (quietSeconds + floodSeconds) + quietSeconds) * 1000;
    const until = from + floodSeconds * 1000;
    // The first tenth of a second is not compared.
    return { flooded: exchanges.filter(({ sentAt }) => sentAt >= from + 100 && sentAt < until), from, until };
  });
}

/** The values; without the slowest if there are fewer than 20, since of so few the slowest is the 95th percentile and would decide alone. */
const withoutDecidingSlowest = (values: readonly number[]) =>
  rankOfP95(values.length) < values.length ? values : values.toSorted((a, b) => a - b).slice(0, -1);

/** The 95th percentile; undefined without values. */
const p95 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[rankOfP95(values.length) - 1];

const rankOfP95 = (count: number) => Math.ceil(0.95 * count);
