/**
 * A server counts a request, and then reads the value of `X-RateLimit-Remaining` for its response (§8). If another
 * request is given back between the two, the value is one too high. This file computes how likely that is.
 *
 * Example, 100 in 60 s: a request is given back every 600 ms, and counting and reading are 2 ms apart. So the value is
 * too high in one response of 300.
 */
import type { Exchange } from "../../model/exchange.ts";
import { mayShareTimer, possibleChunks } from "./chunks.ts";
import { type History, hasNoConcurrent, type Reported, refilledDuring } from "./history.ts";
import { hasGivenBackBefore } from "./remaining-steps.ts";
import { isAfterExhaustion } from "./reports-after-counting.ts";
import { type Span, spanMs } from "./timeline.ts";

/** A response without others in flight, in less than a quarter of the time in which one request is refilled. */
interface Undisturbed {
  readonly reported: Reported;
  /** The periods of a timer that may give requests back, in ms; none if no timer explains what was given back. */
  readonly periodsMs: readonly number[];
  /** How likely it is that a request was given back meanwhile, from 0 to 1. */
  readonly chance: number;
}

/** The laws assume that anything less likely did not happen. */
export const maxChance = 1 / 300;

/** The undisturbed responses with this value. `readingDelayMs`: the longest time between counting and reading it. */
export function undisturbedWith(history: History, remaining: number, readingDelayMs: number): readonly Undisturbed[] {
  const { reported, refillPerMs } = history;
  const undisturbed = reported.filter(
    (each) =>
      each.remaining === remaining &&
      hasNoConcurrent(history, each.exchange) &&
      refilledDuring(history, each.exchange) < 0.25 &&
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

/** How likely it is that a request was given back during every one of these responses. */
export const chanceOfAll = (responses: readonly Undisturbed[]) =>
  responses.reduce((product, { chance }) => product * chance, 1);

/** The responses came at intervals of one timer, which may have given a request back during each of them. */
export function isByOneTimer(responses: readonly Undisturbed[]): boolean {
  const exchanges = responses.map(({ reported }) => reported.exchange).toSorted((a, b) => a.sentAt - b.sentAt);
  const periodsMs = responses[0]?.periodsMs ?? [];
  return periodsMs.some((periodMs) =>
    exchanges.every((exchange) => mayShareTimer(spanOf(exchanges[0] ?? exchange), spanOf(exchange), periodMs)),
  );
}

const spanOf = (exchange: Exchange): Span => ({ first: exchange, last: exchange });
