import { BucketAlgorithm, type Moment } from "./bucket-algorithm.ts";

export interface Window {
  readonly startsAt: number;
  readonly count: number;
}

/** A window that starts with the first request after the end of the previous window. */
export class FixedWindow extends BucketAlgorithm<Window> {
  protected override readonly countsRejected: boolean = true;

  /** The start of the window that is opened at `now`. */
  protected startOf(now: number, _windowMs: number): number {
    return now;
  }

  protected advance(known: Window | undefined, { now, windowMs }: Moment): Window {
    const isOpen = known !== undefined && now < known.startsAt + windowMs;
    return isOpen ? known : { startsAt: this.startOf(now, windowMs), count: 0 };
  }

  protected look({ startsAt, count }: Window, { limit, windowMs }: Moment) {
    return { remaining: limit - count, resetAt: startsAt + windowMs };
  }

  protected add({ startsAt, count }: Window, _moment?: Moment): Window {
    return { startsAt, count: count + 1 };
  }

  protected remove({ startsAt, count }: Window): Window {
    return { startsAt, count: Math.max(0, count - 1) };
  }
}
