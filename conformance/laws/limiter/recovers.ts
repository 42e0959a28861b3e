/**
 * §8: the limit is per minute, so an organization whose limit was exceeded is served again a window later, if it sends
 * few requests meanwhile.
 *
 * Example, 100 in 60 s: the first 429 comes after 100 requests. The next request is sent 61 s later and answered 429:
 * the law fails. If so many requests are sent in between that a legal limiter may still regard the limit as exceeded
 * (`isBelowLimit` is false), the law judges nothing. A 429 right after a request was served again is for
 * `limit.not-early`.
 */
import type { Exchange } from "../../model/exchange.ts";
import { fails, holds, notApplicable, unjudged, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import type { History } from "./history.ts";
import { resetLate } from "./late-reset.ts";
import { isExhausted } from "./single-exchange.ts";
import { seconds } from "./timeline.ts";
import { countedInWindow, isBelowLimit } from "./usage-upper-bound.ts";
import { worstOfHistories } from "./worst-verdict.ts";

export const recovers: SequenceLaw = {
  id: "limit.recovers",
  clause: "limit.per-minute",
  claim: "A window after its limit was exceeded, an organization that has stayed below it since is served again",
  fault: "an organization that exceeded its limit is not served again after the window",
  needs: { limitExceeded: true },
  judge: worstOfHistories(judgeHistory),
};

/** A key's request, sent a window or more after the limit was exceeded. */
interface LaterRequest {
  readonly exchange: Exchange;
  /** The first of the latest 429s in a row before it. */
  readonly exceeded: Exchange;
  readonly lastServed: Exchange | undefined;
  /** How many requests were served since a 429 that came after at least the whole limit; infinite if there was none. */
  readonly servedSince: number;
}

function judgeHistory(history: History): Verdict {
  const requests = laterRequests(history);
  const rejected = requests.find(
    (request) =>
      isExhausted(request.exchange) && !wasServedAgain(history, request) && isBelowLimit(history, request.exchange),
  );
  if (rejected !== undefined) return stillRejected(history, rejected);
  const late = resetLate(history);
  if (late !== undefined) return late;
  if (requests.some(({ exchange }) => exchange.isSuccess)) return holds;
  const last = requests.at(-1)?.exchange;
  if (last === undefined || !isExhausted(last)) return notApplicable;
  return unjudged(
    "inconclusive",
    "the last request was still answered 429, which a sliding counter that counts rejected requests may do",
  );
}

function laterRequests(history: History): readonly LaterRequest[] {
  const requests: LaterRequest[] = [];
  let exceeded: Exchange | undefined;
  let lastServed: Exchange | undefined;
  let servedSince = Number.POSITIVE_INFINITY;
  let isInRow = false;
  for (const exchange of history.exchanges.filter(({ kind }) => kind === "api-key")) {
    if (exceeded !== undefined && exchange.sentAt - exceeded.receivedAt >= history.windowMs) {
      requests.push({ exchange, exceeded, lastServed, servedSince });
    }
    if (exchange.isSuccess) {
      lastServed = exchange;
      servedSince += 1;
    }
    if (isExhausted(exchange) && !isInRow) {
      exceeded = exchange;
      if (countedInWindow(history, exchange) >= history.limit) servedSince = 0;
    }
    isInRow = isExhausted(exchange);
  }
  return requests;
}

/** The limit had recovered: a 429 right after that is for `limit.not-early`. */
const wasServedAgain = ({ windowMs, limit }: History, { exchange, lastServed, servedSince }: LaterRequest) =>
  lastServed !== undefined && exchange.sentAt - lastServed.sentAt < windowMs / 10 && servedSince >= limit / 2;

function stillRejected(history: History, { exceeded, exchange: rejected }: LaterRequest): Verdict {
  const sent = countedInWindow(history, rejected);
  const requests = ["no request", "only one request"][sent] ?? `only ${sent} requests`;
  return fails({
    expected: `a 2xx, ${seconds(rejected.sentAt - exceeded.receivedAt)} after the limit was exceeded`,
    actual: `429, with ${requests} sent in the last ${history.windowMs / 1000} s`,
    exchanges: [exceeded.index, rejected.index],
  });
}
