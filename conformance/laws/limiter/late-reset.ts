/**
 * §8: a window that is reset later than a window after its requests.
 *
 * Example, 100 in 60 s: the run begins with a full limit, and uses it up within 2 s. A read at 63 s is answered 429, and one at 75 s reports
 * 99. In the minute before the 429 were only five reads, so no window or log of a minute had 100. A sliding counter might still count a part
 * of what was sent before. But from exceeded to unused in 12 s it forgets a fifth of a window, so it would have had to count 500 requests there.
 * And a bucket refills 20 in that time.
 */
import type { Exchange } from "../../model/exchange.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import type { History } from "./history.ts";
import { timerToleranceMs } from "./refill-bounds.ts";
import { isExhausted, reportedRemaining } from "./single-exchange.ts";
import { endOf, receipt, seconds, sending, spanMs, startOf } from "./timeline.ts";

/** How much of a window may lie between the 429 and the unused limit: in a longer time a bucket may be filled, also by a timer in two chunks. */
const maxShare = 0.4;

export function resetLate(history: History): Fail | undefined {
  const { exchanges, reported, limit, windowMs, possiblyCounted, certainlyCounted } = history;
  const toleranceMs = timerToleranceMs(history);
  const [start] = reported;
  if (start === undefined || start.remaining < limit - 1) return undefined;
  let rejected: Exchange | undefined;
  for (const exchange of exchanges) {
    if (isExhausted(exchange) && exchange.sentAt >= start.exchange.receivedAt) rejected = exchange;
    const remaining = reportedRemaining(exchange);
    if (rejected === undefined || remaining === undefined || rejected.receivedAt > exchange.sentAt) continue;
    const minCounted = 1 + certainlyCounted.minWithin(receipt(rejected), sending(exchange));
    if (remaining < limit - minCounted) continue;
    const from = rejected.sentAt - windowMs - toleranceMs;
    const recent = possiblyCounted.maxWithin(startOf(from), receipt(rejected)) - 1;
    const earlier = possiblyCounted.maxWithin(
      startOf(from - windowMs),
      endOf(exchange.receivedAt - windowMs + toleranceMs),
    );
    const shareForgotten = (spanMs(rejected, exchange) + toleranceMs) / windowMs;
    if (shareForgotten > maxShare || recent + earlier * shareForgotten >= limit) continue;
    return fails({
      expected: `a 2xx, since at most ${recent} requests were sent in the ${seconds(windowMs + toleranceMs)} before (or is the window longer than ${windowMs / 1000} s?)`,
      actual: `429, and ${seconds(spanMs(rejected, exchange))} later the whole limit was unused: X-RateLimit-Remaining: ${remaining}`,
      exchanges: [exchange.index, rejected.index],
    });
  }
  return undefined;
}
