/** §8: from a full limit to an exhausted one, no more than the limit is served, as `X-RateLimit-Remaining` counts them. */
import type { Exchange } from "../../model/exchange.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import { chunkStep, possibleChunks } from "./chunks.ts";
import { type History, hasNoConcurrent, isKey429, type Reported } from "./history.ts";
import { maxApartMs } from "./read-apart.ts";
import { hasGivenBackBefore, isAfterExhaustion } from "./remaining-steps.ts";
import { spanMs } from "./timeline.ts";

/**
 * Reported before counting it lies between 1 and the limit, after counting between 0 and the limit less one. A limiter that
 * counts and reports in two steps may give something back in between: so there must be so many responses of either kind, or
 * such fast ones, that this is unlikely of all together, and all others must agree. Where one timer may have come within all
 * that reported the whole limit, they are one coincidence, however many.
 */
export function reportedTooMany(histories: readonly History[]): Fail | undefined {
  const apartMs = Math.min(...histories.map(maxApartMs));
  const full = histories.flatMap((history) => reportedAs(history, history.limit, apartMs));
  const empty = histories.flatMap((history) => reportedAs(history, 0, apartMs));
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

/** One response with 0 is enough to show where the limit ends. */
export const isExhaustionSharp = (history: History) => reportedAs(history, 0, maxApartMs(history)).some(isSharp);

interface Observation {
  readonly reported: Reported;
  /** How often something may be given back, in milliseconds; none where no timer fits what was given back. */
  readonly periodsMs: readonly number[];
  /** How likely it is that something was given back between counting and reporting it, from 0 to 1. */
  readonly chance: number;
}

/** What is as unlikely as this is taken not to have happened. */
const maxChance = 1 / 300;

const isSharp = ({ chance }: Observation) => chance <= maxChance;

/** How likely it is for all of them together. */
const chanceOf = (observations: readonly Observation[]) =>
  observations.reduce((product, { chance }) => product * chance, 1);

/** A timer may have come within each of the responses, since they came at its intervals. */
function isByOneTimer(observations: readonly Observation[]): boolean {
  const [first, ...others] = observations;
  if (first === undefined || observations.some(isSharp)) return false;
  return first.periodsMs.some((periodMs) => others.every((other) => isPeriodic(first, other, periodMs)));
}

/** From within one response until within the other, a whole number of periods passed. A period stands for all up to `chunkStep` times its length. */
function isPeriodic(first: Observation, other: Observation, periodMs: number): boolean {
  const [from, to] = [first.reported.exchange, other.reported.exchange].toSorted((a, b) => a.sentAt - b.sentAt);
  if (from === undefined || to === undefined) return false;
  const periods = Math.floor(spanMs(from, to) / periodMs);
  return (
    other.periodsMs.some((period) => period <= periodMs * chunkStep && periodMs <= period * chunkStep) &&
    periods * periodMs * chunkStep >= to.sentAt - from.receivedAt
  );
}

/** The responses that reported `remaining` while no other request was in flight, each faster than one is refilled. */
function reportedAs(history: History, remaining: number, apartMs: number): readonly Observation[] {
  const { reported, refillPerMs } = history;
  const alone = reported.filter(
    (each) =>
      each.remaining === remaining &&
      hasNoConcurrent(history, each.exchange) &&
      spanMs(each.exchange, each.exchange) * refillPerMs < 0.25 &&
      !(remaining === 0 && isAfterExhaustion(history, each)),
  );
  const periodsMs = alone.length === 0 ? [] : possibleChunks(history).map((chunk) => chunk / refillPerMs);
  const mayGiveBackAnyTime = (exchange: Exchange) => periodsMs.length === 0 && hasGivenBackBefore(history, exchange);
  return alone.map((each) => {
    const periodMs = mayGiveBackAnyTime(each.exchange) ? 1 / refillPerMs : Math.min(history.windowMs, ...periodsMs);
    return {
      reported: each,
      periodsMs,
      chance: Math.min(spanMs(each.exchange, each.exchange), apartMs) / periodMs,
    };
  });
}

/** A limiter that counts before it reports says one less than the limit, when it is full again. */
const risesToAlmostFull = ({ reported, limit }: History) =>
  reported.filter(({ remaining }, at) => remaining === limit - 1 && (reported[at - 1]?.remaining ?? 0) < limit - 1);

/** It is reported before counting: after 1, the next request was rejected. */
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
