/** What `X-RateLimit-Reset` suggests about the window (§8). Its unit and meaning are open, so it only gives hints. */
import type { Exchange } from "../../model/exchange.ts";
import { groupBy } from "../../model/group-by.ts";
import type { RateLimits } from "../../model/rate-limit.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";

/** Larger numbers are times since 1970, in seconds or in milliseconds. */
const minEpoch = { seconds: 1e8, ms: 1e11 };

/** The times until the reset in responses to API keys, in seconds or milliseconds (the unit is not known). */
export const announcedResets = (exchanges: readonly Exchange[]): readonly number[] =>
  exchanges.flatMap((exchange) => announcedReset(exchange) ?? []);

function announcedReset(exchange: Exchange): number | undefined {
  const value = Number(exchange.header("x-ratelimit-reset")?.trim() || Number.NaN);
  if (exchange.kind !== "api-key" || !Number.isFinite(value)) return undefined;
  if (value < minEpoch.seconds) return value;
  const date = Date.parse(exchange.header("date") ?? "");
  const now = (Number.isNaN(date) ? exchange.receivedAt : date) / 1000;
  return (value < minEpoch.ms ? value : value / 1000) - now;
}

/** The largest value. Not `Math.max(...values)`: a load run has more values than a call may have arguments. */
const maxOf = (values: readonly number[]) =>
  values.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY);

/** There is no hint after fewer responses. */
export const minResponses = 3;

/** The longest announced time until a reset, in whole seconds; undefined if there is no declared window, or after too few responses. */
function longestReset(rateLimits: RateLimits | null, exchanges: readonly Exchange[]): number | undefined {
  const resets = announcedResets(exchanges);
  return rateLimits === null || resets.length < minResponses ? undefined : Math.ceil(maxOf(resets));
}

/** Whether the first responses announce a reset much sooner than the declared window, and no gradual refill explains that. */
export function announcesShorterWindow(rateLimits: RateLimits | null, exchanges: readonly Exchange[]): boolean {
  const max = longestReset(rateLimits, exchanges);
  if (rateLimits === null || max === undefined) return false;
  const isSoon = max >= 2 && max <= rateLimits.windowSeconds / 4;
  return isSoon && !exchanges.every((exchange) => mayBeRefill(exchange, rateLimits));
}

/**
 * A hint that the window may be shorter than declared. It is no proof: the window may be about to end. None if more of the limit was used up than the run
 * has sent, since that window began before it.
 */
export function windowHint(rateLimits: RateLimits | null, exchanges: readonly Exchange[]): string | undefined {
  if (rateLimits === null || !announcesShorterWindow(rateLimits, exchanges)) return undefined;
  if (wasUsedBefore(rateLimits, exchanges)) return undefined;
  return `X-RateLimit-Reset has not exceeded ${longestReset(rateLimits, exchanges)} s so far, and a window of ${rateLimits.windowSeconds} s is declared: if the window is shorter, --window ${announcedWindow(exchanges)}, or what the server is set to, saves waiting`;
}

/** A request of this run may use up more than one of the limit, but hardly more than this. */
const maxCost = 3;

/** Whether each organization had used up more of its limit, at its first key's response that says so, than the run had sent. */
function wasUsedBefore({ limit }: RateLimits, exchanges: readonly Exchange[]): boolean {
  const firsts = groupBy(
    exchanges.filter(({ kind }) => kind === "api-key"),
    ({ organization }) => organization ?? "",
  ).flatMap((sent) => {
    const used = sent.flatMap((exchange, at) => {
      const remaining = remainingOf(exchange);
      return remaining === undefined ? [] : [{ sent: at + 1, used: limit - remaining }];
    });
    return used.slice(0, 1);
  });
  return firsts.length > 0 && firsts.every(({ sent, used }) => used > maxCost * sent);
}

/** A longer time until the reset may be in milliseconds, or point at the end of a day. */
const maxWindowSeconds = 300;

/** A hint if the first responses announce a reset much later than the declared window. It is no proof, either. */
export function longerWindowHint(rateLimits: RateLimits | null, exchanges: readonly Exchange[]): string | undefined {
  const max = longestReset(rateLimits, exchanges);
  if (rateLimits === null || max === undefined) return undefined;
  const { windowSeconds } = rateLimits;
  if (max < 2 * windowSeconds || max > maxWindowSeconds) return undefined;
  return `X-RateLimit-Reset is up to ${max} s ahead, and a window of ${windowSeconds} s is declared: if the window is longer, set --window to what the server is set to, at least ${announcedWindow(exchanges)}`;
}

/**
 * A note at the end of a run that exceeded the limit, if no reset was announced for later than three quarters of the declared window. A
 * run reads often enough to see a window soon after it began. That the window is shorter is no failure unless more than the limit is
 * served in a declared one, which a run hardly shows.
 */
export function shorterWindowNote(rateLimits: RateLimits | null, exchanges: readonly Exchange[]): readonly string[] {
  const ofKeys = exchanges.filter(({ kind, response }) => kind === "api-key" && response !== undefined);
  const max = longestReset(rateLimits, ofKeys);
  if (rateLimits === null || max === undefined || max < 2 || !ofKeys.some(({ status }) => status === 429)) return [];
  const { windowSeconds } = rateLimits;
  const spannedMs = (ofKeys.at(-1)?.receivedAt ?? 0) - (ofKeys[0]?.sentAt ?? 0);
  const isGradual = ofKeys.every((exchange) => mayBeRefill(exchange, rateLimits));
  if (max > 0.75 * windowSeconds || spannedMs < 2000 * windowSeconds || isGradual) return [];
  return [
    `X-RateLimit-Reset was never more than ${max} s ahead, and a window of ${windowSeconds} s is declared: if the server's window is shorter, it serves more than its limit in ${windowSeconds} s, which this run does not judge; --window ${announcedWindow(ofKeys)} judges that window`,
  ];
}

/** A limit that is refilled gradually is whole again the sooner, the less of it is used. The reset may be rounded up. */
function mayBeRefill(exchange: Exchange, { limit, windowSeconds }: RateLimits): boolean {
  const used = limit - (remainingOf(exchange) ?? limit);
  return (announcedReset(exchange) ?? 0) - 1 <= (used * windowSeconds) / limit;
}

/** The longest announced time until a reset, in whole seconds; 0 if there was none. */
export const longestAnnounced = (exchanges: readonly Exchange[]): number =>
  Math.ceil(Math.max(0, maxOf(announcedResets(exchanges))));

/**
 * The window that is probably announced, in whole seconds; 0 if there was none. Rounding may make it wrong by one,
 * so a multiple of five that is one away is preferred.
 */
export function announcedWindow(exchanges: readonly Exchange[]): number {
  const seconds = longestAnnounced(exchanges);
  const usual = Math.round(seconds / 5) * 5;
  return usual > 0 && Math.abs(usual - seconds) <= 1 ? usual : seconds;
}

/** `windowSeconds`: the window that the target enforces. */
export const windowDoubt = ({ windowSeconds: declared }: RateLimits, windowSeconds: number): string =>
  `the target keeps to a window of ${windowSeconds} s, as X-RateLimit-Reset says, but ${declared} s are declared. Which is right? --window ${windowSeconds}, or rateLimit.windowSeconds in the target file, changes the declaration; else fix the server's window`;
