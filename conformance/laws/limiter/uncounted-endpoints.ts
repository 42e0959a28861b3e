/**
 * §8: each request counts, whatever its endpoint and method. A limiter may answer an endpoint 429 when the limit is
 * exceeded, and yet not count the requests to it.
 *
 * Example, 100 in 60 s: a key's responses report 90, 89, 88 and so on. But each of three reads of the installation
 * reports the same value as the response before it, 10 ms earlier. A bucket gives a request back in one of sixty such
 * steps, so it did not do so in all three.
 */
import { isAuthenticated } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, notApplicable, type Verdict } from "../../model/verdict.ts";
import { maxChance } from "./given-back-meanwhile.ts";
import { type History, hasNoConcurrent, maxUseBeforeRun } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { maxExpiredBetween } from "./refill-bounds.ts";
import { fallOf, type RemainingChange } from "./remaining-steps.ts";
import { isServed } from "./single-exchange.ts";
import { spanMs } from "./timeline.ts";

/** From one served request to the next of the same kind of credential, with no other request of the organization beside or between them. */
interface QuietStep extends RemainingChange {
  /** The chance that a limiter that refills gave one request back in this time; 1 or more: it may have given back several. */
  readonly chance: number;
}

/** Fails if requests of an endpoint are not counted. `kind`: of the credentials whose requests are judged. */
export function uncountedEndpoint(histories: readonly History[], kind: "api-key" | "session"): Verdict {
  const steps = histories.flatMap(quietSteps);
  // A server that reports before it counts shows what is not counted in the response after it.
  const sides = histories.some(({ remainingIncludesSelf }) => remainingIncludesSelf)
    ? (["last"] as const)
    : (["last", "first"] as const);
  for (const side of sides) {
    const ofKind = steps.filter(({ last }) => last.kind === kind);
    const operations = [...new Set(ofKind.map((step) => step[side].operation))];
    for (const operation of operations) {
      const own = ofKind.filter((step) => step[side].operation === operation);
      const others = steps.filter((step) => step[side].operation !== operation);
      if (own.length < minSteps || !own.every((step) => fallOf(step) === 0) || !isCountdown(others)) continue;
      const shareOfOthers = others.filter((step) => fallOf(step) !== 1).length / others.length;
      const chance = own.reduce((product, step) => product * Math.min(1, Math.max(step.chance, shareOfOthers)), 1);
      if (chance * operations.length * sides.length > maxChance) continue;
      return fails({
        expected: `X-RateLimit-Remaining to fall by one for each request to ${operation}, as for other requests`,
        actual: `it stayed the same over each of ${own.length}, such as at ${own[0]?.remaining.last}`,
        exchanges: [...new Set(own.flatMap(({ first, last }) => [first.index, last.index]))],
      });
    }
  }
  return notApplicable;
}

/** A single step may be a chance. */
export const minSteps = 2;
/** With fewer steps, or a smaller share of them that fall by one, the header may not count each request. */
const minOthers = 8;
const minShare = 0.9;

export const isCountdown = (steps: readonly QuietStep[]) =>
  steps.length >= minOthers && steps.filter((step) => fallOf(step) === 1).length >= minShare * steps.length;

export const quietSteps = oncePerHistory((history): readonly QuietStep[] => {
  const { exchanges, refillPerMs } = history;
  return exchanges.slice(1).flatMap((last, at) => {
    const first = exchanges[at];
    if (first?.kind !== last.kind || first.receivedAt > last.sentAt) return [];
    const values = [first, last].map((exchange) =>
      isAuthenticated(exchange) &&
      exchange.operation !== undefined &&
      isServed(exchange) &&
      hasNoConcurrent(history, exchange)
        ? remainingOf(exchange)
        : undefined,
    );
    const [before, after] = values;
    if (before === undefined || after === undefined || maxUseBeforeRun(history, first) > 0) return [];
    if (maxExpiredBetween(history, first, last) > 0) return [];
    return [{ first, last, remaining: { first: before, last: after }, chance: refillPerMs * spanMs(first, last) }];
  });
});
