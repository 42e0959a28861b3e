/** What the report of a load run has besides its verdicts: figures of the whole run, and of each of its seconds. */

/** What went over the wire in one second of a load run: what a chart over time needs. */
export interface SeriesPoint {
  /** Seconds since the run's first request was sent. Seconds in which nothing was sent are left out. */
  readonly second: number;
  /** Requests sent in it, and how many of them were answered 429, and not at all. */
  readonly requests: number;
  readonly limited: number;
  readonly unanswered: number;
  /** The last that `X-RateLimit-Remaining` reported in it, for each organization. */
  readonly remaining: readonly { readonly organization: string; readonly remaining: number }[];
  /** Milliseconds from sending to receipt of what was answered; absent where nothing was. */
  readonly latency?: { readonly p50: number; readonly p95: number };
}

/** Milliseconds; `count`: of how many. */
export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** A whole load run in a few numbers. */
export interface LoadFigures {
  readonly requests: number;
  readonly perSecond: number;
  /** How many were answered 429, and not at all. */
  readonly limited: number;
  readonly unanswered: number;
  /** From sending to receipt of what was answered. */
  readonly latency?: Percentiles;
  /** From an acceptance to the first status that is not `queued`, at most. */
  readonly queue?: Percentiles;
  /** The figures of each of several scenarios, in the order in which they ran. */
  readonly scenarios?: readonly LoadFigures[];
  /** Within `scenarios`: whose figures these are. */
  readonly scenario?: string;
}
