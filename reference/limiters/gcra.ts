import { BucketAlgorithm, type Moment } from "./bucket-algorithm.ts";

interface Cell {
  /** When the bucket will be full again: the theoretical arrival time. */
  readonly fullAt: number;
  /** What one request adds to it. */
  readonly interval: number;
}

/** The generic cell rate algorithm: remembers only when the bucket will be full again. */
export class Gcra extends BucketAlgorithm<Cell> {
  protected advance(known: Cell | undefined, { now, limit, windowMs }: Moment): Cell {
    return { fullAt: Math.max(now, known?.fullAt ?? now), interval: windowMs / limit };
  }

  protected look({ fullAt, interval }: Cell, { now, windowMs }: Moment) {
    // Sums of fractions of a window miss whole requests by less than a microsecond.
    return { remaining: Math.floor((windowMs - (fullAt - now)) / interval + 1e-6), resetAt: fullAt };
  }

  protected add({ fullAt, interval }: Cell): Cell {
    return { fullAt: fullAt + interval, interval };
  }

  protected remove({ fullAt, interval }: Cell): Cell {
    return { fullAt: fullAt - interval, interval };
  }
}
