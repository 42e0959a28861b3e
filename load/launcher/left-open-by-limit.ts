/** What a run of `limit` leaves open: whether the server serves one request or a few more than the limit, or always fewer (§8). */
import { refusedWhenExceeded } from "../../conformance/laws/limiter/refused-when-exceeded.ts";
import { is429, isKey429 } from "../../conformance/laws/limiter/single-exchange.ts";
import { seconds, spanMs } from "../../conformance/laws/limiter/timeline.ts";
import { Sequence } from "../../conformance/laws/sequence-law.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import type { RateLimit } from "../../conformance/model/rate-limit.ts";
import { roundsUntilRecurring, secondsUntilRecurring } from "../in-k6/shapes.ts";
import { compactExchangeOf } from "./compact-exchanges.ts";

/** A claim that a run does not judge: `what`, what would judge it, and a note that says why. */
export interface LeftOpen {
  readonly what: string;
  readonly remedy: string;
  readonly note: string;
}

/** `hasRecovery`: the scenario `recovery` belongs to the run, whose longer pauses show a lower limit. */
export function leftOpenByLimit(
  exchanges: readonly Exchange[],
  rateLimit: RateLimit,
  hasRecovery: boolean,
): readonly LeftOpen[] {
  const windows = windowsOf(exchanges, rateLimit.windowSeconds * 1000);
  return [...oneTooMany(windows.flat(), rateLimit), ...(hasRecovery ? [] : fewerServed(windows, rateLimit))];
}

/**
 * Nothing is left open if the law would have failed on a server that serves one request more, or if nothing was answered 429. Otherwise using up
 * the limit took longer than a legal limiter needs to give one request back (50 ms for 100 requests in 5 s), so that one request too many looks like
 * one that was given back; or too few windows show it.
 */
function oneTooMany(windows: Windows, rateLimit: RateLimit): readonly LeftOpen[] {
  const { limit, windowSeconds } = rateLimit;
  const what = "whether a few requests more than the limit are served";
  const refillMs = (windowSeconds * 1000) / limit;
  const times = windows.flatMap((window) => crossingTimes(window, limit));
  if (times.length === 0 || wouldShowOneMore(windows, rateLimit)) return [];
  const fastestMs = Math.min(...times);
  if (fastestMs < refillMs) {
    const notJudged =
      "not judged: whether one request more than the limit is served. This is reported only if it recurs";
    const duration = `--duration ${secondsUntilRecurring(rateLimit)}`;
    const exceeded = windows.filter((window) => window.some(is429)).length;
    if (exceeded < roundsUntilRecurring)
      return [{ what, remedy: duration, note: `${notJudged}; ${duration} is long enough for that` }];
    const remedy = "a lower limit or a longer window";
    return [
      {
        what,
        remedy,
        note: `${notJudged}, and too few of the ${exceeded} windows with a 429 can show it, since a limiter may give one request back every ${seconds(refillMs)}: ${remedy} would show it`,
      },
    ];
  }
  const count = Math.floor(fastestMs / refillMs);
  const more = `${count === 1 ? "one request" : `${count} requests`} more than the limit, or a few more, ${count === 1 ? "is" : "are"}`;
  const remedy = "a lower limit or a longer window";
  return [
    {
      what,
      remedy,
      note: `not judged: whether ${more} served. Using up ${limit} took ${seconds(fastestMs)}, and a limiter may give one back every ${seconds(refillMs)}: ${remedy} would show it`,
    },
  ];
}

/** Whether the law would fail, if in each window the first request of a key that was rejected had been served. */
function wouldShowOneMore(windows: Windows, rateLimit: RateLimit): boolean {
  const oneMore = windows.flatMap((window) => {
    const [rejected] = window.filter(isKey429).toSorted((a, b) => a.receivedAt - b.receivedAt);
    return window.map((exchange) => (exchange === rejected ? served(exchange) : exchange));
  });
  return refusedWhenExceeded.judge(new Sequence(oneMore, rateLimit)).verdict === "fail";
}

const served = (exchange: Exchange): Exchange =>
  compactExchangeOf(
    exchange.response === undefined ? exchange : { ...exchange, response: { ...exchange.response, status: 200 } },
  );

/** The times, in ms, from the sending of the first of `limit` served requests to the 429 that follows them. */
function crossingTimes(exchanges: readonly Exchange[], limit: number): readonly number[] {
  const times: number[] = [];
  const served: Exchange[] = [];
  for (const exchange of exchanges) {
    const first = served.at(-limit);
    if (is429(exchange) && first !== undefined) times.push(spanMs(first, exchange));
    if (is429(exchange)) served.length = 0;
    else served.push(exchange);
  }
  return times;
}

/**
 * Left open, if after each pause of a window fewer requests were served than the limit allows. A limiter may still count some of the window
 * before the pause, so this is no fault.
 */
function fewerServed(ofOrganizations: readonly Windows[], { limit }: RateLimit): readonly LeftOpen[] {
  // How much of the limit was used before the run is not known.
  const afterPause = ofOrganizations.flatMap(([, ...later]) => later).filter((window) => window.some(is429));
  const served = afterPause.map((window) => window.filter(({ isSuccess }) => isSuccess).length);
  const maxServed = Math.max(...served);
  if (served.length === 0 || maxServed >= limit) return [];
  return [
    {
      what: "whether the server's limit is lower",
      remedy: "fpk load limit recovery",
      note: `not judged: whether the server's limit is below ${limit}. After a pause of one window at most ${maxServed} were served, which may still count some of the window before: fpk check and fpk load recovery pause longer`,
    },
  ];
}

type Windows = readonly (readonly Exchange[])[];

/** Of each organization: its requests, divided where it sent none for a window. */
function windowsOf(exchanges: readonly Exchange[], windowMs: number): readonly Windows[] {
  return groupBy(exchanges, ({ organization }) => organization ?? "").map((all) => {
    const windows: Exchange[][] = [];
    let last: Exchange | undefined;
    for (const exchange of all) {
      if (last === undefined || exchange.sentAt - last.receivedAt >= windowMs) windows.push([]);
      windows.at(-1)?.push(exchange);
      last = exchange;
    }
    return windows;
  });
}
