import { BucketAlgorithm, type Moment } from "./bucket-algorithm.ts";

interface Bucket {
  readonly tokens: number;
  readonly at: number;
}

/** A bucket of `limit` tokens that fills evenly, empty to full in one window; a request takes one. */
export class TokenBucket extends BucketAlgorithm<Bucket> {
  protected advance(known: Bucket | undefined, { now, limit, windowMs }: Moment): Bucket {
    const { tokens, at } = known ?? { tokens: limit, at: now };
    return { tokens: Math.min(limit, tokens + ((now - at) * limit) / windowMs), at: now };
  }

  protected look = ({ tokens }: Bucket, { now, limit, windowMs }: Moment) => ({
    remaining: Math.floor(tokens),
    resetAt: now + ((limit - tokens) * windowMs) / limit,
  });

  protected add = ({ tokens, at }: Bucket): Bucket => ({ tokens: tokens - 1, at });
  protected takeBack = ({ tokens, at }: Bucket): Bucket => ({ tokens: tokens + 1, at });
}
