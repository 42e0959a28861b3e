/** The rate limits that a target file declares (§8). Laws import this file, also inside k6: no npm. */

/** The declared rate limit of the target, §8. */
export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The Standard tier, §8. */
export const standardTier: RateLimit = { limit: 100, windowSeconds: 60 };

/** In milliseconds: after a window and the time in which two requests are refilled, any legal limiter serves again. */
export const recoveryMs = ({ limit, windowSeconds }: RateLimit): number => windowSeconds * 1000 * (1 + 2 / limit);

/** The rate limits of a target's organizations. */
export interface RateLimits extends RateLimit {
  /**
   * Organizations with another limit than the target's own, by the labels of their credentials. `undeclared`: another
   * tier than Standard, which §8 does not show, and the target file neither.
   */
  readonly tiers?: ReadonlyMap<string, RateLimit | "undeclared">;
}

/** Why nothing of §8 is judged with `rateLimit: null`. */
export const limitSwitchedOff =
  "the target file says that rate limiting is switched off (rateLimit: null): declare the limit where there is one";

/** The limit of the organization of this credential; undefined if its tier is not declared. */
export function rateLimitOf(limits: RateLimits, credential: string): RateLimit | undefined {
  const tier = limits.tiers?.get(credential) ?? limits;
  return tier === "undeclared" ? undefined : tier;
}
