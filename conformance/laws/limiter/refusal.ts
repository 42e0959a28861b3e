/** §7.2 and §8: 429 when, and only when, the organization's limit is exceeded; and service again after a minute. */
import type { SequenceLaw } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { holds, notApplicable, unjudged, type Verdict } from "../../model/verdict.ts";
import { type History, isRefused, slackMs, type Told } from "./history.ts";
import { possibleBetween } from "./refill-bounds.ts";
import { receipt, startOf } from "./timeline.ts";
import { mostUsed } from "./usage-upper-bound.ts";
import { forEachHistory, seconds } from "./verdicts.ts";

export { refusedWhenExceeded } from "./exceeded.ts";
export { answered429 } from "./status-429.ts";

const isKeys = (exchange: Exchange) => exchange.kind === "api-key";

/** More was told to be left, just before, than may have been used since. */
function toldToBeLeft(history: History, refused: Exchange, told: Told | undefined): string | undefined {
  if (told === undefined || told.exchange.receivedAt > refused.sentAt) return undefined;
  const own = history.tellsAfter ? 0 : 1;
  const others = possibleBetween(history, told.exchange, refused) - 2;
  const left = told.remaining - own - others;
  return left >= 1
    ? `429, ${others === 0 ? "to the next request" : `${others} requests`} after one was told ${told.remaining} left`
    : undefined;
}

/** All that may have been counted is less than the limit, under any legal algorithm. */
function isUnderLimit(history: History, refused: Exchange): boolean {
  // Most refusals come when the last window's requests alone are enough.
  const from = startOf(refused.sentAt - history.windowMs);
  if (history.possible.within(from, receipt(refused)) > history.limit) return false;
  return mostUsed(history, refused) <= history.limit - 1;
}

/** A whole limit had been used before, within what any limiter remembers. */
function wasExceeded(history: History, refused: Exchange): boolean {
  const from = refused.sentAt - 2 * history.windowMs - slackMs(history);
  const before = history.exchanges.some((one) => isRefused(one) && one.receivedAt <= refused.sentAt);
  return before && history.possible.within(startOf(from - history.windowMs), receipt(refused)) > history.limit;
}

/** Fewer requests than the limit, however generously counted, or some told to be left, and yet a refusal. */
export const notEarly: SequenceLaw = {
  isLimiter: true,
  id: "limit.not-early",
  clause: "error.429",
  claim: "429 does not come before the organization's limit is exceeded",
  judge: forEachHistory((history) => {
    const lastTold = new Map<string, Told>();
    let next = 0;
    let isJudged = false;
    for (const [at, refused] of history.exchanges.entries()) {
      for (let one = history.told[next]; one !== undefined && one.at < at; one = history.told[next]) {
        lastTold.set(one.exchange.credential, one);
        next += 1;
      }
      if (!isRefused(refused) || !isKeys(refused)) continue;
      isJudged = true;
      const told = lastTold.get(refused.credential);
      const early = toldToBeLeft(history, refused, told);
      const actual =
        early ??
        (isUnderLimit(history, refused) && !wasExceeded(history, refused) ? tooFew(history, refused) : undefined);
      if (actual === undefined) continue;
      return {
        verdict: "fail",
        expected: `${history.limit} requests served in ${history.windowMs / 1000} s`,
        actual,
        exchanges: [...(early === undefined || told === undefined ? [] : [told.exchange.index]), refused.index],
      };
    }
    return isJudged ? holds : notApplicable;
  }),
};

function tooFew(history: History, refused: Exchange): string {
  const counted = history.possible.within(startOf(refused.sentAt - 2 * history.windowMs), receipt(refused)) - 1;
  return `429 after ${counted} requests at most`;
}

/** §8, per minute: after a window and a little more with little or nothing sent, it is served. */
export const recovers: SequenceLaw = {
  isLimiter: true,
  id: "limit.recovers",
  clause: "limit.per-minute",
  claim: "An organization that was refused is served again after a window left alone",
  judge: forEachHistory(judgeRecovery),
};

function judgeRecovery(history: History): Verdict {
  /** The first of the last row of refusals; what is sent now and then while waiting belongs to it. */
  let exceeded: Exchange | undefined;
  let isInRow = false;
  let isJudged = false;
  let isWaiting = false;
  for (const exchange of history.exchanges.filter(isKeys)) {
    const isLater = exceeded !== undefined && exchange.sentAt - exceeded.receivedAt >= history.windowMs;
    if (exceeded !== undefined && isLater) {
      if (isRefused(exchange) && isUnderLimit(history, exchange)) return stillRefused(history, exceeded, exchange);
      isJudged ||= exchange.isSuccess;
      isWaiting = isRefused(exchange);
    }
    if (isRefused(exchange) && !isInRow) exceeded = exchange;
    isInRow = isRefused(exchange);
  }
  if (isJudged) return holds;
  if (!isWaiting) return notApplicable;
  return unjudged(
    "inconclusive",
    "it was still refused when it was last asked, as a sliding counter that counts refused requests may",
  );
}

function stillRefused(history: History, exceeded: Exchange, refused: Exchange): Verdict {
  const sent = history.possible.within(startOf(refused.sentAt - history.windowMs), receipt(refused)) - 1;
  return {
    verdict: "fail",
    expected: `a 2xx, ${seconds(refused.sentAt - exceeded.receivedAt)} after the limit was exceeded`,
    actual: `429, with ${sent === 0 ? "no request" : `only ${sent} requests`} sent in the last ${history.windowMs / 1000} s`,
    exchanges: [exceeded.index, refused.index],
  };
}
