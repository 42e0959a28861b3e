/**
 * §8: the limit is per minute, so an organization whose limit was exceeded is served again a window later, if it sends
 * little meanwhile.
 *
 * Example, 100 in 60 s: the first 429 comes after 100 requests. One request 61 s later, and none in between, is
 * answered 429: a failure. Where the requests in between are so many that a legal limiter may still count the limit as
 * exceeded (`isBelowLimit` is false), nothing is judged. A 429 right after something was served again is another law's,
 * `limit.not-early`.
 */
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
  /** The first of the latest 429s in a row. */
  let exceeded: Exchange | undefined;
  let isInRow = false;
  let wasServed = false;
  let isWaiting = false;
  let lastServed: Exchange | undefined;
  /** How many were served since the limit was last exceeded: since a 429 after as many requests as the limit. */
  let servedSince = Number.POSITIVE_INFINITY;
  for (const exchange of history.exchanges.filter(({ kind }) => kind === "api-key")) {
    if (exceeded !== undefined && exchange.sentAt - exceeded.receivedAt >= history.windowMs) {
      // Served again meanwhile: a 429 is then `limit.not-early`'s to judge.
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
