import type { Hit, LimitAlgorithm } from "./algorithm.ts";

/** Remembers when each request came; at most `limit` of them lie within any window. */
export class SlidingLog implements LimitAlgorithm {
  readonly #logs = new Map<string, number[]>();
  readonly #countsRejected: boolean;

  /** With `countsRejected`, a rejected request is remembered too, so that whoever keeps calling stays rejected. */
  constructor({ countsRejected = false }: { countsRejected?: boolean } = {}) {
    this.#countsRejected = countsRejected;
  }

  hit(bucket: string, now: number, limit: number, windowMs: number): Hit {
    const log = this.#recent(bucket, now, windowMs);
    const admitted = log.length < limit;
    if (admitted || this.#countsRejected) log.push(now);
    this.#logs.set(bucket, log);
    return { ...look(log, now, limit, windowMs), admitted };
  }

  peek(bucket: string, now: number, limit: number, windowMs: number): Hit {
    return look(this.#recent(bucket, now, windowMs), now, limit, windowMs);
  }

  decrement(bucket: string): void {
    this.#logs.get(bucket)?.pop();
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
