/**
 * §8: `X-RateLimit-Remaining` is the number of requests left in the window. So, in the reads of one key at one
 * path of an endpoint,
 *
 * 1. it falls by no more than the requests that were sent (90, then 87 after one read, fails): `judgeFalls`, and for all endpoints
 *    `endpoints-counted-twice.ts`;
 * 2. it falls by at least the requests that were counted, less what may have been given back (90 still after ten reads
 *    in 0.3 s fails): `judgeBlocks`;
 * 3. it rises no faster than the limit is refilled (three rises of 10 in a second fail): `judgeRefillRate`, and
 *    `too-fast-refill.ts`;
 * 4. it is not reset twice in one window (`window-resets.ts`); this is judged in a key's reads of all endpoints, too,
 *    if these count down together (`judgeAllReads`);
 * 5. after a pause, requests that no longer count remain again (50 after two minutes without requests fails):
 *    `judgeAfterPause`.
 */
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { countedTwice } from "./endpoints-counted-twice.ts";
import type { History } from "./history.ts";
import { judgeBlocks } from "./minimum-fall.ts";
import { pausesOf } from "./pauses.ts";
import {
  maxExpiredBetween,
  maxFreedBetween,
  maxRefilledBetween,
  minBetweenChunksMs,
  minRefilledIn,
} from "./refill-bounds.ts";
import { fallsTooFar } from "./remaining-counts-requests.ts";
import {
  describeChange,
  fallOf,
  maxFall,
  type RemainingChange,
  type Step,
  stepsOf,
  stepsOfReads,
} from "./remaining-steps.ts";
import { is429, isExhausted, isGet } from "./single-exchange.ts";
import { seconds, spanMs } from "./timeline.ts";
import { refilledTooFast } from "./too-fast-refill.ts";
import { maxUseBeforeRun } from "./use-before-run.ts";
import {
  type EarlyReset,
  findEarlyReset,
  isCertainReset,
  judgeResets,
  possibleResets,
  sinceLast429,
  sinceLast429OfKeyAndEndpoint,
} from "./window-resets.ts";
import { worst, worstOfHistories } from "./worst-verdict.ts";

export const remainingFalls: SequenceLaw = {
  id: "limit.remaining-falls",
  clause: "limit.remaining",
  claim: "X-RateLimit-Remaining falls by one for each request, and after a pause starts near the limit",
  needs: { limitExceeded: true },
  judge: worstOfHistories(
    (history) =>
      countedTwice(history) ??
      worst([
        ...stepsOfReads(history).flatMap((steps) => judgeReads(history, steps)),
        ...keysOf(history).map((key) => judgeAllReads(history, key)),
        judgeAfterPause(history),
        refilledTooFast(history) ?? notApplicable,
      ]),
  ),
};

/** Two resets in less than a window, as a key's reads of one endpoint show them; undefined if there are none. */
export const earlyResetOf = (history: History): EarlyReset | undefined =>
  stepsOfReads(history).flatMap(
    (steps) => findEarlyReset(history, certainResets(history, steps), possibleResets(history, steps)) ?? [],
  )[0];

const certainResets = (history: History, steps: readonly Step[]) =>
  steps.filter((step) => isCertainReset(history, step)).map((step) => sinceLast429(history, step));

function judgeReads(history: History, steps: readonly Step[]): readonly Verdict[] {
  return [
    judgeFalls(history, steps),
    judgeBlocks(history, steps, "reads"),
    judgeRefillRate(history, steps),
    judgeResets(history, certainResets(history, steps), possibleResets(history, steps)) ?? notApplicable,
  ];
}

/**
 * Looks for two resets in a key's reads of all endpoints, since its reads of one endpoint may be too rare to show both.
 * Judges nothing if the values do not count down together: then the endpoints have several counters, or a cache
 * answers, which other laws judge. Leaves out steps with a 429 in between, which may be of another counter than the
 * next value.
 */
function judgeAllReads(history: History, key: string): Verdict {
  const reads = stepsOf(history, (exchange) => isGet(exchange) && exchange.credential === key);
  const steps = reads.filter(({ between }) => !between.some(is429));
  const isOneCount = steps.every((step) => fallOf(step) <= maxFall(history, step));
  return (isOneCount ? judgeResets(history, certainResets(history, steps), []) : undefined) ?? notApplicable;
}

const keysOf = (history: History) => [...new Set(history.reported.map(({ exchange }) => exchange.credential))];

function judgeFalls(history: History, steps: readonly Step[]): Verdict {
  const [step] = fallsTooFar(history, steps);
  if (step === undefined) return notApplicable;
  const { first, last } = step;
  const max = maxFall(history, step);
  return fails({
    expected: `X-RateLimit-Remaining to fall by at most ${max}, for ${max === 1 ? "the one request" : `the ${max} requests`} sent, if no other client uses the organization, and none repeats a request whose connection was lost`,
    actual: `it ${describeChange(step)}${isLongerThanWindow(history, step) ? `, in ${seconds(spanMs(first, last))}: a new window may only raise it` : ""}`,
    exchanges: [first.index, last.index],
  });
}

/** The window may have been reset in between, which gives requests back. */
const isLongerThanWindow = ({ windowMs }: History, { first, last }: Step) => spanMs(first, last) >= windowMs;

/** How many were given back in a rise: the rise, and the request itself, unless the step begins with a rejection. */
const freedIn = (step: Step) => (isExhausted(step.first) ? 0 : 1) - fallOf(step);

/** Fails if consecutive rises give back more than gradual refilling, expiry, or chunks as often as they may come. */
function judgeRefillRate(history: History, steps: readonly Step[]): Verdict {
  const rises = steps.filter((step) => fallOf(step) < 0).map((step) => sinceLast429OfKeyAndEndpoint(history, step));
  const isByExpiry = rises.every(
    (step) => freedIn(step) <= maxExpiredBetween(history, step.first, step.last) + maxUseBeforeRun(history, step.first),
  );
  const maxWithoutChunks = isByExpiry ? maxFreedBetween : maxRefilledBetween;
  for (const { first, last, remaining, freed } of consecutiveRises(history, rises)) {
    const total = freed.reduce((sum, each) => sum + each, 0);
    if (total <= maxWithoutChunks(history, first, last) + 1) continue;
    if (minRefilledIn(freed) <= history.refillPerMs * spanMs(first, last)) continue;
    return fails({
      expected: `X-RateLimit-Remaining to fall with each request, and to rise as for ${history.limit} requests in ${history.windowMs / 1000} s`,
      actual: `${freed.length} rises in ${seconds(spanMs(first, last))}, from ${remaining.first} to ${remaining.last}`,
      exchanges: [first.index, last.index],
    });
  }
  return notApplicable;
}

/**
 * All series of consecutive rises that take less than a window: from each rise to itself, and to each later one.
 * `freed`: how much was given back in each rise.
 */
function* consecutiveRises(
  history: History,
  rises: readonly Step[],
): Generator<RemainingChange & { readonly freed: readonly number[] }> {
  for (const [at, { first, remaining }] of rises.entries()) {
    const freed: number[] = [];
    for (const step of rises.slice(at)) {
      if (spanMs(first, step.last) >= minBetweenChunksMs(history, history.limit)) break;
      freed.push(freedIn(step));
      yield { first, last: step.last, remaining: { first: remaining.first, last: step.remaining.last }, freed };
    }
  }
}

/** How a failure ends that rests on what remained after a pause. */
export const afterPause = "without a request";

/** Fails if, after a window without a request, more is missing from the limit than may still count. */
function judgeAfterPause(history: History): Verdict {
  const pauses = pausesOf(history);
  const found = pauses.find(({ remaining, min }) => remaining < min);
  if (found === undefined) return pauses.length === 0 ? notApplicable : holds;
  const { before, after, remaining, used, min } = found;
  return fails({
    expected: `X-RateLimit-Remaining of at least ${min}, since of the ${history.limit} requests at most ${Math.ceil(used)} were still counted`,
    actual: `X-RateLimit-Remaining: ${remaining}, after ${seconds(after.sentAt - before.receivedAt)} ${afterPause}`,
    exchanges: [before.index, after.index],
  });
}
