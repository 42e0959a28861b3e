/**
 * §7.2: 429 is returned when the organization's rate limit is exceeded, and so not before. Two ways to see that it came
 * too early:
 *
 * 1. a key's response reports 40 remaining, and its next request is answered 429: `despiteRemaining`;
 * 2. 429 after at most 60 requests that may have been counted, where the limit is 100: `afterTooFew`.
 *
 * Two laws: `limit.not-early` judges every 429. A gateway may answer some of them for limits of its own, such as on
 * logins or on concurrent requests; `limit.whole-limit-served` leaves out what such a limit explains, so that its
 * failure is certainly the rate limiter's.
 */
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type Fail, fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { Sequence, SequenceLaw } from "../sequence-law.ts";
import { isEarly } from "./early-rejection.ts";
import { type History, reportsOneLessAtFirst } from "./history.ts";
import { maxCountedBetween } from "./refill-bounds.ts";
import { isByLimit } from "./rejected-by-limit.ts";
import { remainingCountsRequests } from "./remaining-counts-requests.ts";
import { isAfterExhaustion } from "./remaining-steps.ts";
import { separateCounts } from "./separate-counts.ts";
import { isKey429, reportedRemaining } from "./single-exchange.ts";
import { receipt, spanMs, startOf } from "./timeline.ts";
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
  const headerCounts = remainingCountsRequests(sequence.histories);
  const lastServed = new Map<string, Served>();
  let isJudged = false;
  for (const exchange of history.exchanges) {
    const remaining = reportedRemaining(exchange);
    if (remaining !== undefined) lastServed.set(exchange.credential, { exchange, remaining });
    if (!isKey429(exchange)) continue;
    isJudged = true;
    const served = headerCounts ? lastServed.get(exchange.credential) : undefined;
    const verdict = despiteRemaining(history, exchange, served) ?? afterTooFew(history, exchange);
    if (verdict !== undefined && concerns(exchange))
      return { ...verdict, actual: verdict.actual + lockHint(history, exchange, sequence) };
  }
  return isJudged ? holds : notApplicable;
}

/** After fewer requests with rejected credentials, no server locks an address out. */
const minRejected = 10;

/** For the failure's sentence: many 401s before suggest that a lock on the address answered, unless separate counts explain it. */
function lockHint({ windowMs }: History, rejected: Exchange, { exchanges, histories }: Sequence): string {
  const isBefore = ({ status, receivedAt }: Exchange) =>
    status === 401 && receivedAt <= rejected.sentAt && receivedAt > rejected.sentAt - 2 * windowMs;
  const count = exchanges.filter(isBefore).length;
  if (remainingOf(rejected) !== 0 || count < minRejected || histories.some(separateCounts)) return "";
  return `, after ${count} requests that were answered 401: if this is a lock on the address, its X-RateLimit-Remaining: 0 is not the organization's`;
}

interface Served {
  readonly exchange: Exchange;
  readonly remaining: number;
}

/** The same key's last response reported more remaining than may have been used since. */
function despiteRemaining(history: History, rejected: Exchange, served: Served | undefined): Fail | undefined {
  if (served === undefined || served.exchange.receivedAt > rejected.sentAt) return undefined;
  const { exchange: before, remaining } = served;
  // A value that is reported before its own request is counted includes that request.
  const isFast = refilledIn(history, before) < 0.5;
  const itself = isFast && isCertainlyAfterCounting(history) ? 0 : 1;
  const between = maxCountedBetween(history, before, rejected) - 2;
  if (remaining - itself - between < 1) return undefined;
  const when = between === 0 ? "to the very next request" : `${between} requests later`;
  return early(history, `X-RateLimit-Remaining: ${remaining}, and 429 ${when}`, [before.index, rejected.index]);
}

const refilledIn = ({ refillPerMs }: History, exchange: Exchange) => spanMs(exchange, exchange) * refillPerMs;

/** A limiter that reports before counting serves a request with 0 only where one is given back meanwhile: rare in so fast a response. */
const isCertainlyAfterCounting = (history: History) =>
  history.remainingIncludesSelf &&
  (reportsOneLessAtFirst(history) ||
    history.reported.some(
      (each) => each.remaining === 0 && refilledIn(history, each.exchange) < 0.1 && !isAfterExhaustion(history, each),
    ));

function afterTooFew(history: History, rejected: Exchange): Fail | undefined {
  if (!isEarly(history, rejected)) return undefined;
  const { possiblyCounted, windowMs } = history;
  const counted = possiblyCounted.within(startOf(rejected.sentAt - windowMs), receipt(rejected)) - 1;
  const actual = `429 after at most ${counted} requests of the organization in the last ${windowMs / 1000} s`;
  return early(history, actual, [rejected.index]);
}

const early = ({ limit, windowMs }: History, actual: string, exchanges: readonly number[]) =>
  fails({ expected: `no 429 before ${limit} requests in ${windowMs / 1000} s`, actual, exchanges });
