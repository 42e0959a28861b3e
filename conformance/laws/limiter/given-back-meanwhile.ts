/**
 * How likely it is that a request was given back between counting another one and reporting what remains for it (§8):
 * then the value is one too high.
 *
 * Example, 100 in 60 s: if one is given back each 600 ms, and counting and reporting are 2 ms apart, it happens in one
 * response of 300.
 */
import type { Exchange } from "../../model/exchange.ts";
import { chunkStep, possibleChunks } from "./chunks.ts";
import { type History, hasNoConcurrent, type Reported } from "./history.ts";
import { hasGivenBackBefore, isAfterExhaustion } from "./remaining-steps.ts";
import { spanMs } from "./timeline.ts";

/** A response with no other request in flight, in less than a quarter of the time in which one is refilled. */
interface Undisturbed {
  readonly reported: Reported;
  /** The periods of a timer that may give requests back, in milliseconds; none where no timer fits what was given back. */
  readonly periodsMs: readonly number[];
  /** How likely it is that something was given back meanwhile, from 0 to 1. */
  readonly chance: number;
}

/** Anything less likely is taken not to have happened. */
export const maxChance = 1 / 300;

/** `readingDelayMs`: how far counting and reporting are apart at most. */
export function undisturbedWith(history: History, remaining: number, readingDelayMs: number): readonly Undisturbed[] {
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
    const delayMs = Math.min(spanMs(each.exchange, each.exchange), readingDelayMs);
    return { reported: each, periodsMs, chance: delayMs / periodMs };
  });
}

/** How likely it is that something was given back in every one of them. */
export const chanceOfAll = (responses: readonly Undisturbed[]) =>
  responses.reduce((product, { chance }) => product * chance, 1);

/** The responses came at intervals of one timer, which may have given something back within each of them. */
export function isByOneTimer(responses: readonly Undisturbed[]): boolean {
  const [first, ...others] = responses;
  if (first === undefined || responses.some(({ chance }) => chance <= maxChance)) return false;
  return first.periodsMs.some((periodMs) => others.every((other) => isPeriodic(first, other, periodMs)));
}

/** The two responses are a whole number of periods apart. A period stands for all up to `chunkStep` times its length. */
function isPeriodic(first: Undisturbed, other: Undisturbed, periodMs: number): boolean {
  const [from, to] = [first.reported.exchange, other.reported.exchange].toSorted((a, b) => a.sentAt - b.sentAt);
  if (from === undefined || to === undefined) return false;
  const periods = Math.floor(spanMs(from, to) / periodMs);
  return (
    other.periodsMs.some((period) => period <= periodMs * chunkStep && periodMs <= period * chunkStep) &&
    periods * periodMs * chunkStep >= to.sentAt - from.receivedAt
  );
}
