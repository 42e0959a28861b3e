import type { Hit, LimitAlgorithm } from "./algorithm.ts";

interface Bucket {
  tokens: number;
  at: number;
}

/** A bucket of `limit` tokens that fills evenly, empty to full in one window; a request takes one. */
export class TokenBucket implements LimitAlgorithm {
  readonly #buckets = new Map<string, Bucket>();
  readonly #chunks: number;

  /** With `chunks`, a timer fills it so many times in a window. */
  constructor({ chunks = 0 }: { chunks?: number } = {}) {
    this.#chunks = chunks;
  }

  hit(bucket: string, time: number, limit: number, windowMs: number): Hit {
    const now = this.#filledAt(time, windowMs);
    const tokens = this.#tokens(bucket, now, limit, windowMs);
    const admitted = tokens >= 1;
    const left = admitted ? tokens - 1 : tokens;
    this.#buckets.set(bucket, { tokens: left, at: now });
    return { ...this.#look(left, now, limit, windowMs), admitted };
  }

  peek(bucket: string, time: number, limit: number, windowMs: number): Hit {
    const now = this.#filledAt(time, windowMs);
    return this.#look(this.#tokens(bucket, now, limit, windowMs), now, limit, windowMs);
  }

  decrement(bucket: string): void {
    const known = this.#buckets.get(bucket);
    if (known !== undefined) known.tokens += 1;
  }

  /** When it was filled last. */
  #filledAt(now: number, windowMs: number): number {
    return this.#chunks === 0 ? now : now - (now % (windowMs / this.#chunks));
  }

  #tokens(bucket: string, now: number, limit: number, windowMs: number): number {
    const known = this.#buckets.get(bucket) ?? { tokens: limit, at: now };
    return Math.min(limit, known.tokens + ((now - known.at) * limit) / windowMs);
  }

  #look(tokens: number, now: number, limit: number, windowMs: number): Hit {
    const missingMs = ((limit - tokens) * windowMs) / limit;
    return {
      limit,
      admitted: tokens >= 1,
      remaining: Math.floor(tokens),
      resetAt: now + (this.#chunks === 0 ? missingMs : Math.max(missingMs, windowMs / this.#chunks)),
    };
  }
}
