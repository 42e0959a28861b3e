/**
 * §8: `X-RateLimit-Remaining` is the number of requests left in the window: none if the limit is exceeded.
 *
 * Example: a key is answered 429 five times within ten seconds, each time with `X-RateLimit-Remaining: 3`. For a single
 * such 429, the server may have read the value just before it counted another request, or a gateway may have answered.
 * So the law fails only if every 429 to the key reports remaining requests, and one of them lasts (`isLasting`). If none
 * lasts, it is open whether the law holds. A 429 between two that report 0 proves it by itself (`judgeExhausted`).
 */
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { exhaustionsOf, reportsMore } from "./exhaustion.ts";
import { type History, hasNoConcurrent } from "./history.ts";
import { notEarly, wholeLimitServed } from "./not-early.ts";
import { maxFreedBetween } from "./refill-bounds.ts";
import { isLasting } from "./rejected-by-limit.ts";
import { isKey429 } from "./single-exchange.ts";
import { answeredBetween } from "./timeline.ts";
import { maxFurtherCost } from "./use-before-run.ts";
import { worst } from "./worst-verdict.ts";

export const noneLeftWhenExceeded: SequenceLaw = {
  id: "limit.none-left-when-exceeded",
  clause: "limit.remaining",
  claim: "Where an organization's limit is exceeded, X-RateLimit-Remaining does not report that requests remain",
  fault: "X-RateLimit-Remaining reports that requests remain where 429 is answered",
  needs: { limitExceeded: true },
  explainedBy: [notEarly, wholeLimitServed],
  judge: ({ histories, exchanges }) =>
    worst(histories.map((history) => judgeExhausted(history) ?? judgeHistory(history, exchanges))),
};

/** Whether `exchange` reports more requests than can have been given back since `first`, a 429. */
const roseByMore = (history: History, first: Exchange, exchange: Exchange) =>
  (remainingOf(exchange) ?? 0) > maxFreedBetween(history, first, exchange) + maxFurtherCost;

/**
 * Fails if, between two 429s that report that nothing remains, a 429 reports more requests than can have been given back since the first,
 * or used up before the second. Undefined otherwise.
 */
function judgeExhausted(history: History): Verdict | undefined {
  for (const exhaustion of exhaustionsOf(history)) {
    const { first, last } = exhaustion;
    const wrong = answeredBetween(exhaustion).filter(
      (exchange) =>
        isKey429(exchange) && (reportsMore(history, exchange, last) || roseByMore(history, first, exchange)),
    );
    const [shown] = wrong;
    if (shown === undefined) continue;
    return fails({
      expected: "429 with X-RateLimit-Remaining: 0, as the 429s before and after it report",
      actual: `${wrong.length === 1 ? "" : `${wrong.length} times `}429 with X-RateLimit-Remaining: ${shown.header("X-RateLimit-Remaining")}`,
      exchanges: [first, ...wrong, last].map(({ index }) => index),
      shown: shown.index,
    });
  }
  return undefined;
}

function judgeHistory(history: History, exchanges: readonly Exchange[]): Verdict {
  const rejected = history.exchanges.filter((exchange) => isKey429(exchange) && hasNoConcurrent(history, exchange));
  const keys = new Set(rejected.map(({ credential }) => credential));
  let isOpen = false;
  for (const key of keys) {
    const ofKey = rejected.filter(({ credential }) => credential === key);
    const first = ofKey.find((exchange) => isLasting(history, exchange, exchanges));
    if (!ofKey.every((exchange) => (remainingOf(exchange) ?? 0) > 0)) continue;
    if (first === undefined) {
      isOpen = true;
      continue;
    }
    const [lowest = first] = ofKey.toSorted((a, b) => (remainingOf(a) ?? 0) - (remainingOf(b) ?? 0));
    return fails({
      expected: "429 with X-RateLimit-Remaining: 0",
      // The text of the header: a number would round 2^64 - 1.
      actual: `${ofKey.length} times 429, each with X-RateLimit-Remaining: ${lowest.header("X-RateLimit-Remaining")} or more`,
      exchanges: [...ofKey.filter((exchange) => exchange !== first), first].map(({ index }) => index),
    });
  }
  return rejected.length > 0 && !isOpen ? holds : notApplicable;
}
