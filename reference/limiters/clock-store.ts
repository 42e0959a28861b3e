/** Any of the algorithms as a store of express-rate-limit, on a `Clock`. */

import type { Store } from "express-rate-limit";
import type { Clock } from "../../clock.ts";
import type { LimitAlgorithm } from "./algorithm.ts";

/** The bucket that a request counts in, and the limit that is enforced on it. */
interface LimitedBucket {
  readonly bucket: string;
  readonly limit: number;
}

interface ClockStore extends Store {
  /** The key of a bucket: a string is all that express-rate-limit hands to its store. */
  keyOf(limited: LimitedBucket): string;
}

export function clockStore(algorithm: LimitAlgorithm, clock: Clock, windowMs: number): ClockStore {
  const byKey = new Map<string, LimitedBucket>();
  const limitedBucket = (key: string): LimitedBucket => {
    const limited = byKey.get(key);
    if (limited === undefined) throw new Error(`no bucket has the key ${key}`);
    return limited;
  };
  return {
    keyOf(limited) {
      const key = `${limited.limit} ${limited.bucket}`;
      byKey.set(key, limited);
      return key;
    },
    /** The middleware rejects a request with more hits than the limit, so one that is not admitted counts one more. */
    increment(key) {
      const { bucket, limit } = limitedBucket(key);
      const { admitted, remaining, resetAt } = algorithm.hit(bucket, clock.now(), limit, windowMs);
      return { totalHits: admitted ? limit - remaining : limit + 1, resetTime: new Date(resetAt) };
    },
    decrement: (key) => algorithm.decrement(limitedBucket(key).bucket),
    /** Buckets are reset by time alone. */
    resetKey: () => {},
  };
}
