/** Explains failures of the limiter's laws (§8): a wrong declaration, a cache, or instances that count separately. */
import { countsUp } from "../../laws/limiter/counts-up.ts";
import { areCountedTwice } from "../../laws/limiter/endpoints-counted-twice.ts";
import type { History } from "../../laws/limiter/history.ts";
import { separateCountsSentence } from "../../laws/limiter/interleaved-counts.ts";
import { earlyResetOf } from "../../laws/limiter/remaining-falls.ts";
import { fallOf, stepsOf } from "../../laws/limiter/remaining-steps.ts";
import { resetsWithOthers } from "../../laws/limiter/resets-with-others.ts";
import { isCertainlyCounted, isKey429 } from "../../laws/limiter/single-exchange.ts";
import { seconds, spanMs } from "../../laws/limiter/timeline.ts";
import { refilledTooFast } from "../../laws/limiter/too-fast-refill.ts";
import { type EarlyReset, servedTooManyIn } from "../../laws/limiter/window-resets.ts";
import type { Exchange } from "../../model/exchange.ts";
import { limitOf, remainingOf } from "../../model/rate-limit-headers.ts";
import { repeatedIn } from "../../model/same-response.ts";
import { announcedWindow, longestAnnounced } from "./declared-window.ts";

/** Part of each sentence that asks for another window. */
export const setWindow = "set rateLimit.windowSeconds";

/** At most one sentence, about the first organization that needs one. `failed`: the ids of the failed checks. */
export function limiterDoubts(histories: readonly History[], failed: ReadonlySet<string>): readonly string[] {
  const all = histories.flatMap(({ exchanges }) => exchanges);
  const others = histories.some(resetsWithOthers) ? "do requests of another organization reset it? Or " : "";
  // What falls by more than one for each request of one organization does so for those of others, too.
  const ofSeparate = areCountedTwice(histories)
    ? undefined
    : `${others}do two instances answer, each with its own count?`;
  const doubts = histories.flatMap((history) => doubtOf(history, failed, all, ofSeparate) ?? []);
  const isAny429 = histories.some(({ exchanges }) => exchanges.some(isKey429));
  if (doubts.length > 0 || isAny429 || !failed.has("limit.refused-when-exceeded")) return doubts.slice(0, 1);
  return histories.flatMap((history) => noLimitOf(history) ?? []).slice(0, 1);
}

/** `all`: the exchanges of all organizations. `ofSeparate`: what to ask of separate counts; undefined if there can be none. */
function doubtOf(
  history: History,
  failed: ReadonlySet<string>,
  all: readonly Exchange[],
  ofSeparate: string | undefined,
): string | undefined {
  const { exchanges, windowMs } = history;
  const declared = windowMs / 1000;
  const up = failed.has("limit.remaining-falls") ? countsUp(history) : undefined;
  if (up !== undefined) return `${up}: is it the number of requests used? It must be the number of requests left`;
  const separate = ofSeparate && separateCountsSentence(history, failed);
  if (separate !== undefined) return `${separate}: ${ofSeparate}`;
  // A shorter window explains no rejection after the declared one; where a longer one slides, what is left rises several times.
  const mayBeShorter = failed.has("limit.remaining-falls") && !failed.has("limit.recovers");
  const shorter = mayBeShorter ? shorterWindow(history, all) : undefined;
  if (shorter !== undefined) return shorter;
  const announced = announcedAtFirst(history);
  const isTooFast = refilledTooFast(history) !== undefined;
  const longer =
    !isTooFast && restOnWindow.some((id) => failed.has(id)) ? longerWindow(announced, declared) : undefined;
  // If the window was announced as declared until the first 429, it is the 429s that make it longer.
  const isAsDeclared = Math.abs(announced.window - declared) <= Math.min(2, declared / 5);
  if (longer !== undefined || isAsDeclared || !failed.has("limit.recovers")) return longer;
  // Where organizations share a count, the requests of another may explain the 429.
  const sent = failed.has("limit.other-organization") ? all : exchanges;
  if (!isRejectedAfterPause(exchanges, sent, windowMs)) return undefined;
  return `429 was still answered after a window without requests, and ${declared} s are declared: is the window longer? Then ${setWindow} (--window)`;
}

/** Whether one of the exchanges, which are some of those sent, is a 429 after a window in which nothing was sent. */
function isRejectedAfterPause(exchanges: readonly Exchange[], sent: readonly Exchange[], windowMs: number): boolean {
  const own = new Set(exchanges);
  let end: number | undefined;
  for (const exchange of sent.toSorted((a, b) => a.sentAt - b.sentAt)) {
    const isRejected = own.has(exchange) && isKey429(exchange);
    if (isRejected && end !== undefined && exchange.sentAt - end >= windowMs) return true;
    end = Math.max(end ?? 0, exchange.receivedAt);
  }
  return false;
}

function shorterWindow(history: History, all: readonly Exchange[]): string | undefined {
  const early = earlyResetOf(history);
  if (early === undefined) return undefined;
  // What a shared response reports may be another organization's.
  const risen = [early.earlier.last, early.later.last];
  if (risen.some((exchange) => repeatedIn(exchange, all).length > 0)) return undefined;
  const declared = history.windowMs / 1000;
  const spannedMs = spanMs(early.earlier.first, early.later.last);
  const tooMany = servedTooManyIn(early);
  // The window was reset once only, and then more than the limit was served in the new one.
  if (tooMany === early.later) return undefined;
  if (tooMany === undefined) {
    const announced = announcedWindow(history.exchanges);
    const reset = `the window was reset twice in ${seconds(spannedMs)}, but ${declared} s are declared`;
    return announced > 0 && announced < declared
      ? `${reset}, and X-RateLimit-Reset is at most ${announced} s ahead: is the server's window shorter? Then ${setWindow} (--window ${announced}); else ${otherReasons}?`
      : `${reset}: ${questionOnEarlyReset})`;
  }
  // More than the limit may have been served. A window that began long before the limit was used up may end soon after.
  const isOneTooMany = servedAtZeroIn(history, early) <= 2;
  if (spannedMs >= history.windowMs / 2 || !isOneTooMany || beganAWindowBefore(history, early)) return undefined;
  return `a new window began ${seconds(spannedMs)} after the limit was used up, but ${declared} s are declared: ${questionOnEarlyReset})`;
}

/** How many requests were served with 0 remaining from the earlier reset to the later one. */
const servedAtZeroIn = ({ reported }: History, { earlier, later }: EarlyReset) =>
  reported.filter(
    ({ exchange, remaining }) =>
      remaining === 0 && exchange.sentAt >= earlier.first.sentAt && exchange.sentAt <= later.last.sentAt,
  ).length;

/** Whether the window before the later reset, by the last rise of `X-RateLimit-Remaining` before the limit was used up, was as long as declared. */
function beganAWindowBefore(history: History, { earlier, later }: EarlyReset): boolean {
  const began = stepsOf(history).findLast((step) => fallOf(step) < 0 && step.last.receivedAt <= earlier.first.sentAt);
  return began !== undefined && spanMs(began.first, later.last) >= history.windowMs;
}

/** What else resets a window early. It is asked first, unless a shorter window is announced, since another declaration would hide such a fault. */
const otherReasons = "does the limiter forget its counts (a cleanup, a restart), or do two instances answer";
const questionOnEarlyReset = `${otherReasons}? Only if the server's own window is shorter, ${setWindow} (--window`;

/** Checks that fail if the window is longer than declared. */
const restOnWindow = ["limit.recovers", "limit.whole-limit-served", "limit.not-early", "limit.remaining-falls"];

/** What is announced until the first 429, which may make it longer: a window, and the longest time until a reset. */
function announcedAtFirst({ exchanges }: History): Announced {
  const first429 = exchanges.findIndex(isKey429);
  const until = first429 < 0 ? exchanges : exchanges.slice(0, first429);
  return { window: announcedWindow(until), longest: longestAnnounced(until) };
}

/** What `X-RateLimit-Reset` announces, in seconds. */
interface Announced {
  readonly window: number;
  readonly longest: number;
}

/** The window in seconds that `X-RateLimit-Reset` announces, if it is longer than declared. */
export function longerWindowOf(history: History): number | undefined {
  const announced = announcedAtFirst(history);
  return isLonger(announced, history.windowMs / 1000) ? announced.window : undefined;
}

/** How many times as long as the declared window an announced one may be. A larger number is not the time until a reset, or is in milliseconds. */
const maxWindows = 30;

/** The longest time is rounded up to whole seconds, perhaps twice; the window is the usual number near it. */
const isLonger = ({ window, longest }: Announced, declared: number) =>
  longest > declared + 2 && window > declared && window <= maxWindows * declared;

function longerWindow(announced: Announced, declared: number): string | undefined {
  if (!isLonger(announced, declared)) return undefined;
  const { window, longest } = announced;
  return `X-RateLimit-Reset is up to ${longest} s ahead, and ${declared} s are declared: is the window longer? Then ${setWindow} (--window ${window})`;
}

/** A cache answered: the response has an `Age`, or the `Date` of a response to a request two seconds before. */
function isCached(served: readonly Exchange[]): boolean {
  const latest = new Map<string, Exchange>();
  return served.some((exchange) => {
    const read = `${exchange.credential} ${exchange.request.method} ${exchange.request.url}`;
    const before = latest.get(read);
    latest.set(read, exchange);
    const isSame = (name: string) =>
      before?.header(name) !== undefined && before.header(name) === exchange.header(name);
    if (before === undefined || !isSame("X-RateLimit-Remaining")) return false;
    return Number(exchange.header("Age")) > 0 || (isSame("Date") && exchange.sentAt - before.receivedAt > 2000);
  });
}

/** If `X-RateLimit-Remaining` has more different values than the limit divided by this, the server counts requests. */
const countedDivisor = 10;

function noLimitOf({ exchanges, limit, windowMs }: History): string | undefined {
  // The larger limit in the headers explains the failures, and another sentence says so.
  if (exchanges.some((exchange) => (limitOf(exchange) ?? 0) > limit)) return undefined;
  const served = exchanges.filter(isCertainlyCounted);
  const [first] = served;
  const last = served.at(-1);
  if (first === undefined || last === undefined || served.length <= limit) return undefined;
  if (isCached(served))
    return "a cache answers: the same X-RateLimit-Remaining comes again with the same Date, or with an Age. Nothing of the limit shows through it: pass the URL of the server behind it, or let its answers have Cache-Control: no-store";
  const reported = new Set(served.map((exchange) => remainingOf(exchange)));
  const question =
    reported.size > limit / countedDivisor
      ? "Are requests that exceed the limit not rejected, or do several instances count separately? Or is"
      : "Is";
  return `no limit was seen: ${served.length} requests of one organization in ${seconds(spanMs(first, last))}, none answered 429, but ${limit} in ${windowMs / 1000} s are declared. ${question} rate limiting switched off here? Then declare "rateLimit": null`;
}
