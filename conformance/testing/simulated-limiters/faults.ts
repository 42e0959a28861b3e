/** The faults of simulated servers: each changes legal rules. */
import type { RateLimit } from "../../model/rate-limit.ts";
import type { Sender } from "./callers.ts";
import { pseudoRandom } from "./pseudo-random.ts";
import type { Rules } from "./rules.ts";

const enforce = (rules: Rules, of: Partial<RateLimit>): Rules => ({
  ...rules,
  enforced: { ...rules.enforced, ...of },
});

/** Requests for which `isExempt` holds are neither counted nor rejected. */
const exempt = (rules: Rules, isExempt: (sender: Sender, method: string) => boolean): Rules => ({
  ...rules,
  counts: (sender, method, status) => !isExempt(sender, method) && rules.counts(sender, method, status),
  mayReject: (sender, method) => !isExempt(sender, method) && rules.mayReject(sender, method),
});

/** Serves the declared limit in a window, but at most a tenth of it in one burst. */
const spread = (rules: Rules): Rules =>
  enforce(rules, { limit: rules.declared.limit / 10, windowSeconds: rules.declared.windowSeconds / 10 });

/** Each takes legal rules and breaks them in one way. "Unreported": the headers show the declared limit. */
export const faults: Readonly<Record<string, (rules: Rules) => Rules>> = {
  "one more than the limit": (rules) => enforce(rules, { limit: rules.declared.limit + 1 }),
  "one more, unreported": (rules) => ({
    ...enforce(rules, { limit: rules.declared.limit + 1 }),
    reported: (remaining) => Math.max(0, remaining - 1),
  }),
  "one more, reported as -1": (rules) => ({
    ...enforce(rules, { limit: rules.declared.limit + 1 }),
    reported: (remaining) => remaining - 1,
  }),
  "one less than the limit": (rules) => enforce(rules, { limit: rules.declared.limit - 1 }),
  "one less, unreported": (rules) => ({
    ...enforce(rules, { limit: rules.declared.limit - 1 }),
    reported: (remaining) => remaining + 1,
  }),
  "half the limit": (rules) => enforce(rules, { limit: rules.declared.limit / 2 }),
  "half the limit, unreported": (rules) => ({
    ...enforce(rules, { limit: rules.declared.limit / 2 }),
    reported: (remaining) => remaining + rules.declared.limit / 2,
  }),
  "a tenth of the limit in a tenth of the window": spread,
  "a tenth in a tenth, unreported": (rules) => ({
    ...spread(rules),
    reported: (remaining) => remaining + 0.9 * rules.declared.limit,
  }),
  "a tenth in a tenth, without headers": (rules) => ({ ...spread(rules), hasHeaders: () => false }),
  "a limit for each key": (rules) => ({ ...rules, bucketOf: ({ token }) => token }),
  "a limit for each user": (rules) => ({
    ...rules,
    bucketOf: ({ organization, kind }) => `${organization} ${kind === "session"}`,
  }),
  "a limit for each of two instances": (rules) => {
    let turn = 0;
    return { ...rules, bucketOf: ({ organization }) => `${organization} ${(turn++ % 2).toString()}` };
  },
  "one limit for all organizations": (rules) => ({ ...rules, bucketOf: () => "all" }),
  "submissions do not count": (rules) => exempt(rules, (_sender, method) => method !== "GET"),
  "reads do not count": (rules) => exempt(rules, (_sender, method) => method === "GET"),
  "sessions do not count": (rules) => exempt(rules, ({ kind }) => kind === "session"),
  "remaining stays the same": (rules) => ({ ...rules, reported: () => rules.declared.limit - 1 }),
  "remaining falls by two": (rules) => ({
    ...rules,
    reported: (remaining) => Math.max(0, 2 * remaining - rules.declared.limit),
  }),
  "remaining in tens": (rules) => ({ ...rules, reported: (remaining) => 10 * Math.round(remaining / 10) }),
  "remaining in tens, rounded up": (rules) => ({ ...rules, reported: (remaining) => 10 * Math.ceil(remaining / 10) }),
  "headers keep their first value": (rules) => {
    let first: number | undefined;
    return {
      ...rules,
      reported(remaining) {
        first ??= remaining;
        return first;
      },
    };
  },
  "nothing is rejected": (rules) => ({ ...rules, mayReject: () => false }),
  "enforced at twice the limit": (rules) => ({
    ...enforce(rules, { limit: rules.declared.limit * 2 }),
    reported: (remaining) => Math.max(0, remaining - rules.declared.limit),
  }),
  "an hour's window": (rules) => enforce(rules, { windowSeconds: 3600 }),
  "half the window": (rules) => enforce(rules, { windowSeconds: rules.declared.windowSeconds / 2 }),
  "two thirds of the window": (rules) => enforce(rules, { windowSeconds: (rules.declared.windowSeconds * 2) / 3 }),
  "twice the window": (rules) => enforce(rules, { windowSeconds: rules.declared.windowSeconds * 2 }),
  "a 429 blocks for ever": (rules) => blockedAfter429(rules, Number.POSITIVE_INFINITY),
  "each 429 blocks for a window": (rules) => blockedAfter429(rules, rules.declared.windowSeconds * 1000),
  "rejects with 503": (rules) => ({ ...rules, rejectionStatus: 503 }),
  "rejects with 403": (rules) => ({ ...rules, rejectionStatus: 403 }),
  "counts a random half": (rules) => {
    const random = pseudoRandom();
    return {
      ...rules,
      counts: (sender, method, status) => random() < 0.5 && rules.counts(sender, method, status),
    };
  },
  "no headers on a 429": (rules) => ({ ...rules, hasHeaders: (status) => status !== 429 }),
  "no headers on a 404": (rules) => ({ ...rules, hasHeaders: (status) => status !== 404 }),
  "a 429 resets the count": (rules) => ({ ...rules, onRejected: (bucket) => bucket.clear() }),
};

/** Each 429 blocks its organization for a time. */
function blockedAfter429(rules: Rules, blockedMs: number): Rules {
  const blockedUntil = new Map<string, number>();
  return {
    ...rules,
    isBlocked: ({ organization }, now) => now < (blockedUntil.get(organization) ?? 0),
    onRejected: (_bucket, { organization }, now) => void blockedUntil.set(organization, now + blockedMs),
  };
}
