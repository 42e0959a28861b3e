import type { Hit, LimitAlgorithm } from "./algorithm.ts";

/** Remembers when each request came; at most `limit` of them lie within any window. */
export class SlidingLog implements LimitAlgorithm {
  readonly #logs = new Map<string, number[]>();
  readonly #countsRejected: boolean;
  readonly #segments: number;

  /**
   * With `countsRejected`, a rejected request is remembered too, so that whoever keeps calling stays rejected. With `segments`,
   * the window has so many, and forgets all requests of a segment together.
   */
  constructor({ countsRejected = false, segments = 0 }: { countsRejected?: boolean; segments?: number } = {}) {
    this.#countsRejected = countsRejected;
    this.#segments = segments;
  }

  hit(bucket: string, now: number, limit: number, windowMs: number): Hit {
    const log = this.#recent(bucket, now, windowMs);
    const admitted = log.length < limit;
    if (admitted || this.#countsRejected) log.push(this.#remembered(now, windowMs));
    this.#logs.set(bucket, log);
    return { ...look(log, now, limit, windowMs), admitted };
  }

  peek(bucket: string, now: number, limit: number, windowMs: number): Hit {
    return look(this.#recent(bucket, now, windowMs), now, limit, windowMs);
  }

  decrement(bucket: string): void {
    this.#logs.get(bucket)?.pop();
  }

  /** When a request came, or when its segment began. */
  #remembered(now: number, windowMs: number): number {
    return this.#segments === 0 ? now : now - (now % (windowMs / this.#segments));
  }

  #recent(bucket: string, now: number, windowMs: number): number[] {
    return (this.#logs.get(bucket) ?? []).filter((time) => time > now - windowMs);
  }
}

function look(log: readonly number[], now: number, limit: number, windowMs: number): Hit {
  return {
    limit,
    admitted: log.length < limit,
    remaining: Math.max(0, limit - log.length),
    resetAt: (log[0] ?? now) + windowMs,
  };
}
