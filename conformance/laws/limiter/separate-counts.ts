/** §8: instances of a server that count requests separately, as `X-RateLimit-Remaining` shows them. */
import { countsUp } from "./counts-up.ts";
import { countedTwice } from "./endpoints-counted-twice.ts";
import { type History, hasNoConcurrent, type Reported } from "./history.ts";
import { isRounded } from "./remaining-counts-requests.ts";
import { earlyResetOf } from "./remaining-falls.ts";
import { fallOf, maxFall, type Step, stepsOfReads } from "./remaining-steps.ts";
import { receipt, seconds, sending, spanMs } from "./timeline.ts";
import { mayHaveReset } from "./window-resets.ts";

/** Separate counts are looked for if one of these checks fails. */
export const findSeparateCounts = ["limit.remaining-falls", "limit.refused-when-exceeded"] as const;

/**
 * A sentence that says how `X-RateLimit-Remaining` shows two counters that answer in turn. Undefined if one counter
 * that counts each request explains the values, perhaps one with a shorter window.
 */
export function separateCounts(history: History): string | undefined {
  if (isRounded(history) || countsUp(history) !== undefined || countedTwice(history) !== undefined) return undefined;
  const twice = eachValueTwice(history);
  if (twice !== undefined) return twice;
  const jump = jumpOf(history);
  if (jump !== undefined) {
    const { first, last } = jump.remaining;
    return `X-RateLimit-Remaining went up and down, once from ${first} to ${last} in ${seconds(spanMs(jump.first, jump.last))}`;
  }
  const early = earlyResetOf(history);
  const ms = early ? spanMs(early.earlier.first, early.later.last) : Number.POSITIVE_INFINITY;
  return ms < history.windowMs / minWindows ? `X-RateLimit-Remaining rose twice in ${seconds(ms)}` : undefined;
}

/** A wrongly declared window is assumed to be less than this many times as long as the limiter's own. */
const minWindows = 20;

/**
 * A step in which `remaining` fell by more than all requests explain, also those of other organizations, if it also rose in another
 * step, and not by a reset. Two counters that answer in turn show this; one counter never does, not even one for all organizations.
 */
function jumpOf(history: History): Step | undefined {
  const ofOthers = ({ first, last }: Step) => history.otherOrganizations.maxWithin(sending(first), receipt(last));
  return stepsOfReads(history).flatMap((steps) => {
    const fall = steps.find((step) => fallOf(step) > maxFall(history, step) + ofOthers(step));
    const isRise = (step: Step) => fallOf(step) < 0 && !mayHaveReset(history, step, ofOthers(step));
    return fall !== undefined && steps.some(isRise) ? [fall] : [];
  })[0];
}

/**
 * A sentence if each value came twice, as where a load balancer gives every second request to either of two instances:
 * 99, 99, 98, 98. A limiter that refills gradually falls by half of the requests, too, if they happen to come at twice
 * its rate, but not so evenly over so many.
 */
function eachValueTwice(history: History): string | undefined {
  const reported = new Map(history.reported.map((each) => [each.exchange, each]));
  let first: Reported | undefined;
  for (const exchange of history.exchanges) {
    const last = reported.get(exchange);
    if (last === undefined) first = undefined;
    else if (hasNoConcurrent(history, exchange)) {
      const requests = last.position - (first ?? last).position;
      const fall = (first ?? last).remaining - last.remaining;
      if (first === undefined || Math.abs(2 * fall - requests) > 1) first = last;
      else if (requests >= minRequestsInPairs)
        return `X-RateLimit-Remaining had each value twice, from ${first.remaining} to ${last.remaining} in ${requests} requests`;
    }
  }
  return undefined;
}

/** Over how many requests each value must have come twice. */
const minRequestsInPairs = 40;
