/** §8: finds served requests with 0 remaining, more than can have been given back. Example: three within 0.1 s. */
import type { Exchange } from "../../model/exchange.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import { mayBeChunked } from "./chunks.ts";
import type { History } from "./history.ts";
import { maxCountedBetween, maxFreedBetween } from "./refill-bounds.ts";
import { seconds, spanMs } from "./timeline.ts";

export function servedAtZero(history: History): Fail | undefined {
  let served: Exchange[] = [];
  for (const { exchange, remaining } of history.reported) {
    const [first] = served;
    // Concurrent requests are left out: it is not known which of them was counted first.
    if (remaining > 0) served = [];
    else if (first === undefined || exchange.sentAt >= first.receivedAt) served.push(exchange);
    if (first === undefined || served.length < 3) continue;
    const last = served.reduce((a, b) => (b.receivedAt > a.receivedAt ? b : a));
    const min = served.length - 1;
    const max = 1 + maxFreedBetween(history, first, last);
    if (min < max || mayBeChunked(history, { first, last, min, max: maxCountedBetween(history, first, last) }))
      continue;
    return fails({
      expected: `429 once X-RateLimit-Remaining was 0: at most ${Math.floor(max)} requests can have been given back`,
      actual: `${served.length} served in ${seconds(spanMs(first, last))} with X-RateLimit-Remaining: 0`,
      exchanges: served.map(({ index }) => index),
    });
  }
  return undefined;
}
