/** §8: the limit is per minute: after a window with few or no requests, an organization is served again. */
import type { Exchange } from "../../model/exchange.ts";
import { fails, holds, notApplicable, unjudged, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { type History, isExhausted } from "./history.ts";
import { receipt, seconds, startOf } from "./timeline.ts";
import { isBelowLimit } from "./usage-upper-bound.ts";
import { worstOfHistories } from "./worst-verdict.ts";

export const recovers: SequenceLaw = {
  id: "limit.recovers",
  clause: "limit.per-minute",
  claim: "After a window without requests, an organization whose limit was exceeded is served again",
  fault: "an organization that exceeded its limit is not served again after the window",
  needs: { limitExceeded: true },
  judge: worstOfHistories(judgeHistory),
};

function judgeHistory(history: History): Verdict {
  /** The first of the last 429s in a row, among which there may be some that were sent to see whether it is over. */
  let exceeded: Exchange | undefined;
  let isInRow = false;
  let wasServed = false;
  let isWaiting = false;
  let lastServed: Exchange | undefined;
  /** Since the last 429 that came after as many requests as the limit. */
  let servedSince = Number.POSITIVE_INFINITY;
  for (const exchange of history.exchanges.filter(({ kind }) => kind === "api-key")) {
    if (exceeded !== undefined && exchange.sentAt - exceeded.receivedAt >= history.windowMs) {
      const hasRecovered = isRightAfter(history, lastServed, exchange) && servedSince >= history.limit / 2;
      if (isExhausted(exchange) && !hasRecovered && isBelowLimit(history, exchange))
        return stillRejected(history, exceeded, exchange);
      wasServed ||= exchange.isSuccess;
      isWaiting = isExhausted(exchange);
    }
    if (exchange.isSuccess) {
      lastServed = exchange;
      servedSince += 1;
    }
    if (isExhausted(exchange) && !isInRow) {
      exceeded = exchange;
      if (sentInWindow(history, exchange) >= history.limit) servedSince = 0;
    }
    isInRow = isExhausted(exchange);
  }
  if (wasServed) return holds;
  if (!isWaiting) return notApplicable;
  return unjudged(
    "inconclusive",
    "the last request was still answered 429, which a sliding counter that counts rejected requests may do",
  );
}

/** Then a 429 is early. A limiter that does not recover, or hardly, is seen by reads that are further apart. */
const isRightAfter = ({ windowMs }: History, served: Exchange | undefined, rejected: Exchange) =>
  rejected.sentAt - (served?.sentAt ?? Number.NEGATIVE_INFINITY) < windowMs / 10;

const sentInWindow = ({ possiblyCounted, windowMs }: History, rejected: Exchange) =>
  possiblyCounted.within(startOf(rejected.sentAt - windowMs), receipt(rejected)) - 1;

function stillRejected(history: History, exceeded: Exchange, rejected: Exchange): Verdict {
  const { windowMs } = history;
  const sent = sentInWindow(history, rejected);
  const requests = sent === 0 ? "no request" : sent === 1 ? "only one request" : `only ${sent} requests`;
  return fails({
    expected: `a 2xx, ${seconds(rejected.sentAt - exceeded.receivedAt)} after the limit was exceeded`,
    actual: `429, with ${requests} sent in the last ${windowMs / 1000} s`,
    exchanges: [exceeded.index, rejected.index],
  });
}
