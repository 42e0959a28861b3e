/** Legal limiters on a virtual clock, for tests of what must stay under their limit. */
import type { Clock } from "../../clock.ts";
import type { RateLimit } from "../model/rate-limit.ts";

/** Counts a request now: what is left after it, or undefined if it is rejected. */
export type Limiter = () => number | undefined;

export const limiters: { readonly [name: string]: (of: RateLimit, clock: Clock) => Limiter } = {
  "a window from the first request on": ({ limit, windowSeconds }, clock) => {
    let endsAt = 0;
    let count = 0;
    return () => {
      if (clock.now() >= endsAt) {
        endsAt = clock.now() + windowSeconds * 1000;
        count = 0;
      }
      count += 1;
      return count > limit ? undefined : limit - count;
    };
  },
  "a window by the clock": ({ limit, windowSeconds }, clock) => {
    let window = -1;
    let count = 0;
    return () => {
      const current = Math.floor(clock.now() / (windowSeconds * 1000));
      if (current !== window) count = 0;
      window = current;
      count += 1;
      return count > limit ? undefined : limit - count;
    };
  },
  "a sliding window": ({ limit, windowSeconds }, clock) => {
    let counted: number[] = [];
    return () => {
      counted = counted.filter((time) => time > clock.now() - windowSeconds * 1000);
      if (counted.length >= limit) return undefined;
      counted.push(clock.now());
      return limit - counted.length;
    };
  },
  "a bucket of tokens": ({ limit, windowSeconds }, clock) => {
    let tokens = limit;
    let at = clock.now();
    return () => {
      tokens = Math.min(limit, tokens + ((clock.now() - at) * limit) / (windowSeconds * 1000));
      at = clock.now();
      if (tokens < 1) return undefined;
      tokens -= 1;
      return Math.floor(tokens);
    };
  },
};
