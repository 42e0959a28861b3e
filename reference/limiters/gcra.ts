import type { Hit, LimitAlgorithm } from "./algorithm.ts";

/** The generic cell rate algorithm: remembers only when the bucket will be full again (the theoretical arrival time). */
export class Gcra implements LimitAlgorithm {
  readonly #arrivals = new Map<string, number>();
  #interval = 0;

  hit(bucket: string, now: number, limit: number, windowMs: number): Hit {
    this.#interval = windowMs / limit;
    const arrival = Math.max(now, this.#arrivals.get(bucket) ?? now);
    const admitted = look(arrival, now, limit, windowMs).admitted;
    const next = admitted ? arrival + this.#interval : arrival;
    this.#arrivals.set(bucket, next);
    return { ...look(next, now, limit, windowMs), admitted };
  }

  peek(bucket: string, now: number, limit: number, windowMs: number): Hit {
    return look(Math.max(now, this.#arrivals.get(bucket) ?? now), now, limit, windowMs);
  }

  decrement(bucket: string): void {
    const arrival = this.#arrivals.get(bucket);
    if (arrival !== undefined) this.#arrivals.set(bucket, arrival - this.#interval);
  }
}

function look(arrival: number, now: number, limit: number, windowMs: number): Hit {
  // Sums of fractions of a window miss whole requests by less than a microsecond.
  const left = Math.floor((windowMs - (arrival - now)) / (windowMs / limit) + 1e-6);
  return { limit, admitted: left >= 1, remaining: Math.max(0, left), resetAt: arrival };
}
