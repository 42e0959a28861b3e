/** What was served to one class of requests while a key had exhausted the limit. */
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, holds, notApplicable, unjudged, type Verdict } from "../../model/verdict.ts";
import { mayBeChunked } from "./chunks.ts";
import { type History, is429, isExhausted } from "./history.ts";
import { maxCountedBetween, maxFreedBetween } from "./refill-bounds.ts";
import { seconds, spanMs } from "./timeline.ts";
import { worst } from "./worst-verdict.ts";

/** Requests that are compared with a key's own reads. */
export interface RequestClass {
  /** As a failure calls them: `the second key`. */
  readonly name: string;
  /** `reference`: a read of the key. */
  includes(exchange: Exchange, reference: Exchange): boolean;
}

/** From one 429 to a key's read until its next, the limit was exhausted. */
interface Exhaustion {
  readonly first: Exchange;
  readonly last: Exchange;
  readonly between: readonly Exchange[];
}

/** While the key was answered 429 before and after, no more of the class may be served than may have been given back. */
export function judgeExhaustion(history: History, requests: RequestClass): Verdict {
  const verdicts = exhaustionsOf(history).map((exhaustion) => judgeOne(history, exhaustion, requests));
  const isAnswered = verdicts.some(({ verdict }) => verdict === "pass");
  // Where a 429 has been seen, it does not matter that answers were too slow another time.
  return worst(verdicts.filter(({ verdict }) => !isAnswered || verdict !== "inconclusive"));
}

function exhaustionsOf(history: History): readonly Exhaustion[] {
  const keys = new Set(history.exchanges.filter(({ kind }) => kind === "api-key").map(({ credential }) => credential));
  return [...keys].flatMap((key) => {
    const rejected = history.exchanges.flatMap((exchange, position) =>
      isExhausted(exchange) && exchange.credential === key && exchange.request.method === "GET"
        ? [{ exchange, position }]
        : [],
    );
    // All from one endpoint, so that requests to others can be compared with it.
    const comparable = rejected.filter(({ exchange }) => exchange.operation === rejected[0]?.exchange.operation);
    return comparable.flatMap(({ exchange: last, position }, at) => {
      const before = comparable[at - 1];
      if (before === undefined || !isWithinOneWindow(history, before.exchange, last)) return [];
      return [{ first: before.exchange, last, between: history.exchanges.slice(before.position + 1, position) }];
    });
  });
}

/** Too little was sent in between to use up a new window. */
const isWithinOneWindow = (history: History, first: Exchange, last: Exchange) =>
  spanMs(first, last) < history.windowMs && maxCountedBetween(history, first, last) < history.limit;

const isServed = (exchange: Exchange) => exchange.isSuccess && isAuthenticated(exchange);

/** A request may cost more than one; some limiters charge the first of a window so. */
export const maxFurtherCost = 2;

/** More remained than all requests that may have been counted until the 429, also those in flight, can have used up. */
const isShownMore = (history: History, exchange: Exchange, rejected: Exchange) =>
  (remainingOf(exchange) ?? 0) > maxCountedBetween(history, exchange, rejected) + maxFurtherCost;

function judgeOne(history: History, exhaustion: Exhaustion, requests: RequestClass): Verdict {
  const sent = sentIn(exhaustion, requests);
  const byCount = judgeCount(history, exhaustion, sent, requests);
  return byCount.verdict === "inconclusive" ? (judgeTold(history, exhaustion, sent, requests) ?? byCount) : byCount;
}

/** The requests of the class that were sent after the first 429 was answered, and answered before the last was sent. */
const sentIn = ({ first, last, between }: Exhaustion, { includes }: RequestClass) =>
  between.filter(
    (exchange) =>
      includes(exchange, first) && exchange.sentAt >= first.receivedAt && exchange.receivedAt <= last.sentAt,
  );

/** What a request of the class was shown excludes the key's next 429, however much may have been given back. */
function judgeTold(history: History, { first, last }: Exhaustion, sent: readonly Exchange[], { name }: RequestClass) {
  const reporting = sent.find((exchange) => isServed(exchange) && isShownMore(history, exchange, last));
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
  // Whatever a chunk gave back was used up by the last 429.
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

/** All were served, and as many may have been given back. */
function tooSlow(sent: number, max: number, { first, last }: Exhaustion, name: string): Verdict {
  const neededMs = ((sent - 2) / Math.max(max - 1, 1e-9)) * (first.receivedAt - first.sentAt);
  return unjudged(
    "inconclusive",
    `${sent} requests of ${name} were served in ${seconds(spanMs(first, last))}, in which the limiter may have refilled as many; answers within ${Math.floor(neededMs)} ms would decide it`,
  );
}
