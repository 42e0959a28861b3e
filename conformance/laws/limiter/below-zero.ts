/**
 * §8: a request is served although its own response reports less than 0 remaining.
 *
 * Example: 99, 98, … 1, 0, -1 are 101 requests, and the limit is 100. A constant -1 proves nothing. So the value must
 * be one less than in the response before, and an earlier response must have reported the limit, or one less.
 */
import { type Fail, fails } from "../../model/verdict.ts";
import type { History, Reported } from "./history.ts";
import { receipt, requestsOf, sending } from "./timeline.ts";

export function servedBelowZero(history: History): Fail | undefined {
  const { reported, limit } = history;
  const at = reported.findIndex(
    (each, position) =>
      each.remaining < 0 && each.maxSoFar >= limit - 1 && followsDirectly(history, reported[position - 1], each),
  );
  const [before, below] = [reported[at - 1], reported[at]];
  if (before === undefined || below === undefined) return undefined;
  return fails({
    expected: `429 after X-RateLimit-Remaining: ${before.remaining}`,
    actual: `${below.exchange.status} with X-RateLimit-Remaining: ${below.remaining}: the limit of ${limit} is exceeded, as the response itself says`,
    exchanges: [before.exchange.index, below.exchange.index],
  });
}

/** `after` is the organization's next request and reports one less; no other one in flight may be counted. */
const followsDirectly = ({ possiblyCounted }: History, before: Reported | undefined, after: Reported) =>
  before?.position === after.position - 1 &&
  before.remaining === after.remaining + 1 &&
  possiblyCounted.maxWithin(sending(after.exchange), receipt(after.exchange)) === requestsOf(after.exchange);
