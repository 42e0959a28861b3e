import { BucketAlgorithm, type Moment } from "./bucket-algorithm.ts";

interface Cell {
  /** The time when the bucket will be full again: the theoretical arrival time. */
  readonly fullAt: number;
  /** The milliseconds that one request adds to `fullAt`. */
  readonly interval: number;
}

/** The generic cell rate algorithm: remembers only when the bucket will be full again. */
export class Gcra extends BucketAlgorithm<Cell> {
  protected advance(known: Cell | undefined, { now, limit, windowMs }: Moment): Cell {
    return { fullAt: Math.max(now, known?.fullAt ?? now), interval: windowMs / limit };
  }

  protected look({ fullAt, interval }: Cell, { now, windowMs }: Moment) {
    // Rounding errors would make a whole request appear as slightly less than one.
    return { remaining: Math.floor((windowMs - (fullAt - now)) / interval + 1e-6), resetAt: fullAt };
  }

  protected add({ fullAt, interval }: Cell): Cell {
    return { fullAt: fullAt + interval, interval };
  }

  protected remove({ fullAt, interval }: Cell): Cell {
    return { fullAt: fullAt - interval, interval };
  }
}
