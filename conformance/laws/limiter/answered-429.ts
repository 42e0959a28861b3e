/**
 * §8: when the limit is exceeded, the response status is 429. This law finds a limiter that rejects with another
 * status.
 *
 * Example: a key's reads of /v1/products are served until `remaining` is 0, and the next three are answered 503. One
 * error may have any cause; three in a row, to reads that were served before, when nothing remains, are the limiter's.
 *
 * Where the header does not show that nothing remains, twice the limit must have been served before. And where, by the
 * header and by our count, requests do remain, the errors may be an outage: the same must begin again a window later.
 */
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { type History, isCertainlyCounted, isKey429 } from "./history.ts";
import { isBelowLimit } from "./usage-upper-bound.ts";
import { worstOfHistories } from "./worst-verdict.ts";

export const answered429: SequenceLaw = {
  id: "limit.answered-429",
  clause: "limit.exceeded",
  claim: "When the limit is exceeded, the response status is 429",
  fault: "the limiter refuses with another status than 429",
  needs: { limitExceeded: true },
  judge: worstOfHistories(judgeHistory),
};

const minErrors = 3;

const requestOf = ({ credential, request }: Exchange) => `${credential} ${request.url}`;

function judgeHistory(history: History): Verdict {
  const served = new Set<string>();
  let servedCount = 0;
  let lastServed: Exchange | undefined;
  let remaining: number | undefined;
  let errors: Exchange[] = [];
  /** The first error while requests remained. */
  let outage: Exchange | undefined;
  for (const exchange of history.exchanges) {
    if (exchange.kind !== "api-key") continue;
    const isRead = exchange.request.method === "GET";
    if (isCertainlyCounted(exchange)) {
      servedCount += 1;
      lastServed = exchange;
      remaining = remainingOf(exchange) ?? remaining;
      if (isRead) served.add(requestOf(exchange));
    }
    if (exchange.status < 400 || isKey429(exchange) || !served.has(requestOf(exchange))) {
      errors = [];
      continue;
    }
    errors.push(exchange);
    if (errors.length < minErrors || !isRead) continue;
    const isExhausted = [remaining, remainingOf(exchange)].some((value) => value !== undefined && value <= 1);
    if (!isExhausted && servedCount < 2 * history.limit) continue;
    if (!isExhausted && remaining !== undefined && isBelowLimit(history, exchange)) {
      const [start = exchange] = errors;
      outage ??= start;
      if (start.sentAt - outage.receivedAt < history.windowMs) continue;
    }
    return fails({
      expected: "429",
      actual: `${exchange.status}, ${errors.length} times in a row, after ${servedCount} requests were served, the last with X-RateLimit-Remaining: ${remaining ?? "absent"}`,
      exchanges: [...(lastServed === undefined ? [] : [lastServed]), ...errors].map(({ index }) => index),
    });
  }
  return history.exchanges.some(isKey429) ? holds : notApplicable;
}
