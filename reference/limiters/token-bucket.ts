import { BucketAlgorithm, type Moment } from "./bucket-algorithm.ts";

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** A bucket of `limit` tokens that fills from empty to full in one window. A request takes a token. */
export class TokenBucket extends BucketAlgorithm<Bucket> {
  readonly #chunks: number;

  /** With `chunks`, a timer adds tokens this many times in a window; without it, the bucket fills evenly. */
  constructor({ chunks = 0 }: { chunks?: number } = {}) {
    super();
    this.#chunks = chunks;
  }

  protected advance(known: Bucket | undefined, { now, limit, windowMs }: Moment): Bucket {
    const filledAt = this.#chunks === 0 ? now : now - (now % (windowMs / this.#chunks));
    const { tokens, at } = known ?? { tokens: limit, at: filledAt };
    return { tokens: Math.min(limit, tokens + ((filledAt - at) * limit) / windowMs), at: filledAt };
  }

  protected look({ tokens, at }: Bucket, { limit, windowMs }: Moment) {
    const missingMs = ((limit - tokens) * windowMs) / limit;
    const resetAt = at + (this.#chunks === 0 ? missingMs : Math.max(missingMs, windowMs / this.#chunks));
    return { remaining: Math.floor(tokens), resetAt };
  }

  protected add({ tokens, at }: Bucket): Bucket {
    return { tokens: tokens - 1, at };
  }

  protected remove({ tokens, at }: Bucket): Bucket {
    return { tokens: tokens + 1, at };
  }
}
