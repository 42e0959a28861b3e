/**
 * §8, as the document implies it: a session's requests count against its organization's limit.
 *
 * Example, 100 in 60 s: a session sends six requests in 0.1 s, nobody else of its organization sends any meanwhile, and
 * each of the six responses reports 90. Not even one request is refilled in that time, so none of them was counted.
 */
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { History } from "./history.ts";
import { maxFreedBetween } from "./refill-bounds.ts";
import { isServed } from "./single-exchange.ts";
import { seconds, spanMs } from "./timeline.ts";

/** Fewer requests with the same value decide nothing. */
const minServed = 4;

export function judgeSessionsInARow(history: History): Verdict {
  let isJudged = false;
  for (const row of sessionRowsOf(history)) {
    const [first] = row;
    const last = row.at(-1);
    if (first === undefined || last === undefined) continue;
    const served = row.slice(1).filter(isServed);
    const min = served.length - maxFreedBetween(history, first, last);
    if (served.length < minServed || min < 1) continue;
    const [value, ...others] = new Set(row.map(remainingOf));
    if (others.length > 0) isJudged = true;
    if (value === undefined || value <= 0 || others.length > 0) continue;
    return fails({
      expected: `X-RateLimit-Remaining to fall by at least ${Math.ceil(min)} over ${served.length} requests of a session in ${seconds(spanMs(first, last))}`,
      actual: `it stayed at ${value}`,
      exchanges: row.map(({ index }) => index),
    });
  }
  return isJudged ? holds : notApplicable;
}

/** The requests of one session, each sent after the response to the one before, with no other of its organization in between. */
function sessionRowsOf({ exchanges }: History): readonly (readonly Exchange[])[] {
  const rows: Exchange[][] = [];
  let before: Exchange | undefined;
  for (const exchange of exchanges) {
    const isNext = before?.credential === exchange.credential && before.receivedAt <= exchange.sentAt;
    if (exchange.kind === "session") {
      if (isNext) rows.at(-1)?.push(exchange);
      else rows.push([exchange]);
    }
    before = exchange;
  }
  return rows;
}
