/** Any of the algorithms as a store of express-rate-limit, on a `Clock`. */

import type { IncrementResponse, Store } from "express-rate-limit";
import type { Clock } from "../../clock.ts";
import type { LimitAlgorithm } from "./algorithm.ts";

/** The bucket that a request counts in, and the limit that is enforced on it. */
export interface BucketKey {
  readonly bucket: string;
  readonly limit: number;
}

export class ClockStore implements Store {
  readonly #algorithm: LimitAlgorithm;
  readonly #clock: Clock;
  readonly #windowMs: number;
  readonly #keys = new Map<string, BucketKey>();

  constructor(algorithm: LimitAlgorithm, clock: Clock, windowMs: number) {
    this.#algorithm = algorithm;
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  /** The string by which express-rate-limit, which knows no other keys, refers to a bucket key. */
  nameOf(key: BucketKey): string {
    const name = `${key.limit} ${key.bucket}`;
    this.#keys.set(name, key);
    return name;
  }

  /** The middleware rejects a request with more hits than the limit, so one that is not admitted counts one more. */
  increment(name: string): IncrementResponse {
    const { bucket, limit } = this.#key(name);
    const hit = this.#algorithm.hit(bucket, this.#clock.now(), limit, this.#windowMs);
    return { totalHits: hit.admitted ? limit - hit.remaining : limit + 1, resetTime: new Date(hit.resetAt) };
  }

  decrement(name: string): void {
    this.#algorithm.decrement(this.#key(name).bucket);
  }

  /** Buckets are reset by time alone. */
  resetKey(): void {}

  #key(name: string): BucketKey {
    const key = this.#keys.get(name);
    if (key === undefined) throw new Error(`no bucket key is named ${name}`);
    return key;
  }
}
