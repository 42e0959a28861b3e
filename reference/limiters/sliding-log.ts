import { BucketAlgorithm, type Moment } from "./bucket-algorithm.ts";

type Log = readonly number[];

/** Remembers when each request came; at most `limit` of them lie within any window. */
export class SlidingLog extends BucketAlgorithm<Log> {
  protected override readonly countsRejected: boolean;
  readonly #segments: number;

  /**
   * With `countsRejected`, a rejected request is remembered too, so that whoever keeps calling stays rejected. With `segments`,
   * the window has that many, and forgets all requests of a segment together.
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
