/** The rate limits that a target file declares (§8). Laws import this file, also inside k6: no npm. */

/** The declared rate limit of the target, §8. */
export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The Standard tier, §8. */
export const standardTier: RateLimit = { limit: 100, windowSeconds: 60 };

/** In ms: a window and the time in which two requests are refilled. Then any legal limiter serves again. */
export const recoveryMs = ({ limit, windowSeconds }: RateLimit): number => windowSeconds * 1000 * (1 + 2 / limit);

/** The rate limits of a target's organizations. */
export interface RateLimits extends RateLimit {
  /**
   * For organizations with another limit than the target's: the limits, by the labels of their credentials.
   * `undeclared`: a tier other than Standard that neither §8 nor the target file defines.
   */
  readonly tiers?: ReadonlyMap<string, RateLimit | "undeclared">;
}

/** The reason why §8 is not judged with `rateLimit: null`. */
export const limitSwitchedOff =
  "the target file says that rate limiting is switched off (rateLimit: null): declare the limit where there is one";

/** The limit of the organization of this credential; undefined if its tier is not declared. */
export function rateLimitOf(limits: RateLimits, credential: string): RateLimit | undefined {
  const tier = limits.tiers?.get(credential) ?? limits;
  return tier === "undeclared" ? undefined : tier;
}
