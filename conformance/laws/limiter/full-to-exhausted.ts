/**
 * §8: no more than the limit is served between a full limit and an exhausted one, as `X-RateLimit-Remaining` counts
 * them.
 *
 * A limiter reports before it counts the request (100 … 1 for a limit of 100) or after (99 … 0). One that serves a
 * request with 100 and another with 0 remaining serves 101: its limit is off by one.
 *
 * A legal limiter that counts and reports in two steps can imitate this, if a request is given back between the two.
 * That is rare: if one is given back each 600 ms and the steps are 2 ms apart, it happens in one response of 300. So
 * this fails only if (1) all responses with the full limit together are at most that likely, and so are all with 0
 * (`maxChance`); (2) those with the full limit outnumber the responses that contradict them (`risesToAlmostFull`), and
 * count as one if a timer can have come within each of them; (3) no key was rejected right after a response with 1
 * remaining (`isRejectedAfterOne`).
 */
import type { Exchange } from "../../model/exchange.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import { chunkStep, possibleChunks } from "./chunks.ts";
import { type History, hasNoConcurrent, type Reported } from "./history.ts";
import { maxReadingDelayMs } from "./reading-delay.ts";
import { hasGivenBackBefore, isAfterExhaustion } from "./remaining-steps.ts";
import { isKey429 } from "./single-exchange.ts";
import { spanMs } from "./timeline.ts";

export function reportedTooMany(histories: readonly History[]): Fail | undefined {
  const readingDelayMs = Math.min(...histories.map(maxReadingDelayMs));
  const full = histories.flatMap((history) => reportedAs(history, history.limit, readingDelayMs));
  const empty = histories.flatMap((history) => reportedAs(history, 0, readingDelayMs));
  const [max, min] = [full[0], empty[0]];
  if (max === undefined || min === undefined || chanceOf(full) > maxChance || chanceOf(empty) > maxChance)
    return undefined;
  const coincidences = isByOneTimer(full) ? 1 : full.length;
  if (coincidences <= histories.flatMap(risesToAlmostFull).length || histories.some(isRejectedAfterOne))
    return undefined;
  return fails({
    expected: `${max.reported.remaining} requests served from a full limit to an exhausted one`,
    actual: `${max.reported.remaining + 1}: one was served with X-RateLimit-Remaining: ${max.reported.remaining}, and one with 0`,
    exchanges: [max.reported.exchange.index, min.reported.exchange.index],
  });
}

/** One response with 0 remaining was fast enough to be evidence by itself: no further ones are needed. */
export const hasConclusiveZero = (history: History) =>
  reportedAs(history, 0, maxReadingDelayMs(history)).some(isConclusive);

interface Observation {
  readonly reported: Reported;
  /**
   * The periods of a timer that may give requests back, in milliseconds; none where no timer fits what was given back.
   */
  readonly periodsMs: readonly number[];
  /** How likely it is that something was given back between counting and reporting it, from 0 to 1. */
  readonly chance: number;
}

/** Anything less likely is taken not to have happened. */
const maxChance = 1 / 300;

const isConclusive = ({ chance }: Observation) => chance <= maxChance;

/** How likely it is that something was given back in every one of them. */
const chanceOf = (observations: readonly Observation[]) =>
  observations.reduce((product, { chance }) => product * chance, 1);

/** The responses came at intervals of one timer, which may have given something back within each of them. */
function isByOneTimer(observations: readonly Observation[]): boolean {
  const [first, ...others] = observations;
  if (first === undefined || observations.some(isConclusive)) return false;
  return first.periodsMs.some((periodMs) => others.every((other) => isPeriodic(first, other, periodMs)));
}

/**
 * The two responses are a whole number of periods apart. A period stands for all up to `chunkStep` times its length.
 */
function isPeriodic(first: Observation, other: Observation, periodMs: number): boolean {
  const [from, to] = [first.reported.exchange, other.reported.exchange].toSorted((a, b) => a.sentAt - b.sentAt);
  if (from === undefined || to === undefined) return false;
  const periods = Math.floor(spanMs(from, to) / periodMs);
  return (
    other.periodsMs.some((period) => period <= periodMs * chunkStep && periodMs <= period * chunkStep) &&
    periods * periodMs * chunkStep >= to.sentAt - from.receivedAt
  );
}

/** The responses that reported `remaining`, with no other request in flight, in less than a quarter of the time in which one is refilled. */
function reportedAs(history: History, remaining: number, readingDelayMs: number): readonly Observation[] {
  const { reported, refillPerMs } = history;
  const undisturbed = reported.filter(
    (each) =>
      each.remaining === remaining &&
      hasNoConcurrent(history, each.exchange) &&
      spanMs(each.exchange, each.exchange) * refillPerMs < 0.25 &&
      !(remaining === 0 && isAfterExhaustion(history, each)),
  );
  const periodsMs = undisturbed.length === 0 ? [] : possibleChunks(history).map((chunk) => chunk / refillPerMs);
  const mayGiveBackAnyTime = (exchange: Exchange) => periodsMs.length === 0 && hasGivenBackBefore(history, exchange);
  return undisturbed.map((each) => {
    const periodMs = mayGiveBackAnyTime(each.exchange) ? 1 / refillPerMs : Math.min(history.windowMs, ...periodsMs);
    return {
      reported: each,
      periodsMs,
      chance: Math.min(spanMs(each.exchange, each.exchange), readingDelayMs) / periodMs,
    };
  });
}

/** How often a full limit was reported as one less: then the request itself was counted first, which speaks against the finding. */
const risesToAlmostFull = ({ reported, limit }: History) =>
  reported.filter(({ remaining }, at) => remaining === limit - 1 && (reported[at - 1]?.remaining ?? 0) < limit - 1);

/** After 1 remaining, the next request was rejected: this limiter reports before it counts. */
const isRejectedAfterOne = (history: History) =>
  history.reported.some(({ exchange, position, remaining }) => {
    const next = history.exchanges[position + 1];
    return (
      remaining === 1 &&
      next !== undefined &&
      isKey429(next) &&
      hasNoConcurrent(history, exchange) &&
      hasNoConcurrent(history, next)
    );
  });
