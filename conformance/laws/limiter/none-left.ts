/** §8: `X-RateLimit-Remaining` is the number of requests left in the window: none where the limit is exceeded. */
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { type History, hasNoConcurrent, isKey429 } from "./history.ts";
import { notEarly, wholeLimitServed } from "./not-early.ts";
import { isLasting } from "./rejected-by-limit.ts";
import { worst } from "./worst-verdict.ts";

export const noneLeft: SequenceLaw = {
  id: "limit.none-left-when-exceeded",
  clause: "limit.remaining",
  claim: "Where an organization's limit is exceeded, X-RateLimit-Remaining does not report that requests remain",
  fault: "X-RateLimit-Remaining reports that requests remain where 429 is answered",
  needs: { limitExceeded: true },
  explainedBy: [notEarly, wholeLimitServed],
  judge: ({ histories, exchanges }) => worst(histories.map((history) => judgeHistory(history, exchanges))),
};

/** Fails where all of a key's 429s report it, since a value may be read apart from the count. */
function judgeHistory(history: History, exchanges: readonly Exchange[]): Verdict {
  const rejected = history.exchanges.filter((exchange) => isKey429(exchange) && hasNoConcurrent(history, exchange));
  const keys = new Set(rejected.map(({ credential }) => credential));
  for (const key of keys) {
    const ofKey = rejected.filter(({ credential }) => credential === key);
    const first = ofKey.find((exchange) => isLasting(history, exchange, exchanges));
    if (first === undefined || !ofKey.every((exchange) => (remainingOf(exchange) ?? 0) > 0)) continue;
    return fails({
      expected: "429 with X-RateLimit-Remaining: 0",
      actual: `${ofKey.length} times 429, each with X-RateLimit-Remaining: ${Math.min(...ofKey.map((exchange) => remainingOf(exchange) ?? 0))} or more`,
      exchanges: [...ofKey.filter((exchange) => exchange !== first), first].map(({ index }) => index),
    });
  }
  return rejected.length > 0 ? holds : notApplicable;
}
