/** How many requests an organization, or our address, has left in its window (§8), by our own count and by what the target tells. */
import type { Clock } from "../../clock.ts";
import type { RateLimit } from "../model/check.ts";

/** A request under way. */
export interface Flight {
  /** How many others were under way at some time during its own: what its answer tells may leave them out. */
  beside: number;
  /** How many refusals were known when it was sent. */
  readonly refusals: number;
}

export interface Budget {
  /** Milliseconds to wait until one more request will be served; 0: now. */
  waitMs(): number;
  /** A request is sent now. Each flight ends by `told` or `exhausted`. */
  spend(): Flight;
  /** What the flight's answer told is left; `undefined`: nothing legible, or no answer. */
  told(remaining: number | undefined, flight: Flight): void;
  /** The flight's answer was 429: nothing is left until a window has passed. */
  exhausted(flight: Flight): void;
}

/** A budget without a bottom, for targets without a rate limit. */
const unlimited: Budget = { waitMs: () => 0, spend: () => ({ beside: 0, refusals: 0 }), told() {}, exhausted() {} };

/** A refusal after fewer requests than this may have another cause, and would make a run crawl. */
const fewestToLearn = 8;

/** A window and the time of two requests: after it, left alone, any legal limiter serves again. */
export function recoveryMs(rateLimit: RateLimit): number {
  return rateLimit.windowSeconds * 1000 * (1 + 2 / rateLimit.limit);
}

/**
 * `tells: false` for requests without credentials: they may be counted by address, against a limit that is not told, so
 * they stay under the declared limit by our own count.
 */
export function createBudget(rateLimit: RateLimit | null, clock: Clock, of: { readonly tells: boolean }): Budget {
  if (rateLimit === null) return unlimited;
  const quietMs = recoveryMs(rateLimit);
  const flights = new Set<Flight>();
  let sent: number[] = [];
  let left: number | undefined;
  let leftAt = 0;
  let blockedUntil = 0;
  let refusals = 0;
  /** It told that nothing is left when it could not be so: what it tells is not gone by until it tells of more. */
  let isUnknowing = false;
  /** By our own count, in a window: one less than the limit, which may count one that we do not know of. */
  let most = Math.max(1, rateLimit.limit - 1);

  const recent = () => {
    const since = clock.now() - quietMs;
    sent = sent.filter((time) => time > since);
    return sent;
  };

  /** What is left at least, where an answer told it less than a window ago. */
  const known = () => (left !== undefined && clock.now() - leftAt < quietMs ? left : undefined);

  return {
    waitMs() {
      const now = clock.now();
      if (blockedUntil > now) return blockedUntil - now;
      const counted = recent();
      const least = of.tells ? known() : undefined;
      // Told before or after counting is open: the last one told may be our own.
      if (least !== undefined) return least >= 2 ? 0 : leftAt + quietMs - now;
      const oldest = counted[counted.length - most];
      return oldest === undefined ? 0 : Math.max(0, oldest + quietMs - now);
    },
    spend() {
      sent.push(clock.now());
      if (left !== undefined) left -= 1;
      const flight: Flight = { beside: flights.size, refusals };
      for (const other of flights) other.beside += 1;
      flights.add(flight);
      return flight;
    },
    told(remaining, flight) {
      flights.delete(flight);
      if (remaining === undefined || remaining < 0 || remaining > rateLimit.limit) return;
      // Told nothing is left right after a window alone: the target does not know; our own count decides.
      isUnknowing = remaining < 2 && (isUnknowing || recent().length <= 1);
      if (isUnknowing) return;
      // Answers come in any order, and tell of the moment at which each was made.
      const least = remaining - flight.beside;
      left = Math.min(remaining, Math.max(known() ?? least, least));
      leftAt = clock.now();
      // Sent since it was refused, to see whether it is served again, and told that there is more.
      if (of.tells && left >= 2 && flight.refusals === refusals) blockedUntil = 0;
    },
    exhausted(flight) {
      flights.delete(flight);
      // A limit that is not told is learnt, where the refusal came after enough requests to be of this budget.
      const served = recent().length - 1;
      if (!of.tells && served >= fewestToLearn) most = Math.min(most, served);
      refusals += 1;
      blockedUntil = clock.now() + quietMs;
      left = undefined;
    },
  };
}
