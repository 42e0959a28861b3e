import type { Hit, LimitAlgorithm } from "./algorithm.ts";

interface Counts {
  /** Which aligned window `current` counts. */
  window: number;
  current: number;
  previous: number;
}

/** Two aligned windows; the previous one counts for the part of it that the sliding window still covers. */
export class SlidingCounter implements LimitAlgorithm {
  readonly #buckets = new Map<string, Counts>();

  hit(bucket: string, now: number, limit: number, windowMs: number): Hit {
    const counts = this.#turned(bucket, now, windowMs);
    const { admitted } = look(counts, now, limit, windowMs);
    if (admitted) counts.current += 1;
    this.#buckets.set(bucket, counts);
    return { ...look(counts, now, limit, windowMs), admitted };
  }

  peek(bucket: string, now: number, limit: number, windowMs: number): Hit {
    return look(this.#turned(bucket, now, windowMs), now, limit, windowMs);
  }

  decrement(bucket: string): void {
    const counts = this.#buckets.get(bucket);
    if (counts !== undefined && counts.current > 0) counts.current -= 1;
  }

  #turned(bucket: string, now: number, windowMs: number): Counts {
    const window = Math.floor(now / windowMs);
    const counts = this.#buckets.get(bucket);
    if (counts?.window === window) return { ...counts };
    return { window, current: 0, previous: counts?.window === window - 1 ? counts.current : 0 };
  }
}

function look(counts: Counts, now: number, limit: number, windowMs: number): Hit {
  const startsAt = counts.window * windowMs;
  const covered = 1 - (now - startsAt) / windowMs;
  const used = Math.floor(counts.previous * covered) + counts.current;
  return { limit, admitted: used < limit, remaining: Math.max(0, limit - used), resetAt: startsAt + windowMs };
}
