/**
 * §8: when the limit is exceeded, the response status is 429. This law finds a limiter that rejects with another
 * status.
 *
 * Example: a key's reads of /v1/products are served until `remaining` is 0, and the next three are answered 503. One
 * error may have any cause. Three errors in a row, to reads that were served before, come from the limiter if nothing
 * remains. An overloaded server may report 0 in its errors: this proves nothing if fewer requests were served than the limit allows.
 *
 * If the header does not show that nothing remains, the law fails only after twice the limit has been served. If
 * requests remain by the header and by our count, the errors may be an outage: the law fails only if they begin again a
 * window later. Errors at the same time as a 429 do not count: this limiter answers 429, and the server may have no
 * room for so many parallel requests.
 *
 * A limiter may also reject only writes with another status: a key's reads are answered 429, and between two of these
 * 429s all submissions 503 or 403, although earlier ones were accepted (`judgeWrites`). Of other statuses, 409 may say
 * that a submission is a repeated one, and 402 that a plan allows no more of them. Or it rejects only some reads with
 * another status, or those of a session: between two 429s one is answered 401, 403 or a 5xx, reports that nothing remains,
 * and was served before (`judgeReads`).
 */
import { type Exchange, isAuthenticated, isServerError } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { exhaustionsOf } from "./exhaustion.ts";
import type { History } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { isCertainlyCounted, isGet, isKey429 } from "./single-exchange.ts";
import { answeredBetween, receipt, sending, startOf, Timeline } from "./timeline.ts";
import { isBelowLimit } from "./usage-upper-bound.ts";
import { maxUseBeforeRun } from "./use-before-run.ts";
import { worstOfHistories } from "./worst-verdict.ts";

export const answered429: SequenceLaw = {
  id: "limit.answered-429",
  clause: "limit.exceeded",
  claim: "When the limit is exceeded, the response status is 429",
  fault: "the limiter rejects requests with another status than 429",
  needs: { limitExceeded: true },
  judge: worstOfHistories((history) => judgeWrites(history) ?? judgeReads(history) ?? judgeHistory(history)),
};

const minErrors = 3;

/** The requests with API keys that were served so far. */
interface Served {
  readonly count: number;
  readonly last: Exchange | undefined;
  /** The value in the last response that carried the header. */
  readonly remaining: number | undefined;
}

/** Consecutive errors, other than 429, to requests with API keys that were served earlier. */
interface ErrorsInARow {
  readonly errors: readonly Exchange[];
  /** The first of `errors`, and the last, which is a read. */
  readonly first: Exchange;
  readonly last: Exchange;
  readonly servedBefore: Served;
}

function judgeHistory(history: History): Verdict {
  /** The first errors that may be an outage. */
  let outage: ErrorsInARow | undefined;
  for (const row of errorsInARow(history)) {
    if (areCounted(row)) continue;
    const isExceeded = reportsNoneLeft(history, row);
    if (!isExceeded && row.servedBefore.count < 2 * history.limit) continue;
    // An outage lasts until something is served, however many requests it gets.
    const isSameOutage = row.servedBefore.count === outage?.servedBefore.count;
    if (!isExceeded && (isSameOutage || mayBeOutage(history, row))) {
      outage ??= row;
      if (isSameOutage || row.first.sentAt - outage.first.receivedAt < history.windowMs) continue;
    }
    return anotherStatus(row);
  }
  return history.exchanges.some(isKey429) ? holds : notApplicable;
}

function judgeWrites(history: History): Verdict | undefined {
  for (const exhaustion of exhaustionsOf(history)) {
    const { first } = exhaustion;
    const isWrite = (exchange: Exchange) => exchange.credential === first.credential && !isGet(exchange);
    const errors = answeredBetween(exhaustion).filter(isWrite);
    const [error] = errors;
    if (error === undefined || errors.length < minErrors) continue;
    const isSame = ({ status, operation }: Exchange) => status === error.status && operation === error.operation;
    if (!isAboutLimit(error) || !errors.every(isSame)) continue;
    const served = history.exchanges.findLast(
      (exchange) =>
        isWrite(exchange) &&
        exchange.operation === error.operation &&
        exchange.isSuccess &&
        exchange.receivedAt <= first.sentAt,
    );
    if (served === undefined) continue;
    return fails({
      expected: "429",
      actual: `${error.status}, ${errors.length} times, while reads were answered 429, and after such requests were served`,
      exchanges: [served, first, ...errors, exhaustion.last].map(({ index }) => index),
      shown: error.index,
    });
  }
  return undefined;
}

function judgeReads(history: History): Verdict | undefined {
  const isWrittenBetween = writesBetween(history);
  for (const exhaustion of exhaustionsOf(history)) {
    const { first, last } = exhaustion;
    /** The error with the same read before the limit was exceeded; none if the endpoint had stopped answering by then. */
    const afterServed = (error: Exchange) => {
      const isSame = (each: Exchange) => keyAndUrlOf(each) === keyAndUrlOf(error) && each.receivedAt <= first.sentAt;
      const before = history.exchanges.findLast(isSame);
      return before?.isSuccess && !isWrittenBetween(before, error) ? [{ error, served: before }] : [];
    };
    /** The same read has the same error while requests remain. */
    const isOfEndpoint = (error: Exchange) =>
      history.exchanges.some(
        (each) =>
          keyAndUrlOf(each) === keyAndUrlOf(error) && each.status === error.status && (remainingOf(each) ?? 0) > 0,
      );
    const [found] = answeredBetween(exhaustion)
      .filter((each) => isGet(each) && isAuthenticated(each) && remainingOf(each) === 0)
      .filter((each) => isAboutExhaustion(each) && !isOfEndpoint(each))
      .flatMap(afterServed);
    if (found === undefined) continue;
    const { error, served } = found;
    return fails({
      expected: "429",
      actual: `${error.status} with X-RateLimit-Remaining: 0, while other reads were answered 429, and after this one was served`,
      exchanges: [served, first, error, last].map(({ index }) => index),
      shown: error.index,
    });
  }
  return undefined;
}

/**
 * Whether the limit may be the reason for a read's error: 403, a key's 401, or a 5xx other than 501. A session's 401 is left out, since the
 * session may have ended.
 */
const isAboutExhaustion = (error: Exchange) =>
  error.status === 403 ||
  (error.status === 401 && error.kind === "api-key") ||
  (isServerError(error) && error.status !== 501);

/**
 * Whether the limit may be the reason for the error of a write that was accepted before: the key's permissions and the path are still the same.
 * 409 and 402 may have another reason.
 */
const isAboutLimit = (error: Exchange) => isServerError(error) || [401, 403, 404, 405].includes(error.status);

/** The header reported that nothing remains: 0, or 1 from a limiter that reports before it counts. */
const reportsNoneLeft = (history: History, { servedBefore, last }: ErrorsInARow) =>
  isNone(servedBefore.remaining) || (isNone(remainingOf(last)) && mayHaveReachedLimit(history, last));

/** Each error reports that requests remain, and the value changes with each: so the limiter has let these requests pass. */
const areCounted = ({ errors }: ErrorsInARow) => {
  const reported = errors.map((error) => remainingOf(error) ?? 0);
  const isFalling = reported.some((remaining, at) => remaining < (reported[at - 1] ?? 0));
  const isChanging = reported.every((remaining, at) => remaining !== reported[at - 1]);
  return isFalling && isChanging && reported.every((remaining) => !isNone(remaining));
};

const isNone = (remaining: number | undefined) => remaining !== undefined && remaining <= 1;

const mayHaveReachedLimit = (history: History, error: Exchange) => {
  const inWindow = history.certainlyCounted.maxWithin(startOf(error.sentAt - history.windowMs), receipt(error));
  return inWindow + maxUseBeforeRun(history, error) >= history.limit - 1;
};

/** Requests remain by the header and by our count, so the limiter has no reason to reject. */
const mayBeOutage = (history: History, { servedBefore, last }: ErrorsInARow) =>
  servedBefore.remaining !== undefined && isBelowLimit(history, last);

function anotherStatus({ errors, last, servedBefore: { count, remaining, last: lastServed } }: ErrorsInARow): Verdict {
  return fails({
    expected: "429",
    actual: `${last.status}, ${errors.length} times in a row, after ${count} requests were served, the last with X-RateLimit-Remaining: ${remaining ?? "absent"}`,
    exchanges: [...(lastServed === undefined ? [] : [lastServed]), ...errors].map(({ index }) => index),
  });
}

const isErrorBut429 = ({ status }: Exchange) => status >= 400 && status !== 429;

const keyAndUrlOf = ({ credential, request }: Exchange) => `${credential} ${request.url}`;

/** Whether what is read was written to between a read that was served and one with an error: the write may have broken it. */
const writesBetween = oncePerHistory(({ exchanges }) => {
  const readUrls = new Set(exchanges.flatMap((each) => (isGet(each) ? [each.request.url] : [])));
  const writes = exchanges.filter((each) => !isGet(each) && readUrls.has(each.request.url));
  return (served: Exchange, error: Exchange) =>
    writes.some(
      ({ request, sentAt, receivedAt }) =>
        request.url === error.request.url && receivedAt > served.sentAt && sentAt < error.receivedAt,
    );
});

/** For each read that is at least the third error in a row: this error and those before it. */
function* errorsInARow(history: History): Generator<ErrorsInARow> {
  const { exchanges } = history;
  const isWrittenBetween = writesBetween(history);
  const rejected = new Timeline(exchanges.filter(isKey429));
  const isBeside429 = (error: Exchange) => rejected.maxWithin(sending(error), receipt(error)) > 0;
  const servedReads = new Map<string, Exchange>();
  let served: Served = { count: 0, last: undefined, remaining: undefined };
  let errors: Exchange[] = [];
  const isJudged = (exchange: Exchange) => !isErrorBut429(exchange) || !isBeside429(exchange);
  for (const exchange of exchanges.filter((each) => each.kind === "api-key" && isJudged(each))) {
    if (isCertainlyCounted(exchange)) {
      served = { count: served.count + 1, last: exchange, remaining: remainingOf(exchange) ?? served.remaining };
      if (isGet(exchange)) servedReads.set(keyAndUrlOf(exchange), exchange);
    }
    const before = servedReads.get(keyAndUrlOf(exchange));
    if (isErrorBut429(exchange) && before !== undefined && !isWrittenBetween(before, exchange)) errors.push(exchange);
    else errors = [];
    const [first] = errors;
    if (first !== undefined && errors.length >= minErrors && isGet(exchange))
      yield { errors, first, last: exchange, servedBefore: served };
  }
}
