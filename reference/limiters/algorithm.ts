/** The interface of rate limit algorithms (§8). Times are in milliseconds since the epoch, windows in milliseconds. */

/** The state of a bucket at a request. */
export interface Hit {
  readonly limit: number;
  readonly admitted: boolean;
  /** The number of requests that remain after this request. */
  readonly remaining: number;
  /** When more requests will remain: at the end of the window, when the oldest request expires, or when the bucket is full. */
  readonly resetAt: number;
}

/** Counts requests by bucket. An algorithm has state, so each running reference creates one. */
export interface LimitAlgorithm {
  /** Counts a request in `bucket`, and returns whether it is admitted. */
  hit(bucket: string, now: number, limit: number, windowMs: number): Hit;
  /** The state of `bucket`, without counting a request. `admitted` says whether a request would be admitted. */
  peek(bucket: string, now: number, limit: number, windowMs: number): Hit;
  /** Removes the last counted request from the count of `bucket`. */
  decrement(bucket: string): void;
}
