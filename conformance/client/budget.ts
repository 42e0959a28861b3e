/** How many requests an organization, or our address, has left in its window (§8), by our own count and by what the target tells. */
import type { Clock } from "../../clock.ts";
import type { RateLimit } from "../check.ts";

export interface Budget {
  /** Milliseconds to wait until one more request will be served; 0: now. */
  waitMs(): number;
  /** A request is sent now. */
  spend(): void;
  /** What an answer told is left; `undefined`: nothing legible. */
  told(remaining: number | undefined): void;
  /** An answer was 429: nothing is left until a window has passed. */
  exhausted(): void;
}

/** A budget without a bottom, for targets without a rate limit. */
const unlimited: Budget = { waitMs: () => 0, spend() {}, told() {}, exhausted() {} };

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
  let sent: number[] = [];
  let left: number | undefined;
  let leftAt = 0;
  let blockedUntil = 0;

  const recent = () => {
    const since = clock.now() - quietMs;
    sent = sent.filter((time) => time > since);
    return sent;
  };

  return {
    waitMs() {
      const now = clock.now();
      if (blockedUntil > now) return blockedUntil - now;
      const counted = recent();
      const isFresh = left !== undefined && now - leftAt < quietMs;
      // Told before or after counting is open: the last one told may be our own.
      if (of.tells && isFresh && left !== undefined) {
        if (left >= 2) return 0;
        return leftAt + quietMs - now;
      }
      const oldest = counted[counted.length - rateLimit.limit + 1];
      return oldest === undefined ? 0 : Math.max(0, oldest + quietMs - now);
    },
    spend() {
      sent.push(clock.now());
      if (left !== undefined) left -= 1;
    },
    told(remaining) {
      if (remaining === undefined || remaining < 0 || remaining > rateLimit.limit) return;
      // Told nothing is left right after a window alone: the target does not know; our own count decides.
      if (remaining < 2 && recent().length <= 1) return;
      left = remaining;
      leftAt = clock.now();
    },
    exhausted() {
      blockedUntil = clock.now() + quietMs;
      left = undefined;
    },
  };
}
