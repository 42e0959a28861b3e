/** How many requests an organization, or our address, can still send in its window (§8): by our own count, and by what the target reports. */
import type { Clock } from "../../clock.ts";
import { type RateLimit, recoveryMs } from "../model/rate-limit.ts";

/** A request in flight. */
export interface Flight {
  /** How many other requests were in flight meanwhile: the response's `remaining` may not include them. */
  concurrent: number;
  /** How many 429s were known when it was sent. */
  readonly known429s: number;
}

/** A 429 after fewer requests than this may have another cause, and would make a run crawl. */
const minToLearn = 8;

/** For targets without a rate limit. */
const unlimited: RateLimit = { limit: Number.POSITIVE_INFINITY, windowSeconds: 0 };

export class Budget {
  readonly #limit: number;
  readonly #clock: Clock;
  readonly #isReported: boolean;
  readonly #quietMs: number;
  readonly #flights = new Set<Flight>();
  /** When requests were sent that may still count. */
  #sentAt: readonly number[] = [];
  /** What is left at least: the last reported value, less what was sent since. */
  #remaining: number | undefined;
  #reportedAt = 0;
  #blockedUntil = 0;
  #known429s = 0;
  /** The target reported 0 although nearly nothing had been sent: its reports are ignored until it reports more. */
  #isUnreliable = false;
  /** How many requests we send in a window by our own count: one less than the limit, since one may have been sent by somebody else. */
  #maxInWindow: number;

  /**
   * `isReported: false` for requests without credentials: they may be counted by address, against a limit that no
   * header reports, so they stay under the declared limit by our own count.
   */
  constructor(rateLimit: RateLimit | null, clock: Clock, { isReported }: { readonly isReported: boolean }) {
    this.#limit = (rateLimit ?? unlimited).limit;
    this.#clock = clock;
    this.#isReported = isReported;
    this.#quietMs = recoveryMs(rateLimit ?? unlimited);
    this.#maxInWindow = Math.max(1, this.#limit - 1);
  }

  /** Milliseconds to wait until one more request will be served; 0: now. */
  waitMs(): number {
    const now = this.#clock.now();
    if (this.#blockedUntil > now) return this.#blockedUntil - now;
    const recent = this.#recent();
    const remaining = this.#isReported ? this.#knownRemaining() : undefined;
    // Whether a report includes its own request is open: the last one may be this request.
    if (remaining !== undefined) return remaining >= 2 ? 0 : this.#reportedAt + this.#quietMs - now;
    const oldest = recent[recent.length - this.#maxInWindow];
    return oldest === undefined ? 0 : Math.max(0, oldest + this.#quietMs - now);
  }

  /** A request is sent now. Each flight ends by `settle` or `exhaust`. */
  spend(): Flight {
    this.#sentAt = [...this.#recent(), this.#clock.now()];
    if (this.#remaining !== undefined) this.#remaining -= 1;
    const flight: Flight = { concurrent: this.#flights.size, known429s: this.#known429s };
    for (const other of this.#flights) other.concurrent += 1;
    this.#flights.add(flight);
    return flight;
  }

  /** The flight was answered, and reported `remaining` of `limit`; `undefined`: nothing legible, or no answer. */
  settle(flight: Flight, remaining: number | undefined, limit = this.#limit): void {
    this.#flights.delete(flight);
    if (remaining === undefined || remaining < 0 || remaining > limit) return;
    // Nothing left, right after a window in which nothing was sent: the header is wrong, and our own count decides.
    this.#isUnreliable = remaining < 2 && (this.#isUnreliable || this.#recent().length <= 1);
    if (this.#isUnreliable) return;
    // Answers come in any order, and each reports the moment at which it was made.
    const atLeast = remaining - flight.concurrent;
    this.#remaining = Math.min(remaining, Math.max(this.#knownRemaining() ?? atLeast, atLeast));
    this.#reportedAt = this.#clock.now();
    // Sent after the last 429, to see whether it is served again, and answered that there is more.
    if (this.#isReported && this.#remaining >= 2 && flight.known429s === this.#known429s) this.#blockedUntil = 0;
  }

  /** The flight was answered 429: nothing is left until a window has passed. */
  exhaust(flight: Flight): void {
    this.#flights.delete(flight);
    // A limit that no header reports is learnt, where the 429 came after enough requests to be of this budget.
    const served = this.#recent().length - 1;
    if (!this.#isReported && served >= minToLearn) this.#maxInWindow = Math.min(this.#maxInWindow, served);
    this.#known429s += 1;
    this.#blockedUntil = this.#clock.now() + this.#quietMs;
    this.#remaining = undefined;
  }

  #recent(): readonly number[] {
    const since = this.#clock.now() - this.#quietMs;
    this.#sentAt = this.#sentAt.filter((time) => time > since);
    return this.#sentAt;
  }

  /** What is left at least, where an answer reported it less than a window ago. */
  #knownRemaining(): number | undefined {
    return this.#clock.now() - this.#reportedAt < this.#quietMs ? this.#remaining : undefined;
  }
}
