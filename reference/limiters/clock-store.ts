/** Any of the algorithms as a store of express-rate-limit, on a `Clock`. */
import type { Store } from "express-rate-limit";
import type { Clock } from "../../clock.ts";
import type { LimitAlgorithm } from "./algorithm.ts";

/** The key of a bucket and its limit. They are in one string, because express-rate-limit passes nothing else to its store. */
export const storeKey = (limit: number, bucket: string): string => `${limit} ${bucket}`;

export function clockStore(algorithm: LimitAlgorithm, clock: Clock, windowMs: number): Store {
  const bucketOf = (key: string): string => key.slice(key.indexOf(" ") + 1);
  return {
    /** The middleware rejects a request if `totalHits` is above the limit. */
    increment(key) {
      const limit = Number.parseFloat(key);
      const { admitted, remaining, resetAt } = algorithm.hit(bucketOf(key), clock.now(), limit, windowMs);
      return { totalHits: admitted ? limit - remaining : limit + 1, resetTime: new Date(resetAt) };
    },
    decrement: (key) => algorithm.decrement(bucketOf(key)),
    /** Only time resets buckets. */
    resetKey: () => {},
  };
}
