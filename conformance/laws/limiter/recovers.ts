/** §8: the limit is per minute: after a window with few or no requests, an organization is served again. */
import type { Exchange } from "../../model/exchange.ts";
import { fails, holds, notApplicable, unjudged, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { type History, is429 } from "./history.ts";
import { receipt, seconds, startOf } from "./timeline.ts";
import { isBelowLimit } from "./usage-upper-bound.ts";
import { worstOfHistories } from "./worst-verdict.ts";

export const recovers: SequenceLaw = {
  id: "limit.recovers",
  clause: "limit.per-minute",
  claim: "After a window without requests, an organization whose limit was exceeded is served again",
  needs: { limitExceeded: true },
  judge: worstOfHistories(judgeHistory),
};

function judgeHistory(history: History): Verdict {
  /** The first of the last 429s in a row, among which there may be some that were sent to see whether it is over. */
  let exceeded: Exchange | undefined;
  let isInRow = false;
  let lastServed: Exchange | undefined;
  let wasServed = false;
  let isWaiting = false;
  for (const exchange of history.exchanges.filter(({ kind }) => kind === "api-key")) {
    if (exceeded !== undefined && exchange.sentAt - exceeded.receivedAt >= history.windowMs) {
      // Served within the last window, it has recovered: then another 429 is early.
      const isServing = lastServed !== undefined && exchange.sentAt - lastServed.sentAt < history.windowMs;
      if (is429(exchange) && !isServing && isBelowLimit(history, exchange))
        return stillRejected(history, exceeded, exchange);
      wasServed ||= exchange.isSuccess;
      isWaiting = is429(exchange);
    }
    if (exchange.isSuccess) lastServed = exchange;
    if (is429(exchange) && !isInRow) exceeded = exchange;
    isInRow = is429(exchange);
  }
  if (wasServed) return holds;
  if (!isWaiting) return notApplicable;
  return unjudged(
    "inconclusive",
    "the last request was still answered 429, which a sliding counter that counts rejected requests may do",
  );
}

function stillRejected(history: History, exceeded: Exchange, rejected: Exchange): Verdict {
  const { possiblyCounted, windowMs } = history;
  const sent = possiblyCounted.within(startOf(rejected.sentAt - windowMs), receipt(rejected)) - 1;
  const requests = sent === 0 ? "no request" : sent === 1 ? "only one request" : `only ${sent} requests`;
  return fails({
    expected: `a 2xx, ${seconds(rejected.sentAt - exceeded.receivedAt)} after the limit was exceeded`,
    actual: `429, with ${requests} sent in the last ${windowMs / 1000} s`,
    exchanges: [exceeded.index, rejected.index],
  });
}
