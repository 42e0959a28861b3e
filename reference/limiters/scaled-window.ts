import type { LimitAlgorithm } from "./algorithm.ts";

/** The algorithm with windows that are longer by `factor` than those it is given. */
export const withScaledWindow = (algorithm: LimitAlgorithm, factor: number): LimitAlgorithm => ({
  hit: (bucket, now, limit, windowMs) => algorithm.hit(bucket, now, limit, factor * windowMs),
  peek: (bucket, now, limit, windowMs) => algorithm.peek(bucket, now, limit, factor * windowMs),
  decrement: (bucket) => algorithm.decrement(bucket),
});
