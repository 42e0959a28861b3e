/**
 * How many requests an organization, or this client's address, can still send in its window (§8): by the run's own
 * count, and by the values that the target reports.
 */
import type { Clock } from "../../clock.ts";
import { type RateLimit, recoveryMs } from "../model/rate-limit.ts";

/** A request in flight. */
export interface Flight {
  /** How many other requests were in flight at the same time. The response's `remaining` may not include them. */
  concurrent: number;
  /** How many 429s were known when the request was sent. */
  readonly known429s: number;
}

/** A 429 after fewer requests may have another cause, and would make the run very slow. */
const minToLearn = 8;

/** In how many windows a target may report too soon that nothing remains, until its values are ignored. */
const maxTooLow = 2;

/** For targets without a rate limit. */
const unlimited: RateLimit = { limit: Number.POSITIVE_INFINITY, windowSeconds: 0 };

export class Budget {
  readonly #limit: number;
  readonly #clock: Clock;
  readonly #isReported: boolean;
  readonly #recoveryMs: number;
  readonly #flights = new Set<Flight>();
  /** The times at which requests were sent that may still count. */
  #sentAt: readonly number[] = [];
  /** How many requests remain, at least: the last reported value, less the requests sent since. */
  #remaining: number | undefined;
  #reportedAt = 0;
  #blockedUntil = 0;
  #known429s = 0;
  /** The target reported 0 although almost nothing had been sent. Its values are ignored until it reports more. */
  #isUnreliable = false;
  /** When it reported that nothing remains although less than half of the limit had been sent: once in a window. */
  #tooLowAt: readonly number[] = [];
  /** How many requests are sent in a window by the run's own count: limit - 1, since somebody else may send one. */
  #maxInWindow: number;

  /**
   * `isReported: false` for requests without credentials: a server may count them by address, against a limit that no
   * header reports. So the run's own count keeps them below the declared limit.
   */
  constructor(rateLimit: RateLimit | null, clock: Clock, { isReported }: { readonly isReported: boolean }) {
    this.#limit = (rateLimit ?? unlimited).limit;
    this.#clock = clock;
    this.#isReported = isReported;
    this.#recoveryMs = recoveryMs(rateLimit ?? unlimited);
    this.#maxInWindow = Math.max(1, this.#limit - 1);
  }

  /** Milliseconds until one more request will be served; 0 if that is now. */
  waitMs(): number {
    const now = this.#clock.now();
    if (this.#blockedUntil > now) return this.#blockedUntil - now;
    const recent = this.#recent();
    const remaining = this.#isReported ? this.#knownRemaining() : undefined;
    // It is open whether a reported value includes its own request, so the last remaining request may be this one.
    if (remaining !== undefined) return remaining >= 2 ? 0 : this.#reportedAt + this.#recoveryMs - now;
    const oldest = recent[recent.length - this.#maxInWindow];
    return oldest === undefined ? 0 : Math.max(0, oldest + this.#recoveryMs - now);
  }

  /** How many requests were sent in this window, if the target reports that nothing remains although they are fewer than half of the limit. */
  sentUntilTooLow(): number | undefined {
    const sent = this.#recent().length;
    const isTooLow = this.#isReported && this.#blockedUntil <= this.#clock.now() && (this.#knownRemaining() ?? 2) < 2;
    return isTooLow && sent < this.#limit / 2 ? sent : undefined;
  }

  /** Counts a request that is sent now. Each flight ends with `settle` or `exhaust`. */
  spend(): Flight {
    this.#sentAt = [...this.#recent(), this.#clock.now()];
    if (this.#remaining !== undefined) this.#remaining -= 1;
    const flight: Flight = { concurrent: this.#flights.size, known429s: this.#known429s };
    for (const other of this.#flights) other.concurrent += 1;
    this.#flights.add(flight);
    return flight;
  }

  /** Counts a response that reported `remaining` of `limit`; undefined without a legible header, or a response. */
  settle(flight: Flight, remaining: number | undefined, limit = this.#limit): void {
    this.#flights.delete(flight);
    if (remaining === undefined || remaining < 0 || remaining > limit) return;
    // A 0 right after a window in which nothing was sent is wrong, and so is one that comes too soon in window after window.
    this.#isUnreliable =
      remaining < 2 && (this.#isUnreliable || this.#recent().length <= 1 || this.#isOftenTooLow(limit));
    if (this.#isUnreliable) {
      // The run's own count decides.
      this.#remaining = undefined;
      return;
    }
    // Responses arrive in any order. Each reports the value at the time at which it was made.
    const atLeast = remaining - flight.concurrent;
    this.#remaining = Math.min(remaining, Math.max(this.#knownRemaining() ?? atLeast, atLeast));
    this.#reportedAt = this.#clock.now();
    // This request was sent after the last 429, and its response reports remaining requests.
    if (this.#isReported && this.#remaining >= 2 && flight.known429s === this.#known429s) this.#blockedUntil = 0;
  }

  /** Counts a 429: nothing remains until a window has passed. */
  exhaust(flight: Flight): void {
    this.#flights.delete(flight);
    // A limit that no header reports is learnt from a 429 that came after enough requests of this budget.
    const served = this.#recent().length - 1;
    if (!this.#isReported && served >= minToLearn) this.#maxInWindow = Math.min(this.#maxInWindow, served);
    this.#known429s += 1;
    this.#blockedUntil = this.#clock.now() + this.#recoveryMs;
    this.#remaining = undefined;
  }

  /** Called for each 0. A wait costs a window, and a value that is right after all costs a 429: so the first two are believed. */
  #isOftenTooLow(limit: number): boolean {
    const now = this.#clock.now();
    const isNew = now - (this.#tooLowAt.at(-1) ?? 0) >= this.#recoveryMs;
    if (isNew && this.#recent().length < limit / 2) this.#tooLowAt = [...this.#tooLowAt, now];
    return this.#tooLowAt.length > maxTooLow;
  }

  #recent(): readonly number[] {
    const since = this.#clock.now() - this.#recoveryMs;
    this.#sentAt = this.#sentAt.filter((time) => time > since);
    return this.#sentAt;
  }

  /** How many requests remain, at least, if a response reported it less than a window ago. */
  #knownRemaining(): number | undefined {
    return this.#clock.now() - this.#reportedAt < this.#recoveryMs ? this.#remaining : undefined;
  }
}
