/** Any of the algorithms as a store of express-rate-limit, on a clock of ours. */

import type { IncrementResponse, Store } from "express-rate-limit";
import type { Clock } from "../../clock.ts";
import type { LimitAlgorithm } from "./algorithm.ts";

/** The store is asked for a key alone: it holds the bucket and the limit that is enforced on it. */
export const bucketKey = (bucket: string, limit: number): string => `${limit} ${bucket}`;

export class ClockStore implements Store {
  readonly #algorithm: LimitAlgorithm;
  readonly #clock: Clock;
  readonly #windowMs: number;

  constructor(algorithm: LimitAlgorithm, clock: Clock, windowMs: number) {
    this.#algorithm = algorithm;
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  /** The middleware refuses what has more hits than the limit, so a refused request has one more. */
  increment(key: string): IncrementResponse {
    const { bucket, limit } = parseKey(key);
    const hit = this.#algorithm.hit(bucket, this.#clock.now(), limit, this.#windowMs);
    return { totalHits: hit.admitted ? limit - hit.remaining : limit + 1, resetTime: new Date(hit.resetAt) };
  }

  decrement(key: string): void {
    this.#algorithm.giveBack(parseKey(key).bucket);
  }

  /** Nobody resets a bucket but time. */
  resetKey(): void {}
}

function parseKey(key: string): { bucket: string; limit: number } {
  const at = key.indexOf(" ");
  return { limit: Number(key.slice(0, at)), bucket: key.slice(at + 1) };
}
