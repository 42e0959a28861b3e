/** Legal rules, and one fault each on top of them. */
import type { RateLimit } from "../../model/check.ts";
import type { AlgorithmName } from "./algorithms.ts";
import { pseudoRandom, type Rules } from "./server.ts";

export interface LegalChoices {
  readonly algorithm: AlgorithmName;
  readonly rateLimit: RateLimit;
  readonly phaseMs: number;
  readonly tellsAfter: boolean;
  readonly countsRefused: boolean;
  readonly countsErrors: boolean;
  /** Requests with an expired key, of a session, or without credentials count against the organization's limit. */
  readonly countsExpired: boolean;
  readonly countsSessions: boolean;
}

/** A legal server. */
export function legalRules(choices: LegalChoices): Rules {
  const { algorithm, rateLimit, phaseMs, tellsAfter, countsRefused } = choices;
  return {
    algorithm,
    declared: rateLimit,
    enforced: rateLimit,
    phaseMs,
    tellsAfter,
    countsRefused,
    bucketOf: ({ organization }) => organization,
    counts: ({ kind }, _method, status) =>
      kind === "api-key"
        ? status < 400 || choices.countsErrors
        : kind === "session"
          ? choices.countsSessions
          : choices.countsExpired,
    refuses: ({ kind }) => kind === "api-key" || choices.countsSessions,
    told: (left) => left,
    tells: () => true,
    refusal: 429,
    bars: () => false,
    refused: () => {},
  };
}

const enforce = (rules: Rules, of: Partial<RateLimit>): Rules => ({
  ...rules,
  enforced: { ...rules.enforced, ...of },
});

/** Each takes legal rules and breaks them in one way. */
export const faults: Readonly<Record<string, (rules: Rules) => Rules>> = {
  "one more than the limit": (rules) => enforce(rules, { limit: rules.declared.limit + 1 }),
  "one more, unsaid": (rules) => ({
    ...enforce(rules, { limit: rules.declared.limit + 1 }),
    told: (left) => Math.max(0, left - 1),
  }),
  "one less than the limit": (rules) => enforce(rules, { limit: rules.declared.limit - 1 }),
  "one less, unsaid": (rules) => {
    const base = enforce(rules, { limit: rules.declared.limit - 1 });
    return { ...base, told: (left) => left + 1 };
  },
  "half the limit": (rules) => enforce(rules, { limit: rules.declared.limit / 2 }),
  "half the limit, unsaid": (rules) => ({
    ...enforce(rules, { limit: rules.declared.limit / 2 }),
    told: (left) => left + rules.declared.limit / 2,
  }),
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
  "submissions do not count": (rules) => ({
    ...rules,
    counts: (sender, method, status) => method === "GET" && rules.counts(sender, method, status),
    refuses: (sender, method) => method === "GET" && rules.refuses(sender, method),
  }),
  "reads do not count": (rules) => ({
    ...rules,
    counts: (sender, method, status) => method !== "GET" && rules.counts(sender, method, status),
    refuses: (sender, method) => method !== "GET" && rules.refuses(sender, method),
  }),
  "sessions do not count": (rules) => ({
    ...rules,
    counts: (sender, method, status) => sender.kind !== "session" && rules.counts(sender, method, status),
    refuses: (sender, method) => sender.kind !== "session" && rules.refuses(sender, method),
  }),
  "remaining stays the same": (rules) => ({ ...rules, told: () => rules.declared.limit - 1 }),
  "remaining falls by two": (rules) => ({
    ...rules,
    told: (left) => Math.max(0, rules.declared.limit - 2 * (rules.declared.limit - left)),
  }),
  "headers keep their first value": (rules) => {
    let first: number | undefined;
    return {
      ...rules,
      told(left) {
        first ??= left;
        return first;
      },
    };
  },
  "nothing is refused": (rules) => ({ ...rules, refuses: () => false }),
  "enforced at twice the limit": (rules) => ({
    ...enforce(rules, { limit: rules.declared.limit * 2 }),
    told: (left) => Math.max(0, left - rules.declared.limit),
  }),
  "an hour's window": (rules) => enforce(rules, { windowSeconds: 3600 }),
  "a window of 30 s": (rules) => enforce(rules, { windowSeconds: rules.declared.windowSeconds / 2 }),
  "a window of 120 s": (rules) => enforce(rules, { windowSeconds: rules.declared.windowSeconds * 2 }),
  "a refusal is for ever": (rules) => {
    const barred = new Set<string>();
    return {
      ...rules,
      bars: ({ organization }) => barred.has(organization),
      refused: (_bucket, { organization }) => void barred.add(organization),
    };
  },
  "each refusal bars for a window": (rules) => {
    const until = new Map<string, number>();
    return {
      ...rules,
      bars: ({ organization }, now) => now < (until.get(organization) ?? 0),
      refused: (_bucket, { organization }, now) =>
        void until.set(organization, now + rules.declared.windowSeconds * 1000),
    };
  },
  "refuses with 503": (rules) => ({ ...rules, refusal: 503 }),
  "refuses with 403": (rules) => ({ ...rules, refusal: 403 }),
  "counts a random half": (rules) => {
    const random = pseudoRandom();
    return {
      ...rules,
      counts: (sender, method, status) => random() < 0.5 && rules.counts(sender, method, status),
    };
  },
  "no headers on a 429": (rules) => ({ ...rules, tells: (status) => status !== 429 }),
  "no headers on a 404": (rules) => ({ ...rules, tells: (status) => status !== 404 }),
  "a refusal empties the count": (rules) => ({ ...rules, refused: (bucket) => bucket.clear() }),
};

/** Why a fault on top of an algorithm cannot be told from a legal limiter every time, in one window and a little more. */
export function undecidable(fault: string, algorithm: AlgorithmName): string | undefined {
  const isCounter = algorithm.startsWith("sliding counter");
  if (fault === "one more, unsaid" && isCounter) {
    return "a sliding counter forgets the last window bit by bit: where it is seen with little left, a part of a request may have come free";
  }
  if (fault !== "a window of 120 s") return undefined;
  if (algorithm === "fixed by the clock") return "its window may happen to turn within a minute";
  if (isCounter || algorithm.startsWith("token bucket") || algorithm === "GCRA") {
    return "it serves like a legal sliding counter that was used half before its window turned, and half after";
  }
  return undefined;
}
