import { BucketAlgorithm, type Moment } from "./bucket-algorithm.ts";

type Log = readonly number[];

/** Remembers when each request came; at most `limit` of them lie within any window. */
export class SlidingLog extends BucketAlgorithm<Log> {
  protected override readonly countsRejected: boolean;

  /** With `countsRejected`, a rejected request is remembered too, so that whoever keeps calling stays rejected. */
  constructor({ countsRejected = false }: { countsRejected?: boolean } = {}) {
    super();
    this.countsRejected = countsRejected;
  }

  protected advance = (known: Log = [], { now, windowMs }: Moment): Log =>
    known.filter((time) => time > now - windowMs);

  protected look = (log: Log, { now, limit, windowMs }: Moment) => ({
    remaining: limit - log.length,
    resetAt: (log[0] ?? now) + windowMs,
  });

  protected add = (log: Log, { now }: Moment): Log => [...log, now];
  protected takeBack = (log: Log): Log => log.slice(0, -1);
}
