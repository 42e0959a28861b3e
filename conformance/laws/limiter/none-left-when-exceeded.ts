/**
 * §8: `X-RateLimit-Remaining` is the number of requests left in the window: none if the limit is exceeded.
 *
 * Example: a key is answered 429 five times within ten seconds, each time with `X-RateLimit-Remaining: 3`. For a single
 * such 429, the server may have read the value just before it counted another request, or a gateway may have answered.
 * So the law fails only if every 429 to the key reports remaining requests, and one of them lasts (`isLasting`). With a
 * limiter that refills, none lasts: there the same small number must come with five of them, after the whole limit was used.
 */
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { type History, hasNoConcurrent } from "./history.ts";
import { notEarly, wholeLimitServed } from "./not-early.ts";
import { isLasting } from "./rejected-by-limit.ts";
import { is429, isKey429 } from "./single-exchange.ts";
import { sending, startOf, Timeline } from "./timeline.ts";
import { worst } from "./worst-verdict.ts";

export const noneLeftWhenExceeded: SequenceLaw = {
  id: "limit.none-left-when-exceeded",
  clause: "limit.remaining",
  claim: "Where an organization's limit is exceeded, X-RateLimit-Remaining does not report that requests remain",
  fault: "X-RateLimit-Remaining reports that requests remain where 429 is answered",
  needs: { limitExceeded: true },
  explainedBy: [notEarly, wholeLimitServed],
  judge: ({ histories, exchanges }) => worst(histories.map((history) => judgeHistory(history, exchanges))),
};

function judgeHistory(history: History, exchanges: readonly Exchange[]): Verdict {
  const rejected = history.exchanges.filter((exchange) => isKey429(exchange) && hasNoConcurrent(history, exchange));
  const keys = new Set(rejected.map(({ credential }) => credential));
  for (const key of keys) {
    const ofKey = rejected.filter(({ credential }) => credential === key);
    if (!ofKey.every((exchange) => (remainingOf(exchange) ?? 0) > 0)) continue;
    const first =
      ofKey.find((exchange) => isLasting(history, exchange, exchanges)) ?? fifthWithSameRemaining(history, ofKey);
    if (first === undefined) continue;
    const [lowest = first] = ofKey.toSorted((a, b) => (remainingOf(a) ?? 0) - (remainingOf(b) ?? 0));
    return fails({
      expected: "429 with X-RateLimit-Remaining: 0",
      // The text of the header: a number would round 2^64 - 1.
      actual: `${ofKey.length} times 429, each with X-RateLimit-Remaining: ${lowest.header("X-RateLimit-Remaining")} or more`,
      exchanges: [...ofKey.filter((exchange) => exchange !== first), first].map(({ index }) => index),
    });
  }
  return rejected.length > 0 ? holds : notApplicable;
}

/**
 * The fifth 429 after the whole limit was used, if all report the same, at most half of the limit. What a gateway's limit rejects
 * reports what happens to remain: now more, now less, and in the end 0 from the organization's own limit.
 */
function fifthWithSameRemaining(history: History, rejected: readonly Exchange[]): Exchange | undefined {
  const reported = new Set(rejected.map(remainingOf));
  if (reported.size > 1 || Math.max(...[...reported].map((remaining) => remaining ?? 0)) > history.limit / 2)
    return undefined;
  const answered = new Timeline(history.exchanges.filter((exchange) => !is429(exchange)));
  return rejected.filter(
    (exchange) => answered.within(startOf(exchange.sentAt - history.windowMs), sending(exchange)) >= history.limit,
  )[4];
}
