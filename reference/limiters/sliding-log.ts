import { BucketAlgorithm, type Moment } from "./bucket-algorithm.ts";

type Log = readonly number[];

/** Remembers the time of each request. At most `limit` requests are within any window. */
export class SlidingLog extends BucketAlgorithm<Log> {
  protected override readonly countsRejected: boolean;
  readonly #segments: number;

  /**
   * With `countsRejected`, rejected requests are remembered, too. With `segments`, the window has this number of segments,
   * and all requests of a segment expire together.
   */
  constructor({ countsRejected = false, segments = 0 }: { countsRejected?: boolean; segments?: number } = {}) {
    super();
    this.countsRejected = countsRejected;
    this.#segments = segments;
  }

  protected advance(known: Log | undefined, { now, windowMs }: Moment): Log {
    return (known ?? []).filter((time) => time > now - windowMs);
  }

  protected look(log: Log, { now, limit, windowMs }: Moment) {
    return { remaining: limit - log.length, resetAt: (log[0] ?? now) + windowMs };
  }

  protected add(log: Log, { now, windowMs }: Moment): Log {
    const segmentStart = now - (now % (windowMs / this.#segments));
    return [...log, this.#segments === 0 ? now : segmentStart];
  }

  protected remove(log: Log): Log {
    return log.slice(0, -1);
  }
}
