import type { Hit, LimitAlgorithm } from "./algorithm.ts";

interface Bucket {
  tokens: number;
  at: number;
}

/** A bucket of `limit` tokens that fills evenly, empty to full in one window; a request takes one. */
export class TokenBucket implements LimitAlgorithm {
  readonly #buckets = new Map<string, Bucket>();

  hit(bucket: string, now: number, limit: number, windowMs: number): Hit {
    const tokens = this.#tokens(bucket, now, limit, windowMs);
    const admitted = tokens >= 1;
    const left = admitted ? tokens - 1 : tokens;
    this.#buckets.set(bucket, { tokens: left, at: now });
    return { ...look(left, now, limit, windowMs), admitted };
  }

  peek(bucket: string, now: number, limit: number, windowMs: number): Hit {
    return look(this.#tokens(bucket, now, limit, windowMs), now, limit, windowMs);
  }

  decrement(bucket: string): void {
    const known = this.#buckets.get(bucket);
    if (known !== undefined) known.tokens += 1;
  }

  #tokens(bucket: string, now: number, limit: number, windowMs: number): number {
    const known = this.#buckets.get(bucket) ?? { tokens: limit, at: now };
    return Math.min(limit, known.tokens + ((now - known.at) * limit) / windowMs);
  }
}

function look(tokens: number, now: number, limit: number, windowMs: number): Hit {
  return {
    limit,
    admitted: tokens >= 1,
    remaining: Math.floor(tokens),
    resetAt: now + ((limit - tokens) * windowMs) / limit,
  };
}
