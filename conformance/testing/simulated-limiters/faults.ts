/** Legal rules, and one fault each on top of them. */
import type { RateLimit } from "../../model/check.ts";
import { type AlgorithmName, algorithmNames } from "./algorithms.ts";
import { pseudoRandom, type Rules, type Sender } from "./server.ts";

export interface LegalChoices
  extends Pick<Rules, "algorithm" | "phaseMs" | "remainingIncludesSelf" | "countsRejected">,
    Partial<Pick<Rules, "parts" | "apartMs" | "firstCost" | "skewMs" | "resetUnit" | "readsApart">> {
  readonly rateLimit: RateLimit;
  readonly countsErrors: boolean;
  /** Requests with an expired key, or without credentials, count against the organization's limit. */
  readonly countsExpired: boolean;
  readonly countsSessions: boolean;
}

/** A legal server. */
export function legalRules({ rateLimit, countsErrors, countsExpired, countsSessions, ...rules }: LegalChoices): Rules {
  return {
    readsApart: false,
    parts: 7.3,
    apartMs: 0,
    firstCost: 1,
    skewMs: 0,
    resetUnit: "seconds left",
    ...rules,
    declared: rateLimit,
    enforced: rateLimit,
    bucketOf: ({ organization }) => organization,
    counts: ({ kind }, _method, status) =>
      kind === "api-key" ? status < 400 || countsErrors : kind === "session" ? countsSessions : countsExpired,
    mayReject: ({ kind }) => kind === "api-key" || countsSessions,
    reported: (remaining) => remaining,
    hasHeaders: () => true,
    rejectionStatus: 429,
    isBlocked: () => false,
    onRejected: () => {},
  };
}

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

/** As much in a window as is declared, of which only a tenth may come together. */
const spread = (rules: Rules): Rules =>
  enforce(rules, { limit: rules.declared.limit / 10, windowSeconds: rules.declared.windowSeconds / 10 });

/** Each takes legal rules and breaks them in one way. "Unreported": the headers show the declared limit. */
export const faults: Readonly<Record<string, (rules: Rules) => Rules>> = {
  "one more than the limit": (rules) => enforce(rules, { limit: rules.declared.limit + 1 }),
  "one more, unreported": (rules) => ({
    ...enforce(rules, { limit: rules.declared.limit + 1 }),
    reported: (remaining) => Math.max(0, remaining - 1),
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
  "a window of 30 s": (rules) => enforce(rules, { windowSeconds: rules.declared.windowSeconds / 2 }),
  "a window of 120 s": (rules) => enforce(rules, { windowSeconds: rules.declared.windowSeconds * 2 }),
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

const filledInChunks = algorithmNames.filter((name) => /filled (\d+ times|each|at any)/.test(name));

/** Pairs of a fault and an algorithm that a legal limiter may look like, in one window and a little more. */
const undecidablePairs: readonly {
  readonly fault: string;
  readonly algorithms: readonly AlgorithmName[];
  readonly reason: string;
}[] = [
  {
    fault: "one more, unreported",
    algorithms: ["sliding counter", "sliding counter that rounds up"],
    reason: "a sliding counter forgets the last window bit by bit, and may just have given back a part of a request",
  },
  {
    fault: "a window of 120 s",
    algorithms: ["fixed by the clock"],
    reason: "its window may happen to be reset within a minute",
  },
  {
    fault: "a window of 120 s",
    algorithms: [
      "sliding counter",
      "sliding counter that rounds up",
      "token bucket",
      "token bucket filled twice a second",
      "GCRA",
    ],
    reason: "it serves like a legal sliding counter that was used half before its window moved on, and half after",
  },
  {
    fault: "a window of 120 s",
    algorithms: filledInChunks,
    reason: "its chunks may be those of a legal limiter that come less often",
  },
  {
    fault: "one more, unreported",
    algorithms: filledInChunks.filter((name) => /30 times|each|at any/.test(name)),
    reason: "a chunk may come while the last requests of the limit are sent",
  },
  {
    fault: "sessions do not count",
    algorithms: [
      "sliding counter",
      "token bucket filled 20 times a window",
      "token bucket filled 30 times a window",
      "token bucket filled each 2 seconds",
    ] as const,
    reason: "a chunk comes less often than the run lasts until the limit is exceeded, and may come just then",
  },
];

/** Why a fault on top of an algorithm is not found every time; undefined where it must be. */
export const undecidable = (fault: string, algorithm: AlgorithmName): string | undefined =>
  undecidablePairs.find((pair) => pair.fault === fault && pair.algorithms.includes(algorithm))?.reason;
