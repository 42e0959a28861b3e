/** What every way of limiting has in common (§8). Times are milliseconds since the epoch, windows milliseconds. */

/** What one request met. */
export interface Hit {
  readonly limit: number;
  readonly admitted: boolean;
  /** Requests left, after this one. */
  readonly remaining: number;
  /** When the bucket is better off: a window's end, the oldest request's expiry, or a full bucket. */
  readonly resetAt: number;
}

/** Counts by bucket. Holds its own state; one instance belongs to one running reference. */
export interface LimitAlgorithm {
  /** Counts one request in `bucket`, and says whether it is admitted. */
  hit(bucket: string, now: number, limit: number, windowMs: number): Hit;
  /** What `bucket` looks like without counting anything; `admitted` says whether one more would be. */
  peek(bucket: string, now: number, limit: number, windowMs: number): Hit;
  /** Takes the last count of `bucket` back. */
  decrement(bucket: string): void;
}
