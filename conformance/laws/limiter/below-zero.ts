/** §8: a request that is served although `X-RateLimit-Remaining`, by its own response, fell below 0. */
import { type Fail, fails } from "../../model/verdict.ts";
import type { History, Reported } from "./history.ts";
import { receipt, requestsOf, sending } from "./timeline.ts";

/**
 * From one less than the limit to less than 0, it counts more requests than the limit. A value that does not go on from the one
 * before, such as a constant -1, counts nothing.
 */
export function servedBelowZero(history: History): Fail | undefined {
  const { reported, limit } = history;
  const at = reported.findIndex(
    (each, position) =>
      each.remaining < 0 && each.maxSoFar >= limit - 1 && followsAlone(history, reported[position - 1], each),
  );
  const [before, below] = [reported[at - 1], reported[at]];
  if (before === undefined || below === undefined) return undefined;
  return fails({
    expected: `429 after X-RateLimit-Remaining: ${before.remaining}`,
    actual: `${below.exchange.status} with X-RateLimit-Remaining: ${below.remaining}: the limit of ${limit} is exceeded, as the response itself says`,
    exchanges: [before.exchange.index, below.exchange.index],
  });
}

/** The next request of the organization, one less; and nothing else was in flight that a limiter may have counted before it reported. */
const followsAlone = ({ possiblyCounted }: History, before: Reported | undefined, { exchange, ...of }: Reported) =>
  before?.position === of.position - 1 &&
  before.remaining === of.remaining + 1 &&
  possiblyCounted.within(sending(exchange), receipt(exchange)) === requestsOf(exchange);
