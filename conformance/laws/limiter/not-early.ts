/**
 * §7.2: 429 is returned when the organization's rate limit is exceeded, and so not before. A 429 came too early if
 *
 * 1. a key's response reports 40 remaining, and its next request is answered 429: `despiteRemaining`;
 * 2. 429 after at most 60 requests that may have been counted, where the limit is 100: `afterTooFew`.
 *
 * Two laws judge this. `limit.not-early` judges every 429. But a gateway may answer 429 for limits of its own, such as
 * on logins or on concurrent requests. `limit.whole-limit-served` leaves out the 429s that such a limit explains, so
 * that its failure is certainly the rate limiter's.
 */
import { plural } from "../../../cli/plural.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type Fail, fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { Sequence, SequenceLaw } from "../sequence-law.ts";
import { isEarly } from "./early-rejection.ts";
import { type History, type Reported, refilledDuring } from "./history.ts";
import { maxCountedBetween } from "./refill-bounds.ts";
import { isByLimit } from "./rejected-by-limit.ts";
import { remainingCountsRequests } from "./remaining-counts-requests.ts";
import { separateCounts } from "./separate-counts.ts";
import { isCertainlyCounted, isKey429, reportedRemaining } from "./single-exchange.ts";
import { countedInWindow } from "./usage-upper-bound.ts";
import { worst } from "./worst-verdict.ts";

export const notEarly: SequenceLaw = {
  id: "limit.not-early",
  clause: "error.429-only",
  claim: "429 does not come before the organization's limit is exceeded",
  fault: "429 comes before the organization has used its whole limit",
  needs: { limitExceeded: true },
  judge: (sequence) => worst(sequence.histories.map((history) => judgeHistory(history, sequence, () => true))),
};

export const wholeLimitServed: SequenceLaw = {
  id: "limit.whole-limit-served",
  clause: "error.429",
  claim: "The rate limiter serves the whole limit of an organization before it answers 429",
  fault: "429 comes before the organization has used its whole limit",
  needs: { limitExceeded: true },
  judge: (sequence) =>
    worst(
      sequence.histories.map((history) =>
        judgeHistory(history, sequence, (rejected) => isByLimit(history, rejected, sequence.exchanges)),
      ),
    ),
};

function judgeHistory(history: History, sequence: Sequence, concerns: (rejected: Exchange) => boolean): Verdict {
  const all = rejectionsIn(history, sequence);
  for (const { rejected, served } of all) {
    const verdict = despiteRemaining(history, rejected, served) ?? afterTooFew(history, rejected);
    if (verdict !== undefined && concerns(rejected))
      return { ...verdict, actual: verdict.actual + lockHint(history, rejected, sequence) };
  }
  return all.length > 0 ? holds : notApplicable;
}

/** The 429s to keys, each with the key's last served response before it that reports how many requests remain, if such reports count requests. */
function rejectionsIn(history: History, { histories }: Sequence) {
  const headerCounts = remainingCountsRequests(histories);
  const lastServed = new Map<string, Served>();
  const rejections: { readonly rejected: Exchange; readonly served: Served | undefined }[] = [];
  for (const exchange of history.exchanges) {
    const remaining = reportedRemaining(exchange);
    if (remaining !== undefined) lastServed.set(exchange.credential, { exchange, remaining });
    if (!isKey429(exchange)) continue;
    rejections.push({ rejected: exchange, served: headerCounts ? lastServed.get(exchange.credential) : undefined });
  }
  return rejections;
}

/** A 429, and the served response before it that reported more remaining requests than may have been used since. */
export interface EarlyRejection {
  readonly served: Exchange;
  readonly rejected: Exchange;
  readonly fail: Fail;
}

/** The 429s of all organizations that came although requests remained. */
export const rejectedDespiteRemaining = (sequence: Sequence): readonly EarlyRejection[] =>
  sequence.histories.flatMap((history) =>
    rejectionsIn(history, sequence).flatMap(({ rejected, served }) => {
      const fail = despiteRemaining(history, rejected, served);
      return served === undefined || fail === undefined ? [] : [{ served: served.exchange, rejected, fail }];
    }),
  );

/** No server locks an address after fewer requests with rejected credentials. */
const minRejected = 10;

/** A lock on an address rejects every request for at least this part of the window. */
const minLocked = 1 / 10;

/**
 * The end of a failure's sentence after many 401s: the server may have locked the address. Empty if separate counts
 * explain the 429, or if a request was served soon after it.
 */
function lockHint({ windowMs }: History, rejected: Exchange, { exchanges, histories }: Sequence): string {
  const isBefore = ({ status, receivedAt }: Exchange) =>
    status === 401 && receivedAt <= rejected.sentAt && receivedAt > rejected.sentAt - 2 * windowMs;
  const isServedSoon = (exchange: Exchange) =>
    isCertainlyCounted(exchange) &&
    exchange.sentAt >= rejected.receivedAt &&
    exchange.sentAt < rejected.receivedAt + windowMs * minLocked;
  const count = exchanges.filter(isBefore).length;
  if (remainingOf(rejected) !== 0 || count < minRejected) return "";
  if (exchanges.some(isServedSoon) || histories.some(separateCounts)) return "";
  return `, after ${count} requests that were answered 401: if the server locks an address after so many, its X-RateLimit-Remaining must still be the organization's, and not 0`;
}

type Served = Pick<Reported, "exchange" | "remaining">;

/** Fails if the key's last served response reported more remaining requests than may have been used since. */
function despiteRemaining(history: History, rejected: Exchange, served: Served | undefined): Fail | undefined {
  if (served === undefined || served.exchange.receivedAt > rejected.sentAt) return undefined;
  const { exchange: before, remaining } = served;
  // If the server reports the value before it counts the request, the value includes that request.
  const isFast = refilledDuring(history, before) < 0.5;
  const ownRequest = isFast && history.certainlyIncludesSelf ? 0 : 1;
  const between = maxCountedBetween(history, before, rejected) - 2;
  if (remaining - ownRequest - between < 1) return undefined;
  const [first, second] = before.operation === rejected.operation ? ["", ""] : [named(before), named(rejected)];
  const when = between === 0 ? "as the very next response" : `${plural(between, "request")} later`;
  const actual = `X-RateLimit-Remaining: ${remaining}${first}, and 429${second} ${when}`;
  return earlyFailure(history, actual, [before.index, rejected.index]);
}

const named = ({ operation, request }: Exchange) => ` to ${operation ?? request.method}`;

/** Fails if no legal limiter can regard the limit as exceeded. */
function afterTooFew(history: History, rejected: Exchange): Fail | undefined {
  if (!isEarly(history, rejected)) return undefined;
  const counted = countedInWindow(history, rejected);
  const actual = `429 after at most ${counted} requests of the organization in the last ${history.windowMs / 1000} s`;
  return earlyFailure(history, actual, [rejected.index]);
}

const earlyFailure = ({ limit, windowMs }: History, actual: string, exchanges: readonly number[]) =>
  fails({ expected: `no 429 before ${limit} requests in ${windowMs / 1000} s`, actual, exchanges });
