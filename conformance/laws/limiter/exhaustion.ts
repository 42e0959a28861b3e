/**
 * §8: the limit is the organization's. So while it is exhausted, every class of the organization's requests is answered
 * 429: requests with another key, to other endpoints, of a session.
 *
 * Example: a key's read is answered 429, then five requests with a second key are sent, then the first key is answered
 * 429 again, all within 0.2 s. If more of the five are served than a limiter can have given back meanwhile (one, and
 * what was refilled), the second key has another limit. If the server is too slow for that, a header may decide: if a
 * response to the second key reported 50 remaining, the first key cannot be answered 429 next.
 */
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { groupBy } from "../../model/group-by.ts";
import { pathOf } from "../../model/path-of.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, holds, notApplicable, unjudged, type Verdict } from "../../model/verdict.ts";
import { mayBeChunked } from "./chunks.ts";
import type { History } from "./history.ts";
import { maxCountedBetween, maxFreedBetween } from "./refill-bounds.ts";
import { is429, isExhausted, isGet } from "./single-exchange.ts";
import { answeredBetween, type Interval, seconds, spanMs } from "./timeline.ts";
import { maxFurtherCost } from "./use-before-run.ts";
import { worst } from "./worst-verdict.ts";

/** Requests that must share the limit with a key's own reads. */
export interface RequestClass {
  /** For the sentence of a failure: `the second key`. */
  readonly name: string;
  /** Whether the exchange is of this class, for a key whose read is `reference`. */
  includes(exchange: Exchange, reference: Exchange): boolean;
}

/** From one 429 to a key's read to the next 429 to one: in between the limit was exhausted. */
type Exhaustion = Interval;

export function judgeExhaustion(history: History, requests: RequestClass): Verdict {
  const verdicts = exhaustionsOf(history).map((exhaustion) => judgeOne(history, exhaustion, requests));
  const isAnswered = verdicts.some(({ verdict }) => verdict === "pass");
  // One 429 to the class decides, even if responses were too slow at another time.
  return worst(verdicts.filter(({ verdict }) => !isAnswered || verdict !== "inconclusive"));
}

export function exhaustionsOf(history: History): readonly Exhaustion[] {
  const keys = new Set(history.exchanges.filter(({ kind }) => kind === "api-key").map(({ credential }) => credential));
  return [...keys].flatMap((key) => {
    const rejected = history.exchanges.flatMap((exchange, position) =>
      isExhausted(exchange) && exchange.credential === key && isGet(exchange) ? [{ exchange, position }] : [],
    );
    // Only the 429s of one endpoint, so that requests to other endpoints can be compared with them.
    return groupBy(rejected, ({ exchange }) => exchange.operation ?? "").flatMap((comparable) =>
      comparable.flatMap(({ exchange: last, position }, at) => {
        const before = comparable[at - 1];
        if (before === undefined || !isWithinOneWindow(history, before.exchange, last)) return [];
        return [{ first: before.exchange, last, between: history.exchanges.slice(before.position + 1, position) }];
      }),
    );
  });
}

/** The window cannot have been reset and used up again in between. */
const isWithinOneWindow = (history: History, first: Exchange, last: Exchange) =>
  spanMs(first, last) < history.windowMs && maxCountedBetween(history, first, last) < history.limit;

/**
 * Whether the request was let through: any 2xx to valid credentials. (`isServed` of `single-exchange.ts` leaves out the pages and errors that
 * servers answer at other spellings of a path.)
 */
const isAccepted = (exchange: Exchange) => exchange.isSuccess && isAuthenticated(exchange);

/** Whether `exchange` reported more remaining requests than can have been used up when `rejected` was answered 429. */
export const reportsMore = (history: History, exchange: Exchange, rejected: Exchange) =>
  (remainingOf(exchange) ?? 0) > maxCountedBetween(history, exchange, rejected) + maxFurtherCost;

function judgeOne(history: History, exhaustion: Exhaustion, requests: RequestClass): Verdict {
  const sent = answeredBetween(exhaustion).filter((exchange) => requests.includes(exchange, exhaustion.first));
  const byCount = judgeCount(history, exhaustion, sent, requests);
  return byCount.verdict === "inconclusive" ? (judgeReported(history, exhaustion, sent, requests) ?? byCount) : byCount;
}

/** Fails if a response to the class reported more remaining than was used until the key's next 429. */
function judgeReported(
  history: History,
  { first, last }: Exhaustion,
  sent: readonly Exchange[],
  { name }: RequestClass,
) {
  const reporting = sent.find((exchange) => isAccepted(exchange) && reportsMore(history, exchange, last));
  if (reporting === undefined) return undefined;
  return fails({
    expected: `one limit for ${first.credential} and ${name}: ${first.credential} served, as a response to ${name} reports that ${remainingOf(reporting)} requests remain`,
    actual: `${first.credential} was answered 429 before and after, within ${seconds(spanMs(first, last))}`,
    exchanges: [first.index, reporting.index, last.index],
  });
}

function judgeCount(
  history: History,
  exhaustion: Exhaustion,
  sent: readonly Exchange[],
  { name, includes }: RequestClass,
): Verdict {
  const { first, last, between } = exhaustion;
  if (sent.length < 2) return notApplicable;
  const max = 1 + maxFreedBetween(history, first, last);
  const served = sent.filter(isAccepted);
  const servedToKey = between.filter(
    (exchange) => exchange.credential === first.credential && !includes(exchange, first) && isAccepted(exchange),
  );
  // Header fields that a check adds are not the reason.
  const [shown] = served.toSorted((a, b) => a.request.headers.length - b.request.headers.length);
  if (shown === undefined || served.length <= max || servedToKey.length > max) {
    if (sent.some(is429)) return holds;
    return shown === undefined ? notApplicable : tooSlow(sent.length, max, exhaustion, name);
  }
  // If a chunk came, it was used up by the time of the last 429.
  const freed = { first, last, min: served.length, max: maxCountedBetween(history, first, last) };
  if (mayBeChunked(history, freed)) {
    return unjudged(
      "inconclusive",
      `${served.length} requests of ${name} were served, which a limiter that refills in chunks may just have given back`,
    );
  }
  return fails({
    expected: `429 for ${name}, once the organization had used its ${history.limit} requests`,
    actual: `${served.length} of ${sent.length} requests (${operationsOf(served)}) were served in ${seconds(spanMs(first, last))}, one of them with X-RateLimit-Remaining: ${remainingOf(shown) ?? "absent"}`,
    exchanges: [first, ...served, last].map(({ index }) => index),
    shown: shown.index,
  });
}

const operationsOf = (exchanges: readonly Exchange[]) =>
  [...new Set(exchanges.map((exchange) => exchange.operation ?? pathOf(exchange)))].join(", ");

/** All requests of the class were served, but a limiter may have given back as many in that time. */
function tooSlow(sent: number, max: number, { first, last }: Exhaustion, name: string): Verdict {
  const neededMs = ((sent - 2) / Math.max(max - 1, 1e-9)) * (first.receivedAt - first.sentAt);
  return unjudged(
    "inconclusive",
    `${sent} requests of ${name} were served in ${seconds(spanMs(first, last))}, in which the limiter may have refilled as many; ${neededMs < 1 ? "a longer window" : `answers within ${Math.floor(neededMs)} ms`} would decide it`,
  );
}
