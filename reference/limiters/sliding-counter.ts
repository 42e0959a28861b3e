import { BucketAlgorithm, type Moment } from "./bucket-algorithm.ts";

interface Counts {
  /** The number of the aligned window that `current` counts. */
  readonly window: number;
  readonly current: number;
  readonly previous: number;
}

/** Counts in aligned windows. The previous window counts in proportion to its part in the sliding window. */
export class SlidingCounter extends BucketAlgorithm<Counts> {
  protected advance(known: Counts | undefined, { now, windowMs }: Moment): Counts {
    const window = Math.floor(now / windowMs);
    if (known?.window === window) return known;
    return { window, current: 0, previous: known?.window === window - 1 ? known.current : 0 };
  }

  protected look({ window, current, previous }: Counts, { now, limit, windowMs }: Moment) {
    const startsAt = window * windowMs;
    const covered = 1 - (now - startsAt) / windowMs;
    return { remaining: limit - Math.floor(previous * covered) - current, resetAt: startsAt + windowMs };
  }

  protected add(counts: Counts): Counts {
    return { ...counts, current: counts.current + 1 };
  }

  protected remove(counts: Counts): Counts {
    return { ...counts, current: Math.max(0, counts.current - 1) };
  }
}
