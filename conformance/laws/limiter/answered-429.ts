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

/** Consecutive errors of a key, each to a request that was served earlier; and what had been served before them. */
interface ErrorsInARow {
  readonly errors: readonly Exchange[];
  /** The first of `errors`, and the last, which is a read. */
  readonly first: Exchange;
  readonly last: Exchange;
  readonly servedCount: number;
  readonly lastServed: Exchange | undefined;
  /** What the last response that was served and carried the header reported. */
  readonly remaining: number | undefined;
}

function judgeHistory(history: History): Verdict {
  /** The first error of those that may be an outage: requests remained. */
  let outage: Exchange | undefined;
  for (const row of errorsInARow(history)) {
    const { errors, first, last, servedCount, lastServed, remaining } = row;
    if (!isNothingLeft(row)) {
      if (servedCount < 2 * history.limit) continue;
      if (remaining !== undefined && isBelowLimit(history, last)) {
        outage ??= first;
        if (first.sentAt - outage.receivedAt < history.windowMs) continue;
      }
    }
    return fails({
      expected: "429",
      actual: `${last.status}, ${errors.length} times in a row, after ${servedCount} requests were served, the last with X-RateLimit-Remaining: ${remaining ?? "absent"}`,
      exchanges: [...(lastServed === undefined ? [] : [lastServed]), ...errors].map(({ index }) => index),
    });
  }
  return history.exchanges.some(isKey429) ? holds : notApplicable;
}

/** The header said so: 0, or 1 from a limiter that reports before it counts. */
const isNothingLeft = ({ remaining, last }: ErrorsInARow) =>
  [remaining, remainingOf(last)].some((value) => value !== undefined && value <= 1);

const requestOf = ({ credential, request }: Exchange) => `${credential} ${request.url}`;

/** For each read that is at least the third error in a row: the errors up to it. */
function* errorsInARow({ exchanges }: History): Generator<ErrorsInARow> {
  const servedReads = new Set<string>();
  let servedCount = 0;
  let lastServed: Exchange | undefined;
  let remaining: number | undefined;
  let errors: Exchange[] = [];
  for (const exchange of exchanges) {
    if (exchange.kind !== "api-key") continue;
    const isRead = exchange.request.method === "GET";
    if (isCertainlyCounted(exchange)) {
      servedCount += 1;
      lastServed = exchange;
      remaining = remainingOf(exchange) ?? remaining;
      if (isRead) servedReads.add(requestOf(exchange));
    }
    const isError = exchange.status >= 400 && !isKey429(exchange) && servedReads.has(requestOf(exchange));
    if (isError) errors.push(exchange);
    else errors = [];
    const [first] = errors;
    if (first === undefined || errors.length < minErrors || !isRead) continue;
    yield { errors, first, last: exchange, servedCount, lastServed, remaining };
  }
}
