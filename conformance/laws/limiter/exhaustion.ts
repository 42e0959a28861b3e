/**
 * §8: the limit is the organization's, so while it is exhausted every class of its requests is answered 429: those with
 * another key, to other endpoints, of a session.
 *
 * Example: a key's reads are answered 429, then five requests with a second key are sent, then the first key is
 * answered 429 again, all within 0.2 s. If more of the five are served than a limiter can have given back meanwhile
 * (one, and what was refilled), they have another limit. Where the server is too slow for that, what a response of the
 * class reported may decide: with 50 remaining, the first key cannot be answered 429 next.
 */
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, holds, notApplicable, unjudged, type Verdict } from "../../model/verdict.ts";
import { mayBeChunked } from "./chunks.ts";
import type { History } from "./history.ts";
import { maxCountedBetween, maxFreedBetween } from "./refill-bounds.ts";
import { is429, isExhausted, isGet } from "./single-exchange.ts";
import { answeredBetween, type Interval, seconds, spanMs } from "./timeline.ts";
import { worst } from "./worst-verdict.ts";

/** Requests that must share the limit with a key's own reads. */
export interface RequestClass {
  /** As the sentence of a failure calls them: `the second key`. */
  readonly name: string;
  /** `reference`: a read of the key. */
  includes(exchange: Exchange, reference: Exchange): boolean;
}

/** From one 429 to a key's reads to the next: the limit was exhausted in between. */
type Exhaustion = Interval;

export function judgeExhaustion(history: History, requests: RequestClass): Verdict {
  const verdicts = exhaustionsOf(history).map((exhaustion) => judgeOne(history, exhaustion, requests));
  const isAnswered = verdicts.some(({ verdict }) => verdict === "pass");
  // One 429 to the class is enough: it does not matter that responses were too slow another time.
  return worst(verdicts.filter(({ verdict }) => !isAnswered || verdict !== "inconclusive"));
}

function exhaustionsOf(history: History): readonly Exhaustion[] {
  const keys = new Set(history.exchanges.filter(({ kind }) => kind === "api-key").map(({ credential }) => credential));
  return [...keys].flatMap((key) => {
    const rejected = history.exchanges.flatMap((exchange, position) =>
      isExhausted(exchange) && exchange.credential === key && isGet(exchange) ? [{ exchange, position }] : [],
    );
    // All at one endpoint, so that requests to others can be compared with it.
    const comparable = rejected.filter(({ exchange }) => exchange.operation === rejected[0]?.exchange.operation);
    return comparable.flatMap(({ exchange: last, position }, at) => {
      const before = comparable[at - 1];
      if (before === undefined || !isWithinOneWindow(history, before.exchange, last)) return [];
      return [{ first: before.exchange, last, between: history.exchanges.slice(before.position + 1, position) }];
    });
  });
}

/** No window can have been reset, and used up again, in between. */
const isWithinOneWindow = (history: History, first: Exchange, last: Exchange) =>
  spanMs(first, last) < history.windowMs && maxCountedBetween(history, first, last) < history.limit;

const isServed = (exchange: Exchange) => exchange.isSuccess && isAuthenticated(exchange);

/** What a request may cost beyond one: some limiters charge the first of a window more. */
export const maxFurtherCost = 2;

/** It reported more than all requests that may have been counted until the 429 can have used up. */
const reportsMore = (history: History, exchange: Exchange, rejected: Exchange) =>
  (remainingOf(exchange) ?? 0) > maxCountedBetween(history, exchange, rejected) + maxFurtherCost;

function judgeOne(history: History, exhaustion: Exhaustion, requests: RequestClass): Verdict {
  const sent = answeredBetween(exhaustion).filter((exchange) => requests.includes(exchange, exhaustion.first));
  const byCount = judgeCount(history, exhaustion, sent, requests);
  return byCount.verdict === "inconclusive" ? (judgeReported(history, exhaustion, sent, requests) ?? byCount) : byCount;
}

/** What was reported to the class contradicts the key's next 429, however much was given back. */
function judgeReported(
  history: History,
  { first, last }: Exhaustion,
  sent: readonly Exchange[],
  { name }: RequestClass,
) {
  const reporting = sent.find((exchange) => isServed(exchange) && reportsMore(history, exchange, last));
  if (reporting === undefined) return undefined;
  return fails({
    expected: `${first.credential} to be served, as the limit is shared and a response to ${name} said that ${remainingOf(reporting)} requests remain`,
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
  const served = sent.filter(isServed);
  const servedToKey = between.filter(
    (exchange) => exchange.credential === first.credential && !includes(exchange, first) && isServed(exchange),
  );
  const [shown] = served;
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
    actual: `${served.length} of its ${sent.length} requests were served in ${seconds(spanMs(first, last))}, the first with X-RateLimit-Remaining: ${remainingOf(shown) ?? "absent"}`,
    exchanges: [first, ...served, last].map(({ index }) => index),
    shown: shown.index,
  });
}

/** All were served, but as many may have been given back. */
function tooSlow(sent: number, max: number, { first, last }: Exhaustion, name: string): Verdict {
  const neededMs = ((sent - 2) / Math.max(max - 1, 1e-9)) * (first.receivedAt - first.sentAt);
  return unjudged(
    "inconclusive",
    `${sent} requests of ${name} were served in ${seconds(spanMs(first, last))}, in which the limiter may have refilled as many; ${neededMs < 1 ? "a longer window" : `answers within ${Math.floor(neededMs)} ms`} would decide it`,
  );
}
