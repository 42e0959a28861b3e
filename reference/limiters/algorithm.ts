/** The interface of all rate limit algorithms (§8). Times are milliseconds since the epoch, windows milliseconds. */

/** The state of a bucket as one request finds it. */
export interface Hit {
  readonly limit: number;
  readonly admitted: boolean;
  /** Requests that remain after this one. */
  readonly remaining: number;
  /** When more requests will remain: the window's end, the oldest request's expiry, or a full bucket. */
  readonly resetAt: number;
}

/** Counts requests by bucket. It is stateful: each running reference has its own. */
export interface LimitAlgorithm {
  /** Counts one request in `bucket`, and says whether it is admitted. */
  hit(bucket: string, now: number, limit: number, windowMs: number): Hit;
  /** What `bucket` looks like without counting anything; `admitted` says whether one more would be. */
  peek(bucket: string, now: number, limit: number, windowMs: number): Hit;
  /** Takes the last counted request of `bucket` off its count. */
  decrement(bucket: string): void;
}
