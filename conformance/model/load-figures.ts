/** Figures in the report of a load run: of the whole run, and of each second. */

/** The requests of one second of a load run, for a chart over time. */
export interface SeriesPoint {
  /** Seconds since the run's first request. Seconds without requests are left out. */
  readonly second: number;
  /** How many requests were sent in this second; and how many of them were answered 429, or not at all. */
  readonly requests: number;
  readonly limited: number;
  readonly unanswered: number;
  /** How many were answered with each status. */
  readonly statuses?: Readonly<Record<string, number>>;
  /** For each organization, the last `X-RateLimit-Remaining` in this second. */
  readonly remaining: readonly { readonly organization: string; readonly remaining: number }[];
  /** Milliseconds from sending to receipt; absent if there was no response. */
  readonly latency?: { readonly p50: number; readonly p95: number };
}

/** In milliseconds. `count`: the number of measured values. */
export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  /** Absent if k6 measured the latencies and was not asked for this percentile. */
  readonly p99?: number;
  readonly max: number;
  /** How exactly the run measures each; absent if k6 measured, and of times in the queue. */
  readonly ranges?: Readonly<Record<"p50" | "p95" | "p99", PercentileRange>>;
}

/** Where a percentile lies in another run of the same target, in milliseconds; without `high` if the responses are too few to say. */
export interface PercentileRange {
  readonly low: number;
  readonly high?: number;
}

/** The requests of one operation. */
export interface OperationFigures {
  /** The contract's `operationId`. */
  readonly operation: string;
  readonly requests: number;
  /** From sending to receipt; absent if there was no response. */
  readonly latency?: Percentiles;
}

export interface LatencyFigures {
  /** From sending to receipt. */
  readonly latency?: Percentiles;
  /** The figures of each operation, the one with the most requests first. */
  readonly operations?: readonly OperationFigures[];
}

/** Where a target gets slow or fails beyond its capacity, its latencies below it are those at up to this share of it. */
export const shareBelowCapacity = 0.8;

/**
 * Up to which rate a target answered as at the beginning, where the load rises; with the latencies up to that rate, or below it (`shareBelowCapacity`),
 * without those of a stall that passed.
 */
export interface Capacity extends LatencyFigures {
  /** The highest rate, in requests in one second, at which the target still answered as at the beginning. */
  readonly perSecond: number;
  /** Whether the target then became slower, failed or answered 429, and did not recover. Otherwise the capacity may be higher. */
  readonly isReached: boolean;
  /**
   * The rate of the first second in which the target was slower, failed or answered 429: the capacity is below it. Absent if there is no such second, or if
   * its rate is not above `perSecond`, so that not the rate was the cause, but the time. If `isReached` is false, this was seen only in the last seconds,
   * which are too few to decide.
   */
  readonly slowAt?: number;
  /** The operations that the capacity does not cover, since they were not sent at low rates. */
  readonly without?: readonly string[];
}

/** The figures of a whole load run. */
export interface LoadFigures extends LatencyFigures {
  readonly requests: number;
  /** Requests that were sent a second, from the first to the last, without setup; where they are not recorded, k6's `http_reqs`, of the whole run. */
  readonly perSecond: number;
  /** How many requests were answered 429, and how many not at all; absent if they are not recorded. */
  readonly limited?: number;
  readonly unanswered?: number;
  /** How many were answered otherwise than with a 2xx or 429, or not at all, except for what the scenario expects; where requests are not recorded, k6's `http_req_failed`. */
  readonly failed?: number;
  /** How many were answered with each status. */
  readonly statuses?: Readonly<Record<string, number>>;
  /** How many responses of each status are rejections that the scenario expects, such as a 404 for another organization's identifiers. */
  readonly expectedStatuses?: Readonly<Record<string, number>>;
  /** The most requests that were in flight at the same time. */
  readonly inFlight?: number;
  /** Only if the load rises, as in `spike`. */
  readonly capacity?: Capacity;
  /** In a few words, when and at which rate the target got slow, or failed, and up to which rate it did not, if that was measured; absent if it did not. */
  readonly slowdown?: string;
  /** The target stalled: at an even rate, or for two seconds or more while the load rose. */
  readonly hasStalled?: boolean;
  /** Notes on how the latency changed with the load and the time; they are also among the report's notes. */
  readonly latencyNotes?: readonly string[];
  /** The longest possible time from an acceptance to the first status that is not `queued`. */
  readonly queue?: Percentiles;
  /** The shortest possible time, by the last read of `queued`. */
  readonly queueAtLeast?: Percentiles;
  /** The figures of each scenario, in the order in which they ran, if there are several. */
  readonly scenarios?: readonly LoadFigures[];
  /** In `scenarios`: in which second of the series the scenario's first request was sent. */
  readonly firstSecond?: number;
  /** The options that shape the load, as on the command line: `--rate 60 --duration 40`; empty for the scenarios' own shapes. */
  readonly shape?: string;
  /** A threshold or a failure ended the run before its time. */
  readonly isEndedEarly?: boolean;
  /** Every scenario sent its whole plan, though the run may be inconclusive about some responses or claims. */
  readonly reachedEnd?: boolean;
  /** The name of the scenario, if there was one only; also in `scenarios`. */
  readonly scenario?: string;
}

/** How the note on a latency that rises under an even load begins. It says nothing of a capacity. */
export const risingLatency = "the latency was still rising at the end";
