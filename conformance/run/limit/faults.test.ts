/** What each fault of a limiter is found by, on top of each legal way to count, at two latencies, with 100 requests a minute. */
import { describe, expect, it } from "vitest";
import { type AlgorithmName, algorithmNames } from "../../testing/simulated-limiters/algorithms.ts";
import { faults, legalRules, undecidable } from "../../testing/simulated-limiters/faults.ts";
import { simulatedRun } from "../../testing/simulated-limiters/run.ts";

/** The law that must find it. */
const foundBy: Readonly<Record<string, string | ((algorithm: AlgorithmName) => string)>> = {
  "one more than the limit": "limit.refused-when-exceeded",
  "one more, unsaid": "limit.refused-when-exceeded",
  "one less than the limit": "limit.remaining-falls",
  "one less, unsaid": "limit.not-early",
  "half the limit": "limit.remaining-falls",
  "half the limit, unsaid": "limit.not-early",
  "a limit for each key": "limit.shared-by-keys",
  "a limit for each user": "limit.shared-by-sessions",
  "a limit for each of two instances": "limit.remaining-falls",
  "one limit for all organizations": "limit.other-organization",
  "submissions do not count": "limit.shared-by-methods",
  "reads do not count": "limit.remaining-falls",
  "sessions do not count": "limit.shared-by-sessions",
  "remaining stays the same": "limit.remaining-falls",
  "remaining falls by two": "limit.remaining-falls",
  "headers keep their first value": "limit.remaining-falls",
  "nothing is refused": "limit.refused-when-exceeded",
  "enforced at twice the limit": "limit.refused-when-exceeded",
  "an hour's window": (algorithm) => (refills(algorithm) ? "limit.remaining-falls" : "limit.recovers"),
  "a window of 30 s": "limit.remaining-falls",
  "a window of 120 s": "limit.recovers",
  "a refusal is for ever": "limit.recovers",
  "each refusal bars for a window": "limit.recovers",
  "refuses with 503": "limit.answered-429",
  "refuses with 403": "limit.answered-429",
  "counts a random half": "limit.remaining-falls",
  "no headers on a 429": "limit.headers-present",
  "no headers on a 404": "limit.headers-present",
  "a refusal empties the count": "limit.remaining-falls",
};

const refills = (algorithm: AlgorithmName) => algorithm === "token bucket" || algorithm === "GCRA";

const runWith = (
  algorithm: AlgorithmName,
  latencyMs: number,
  fault = (rules: ReturnType<typeof legalRules>) => rules,
) =>
  simulatedRun(
    fault(
      legalRules({
        algorithm,
        rateLimit: { limit: 100, windowSeconds: 60 },
        phaseMs: 23_456,
        tellsAfter: true,
        countsRefused: false,
        countsErrors: true,
        countsExpired: false,
        countsSessions: true,
      }),
    ),
    { latencyMs, jitter: 0, startsAt: 1_790_000_000_000, preUsed: 0, preUsedMs: 0, functional: 60 },
  );

it("names a law for each fault", () => {
  expect(Object.keys(foundBy)).toEqual(Object.keys(faults));
});

/** `FEWER=1` asks of three ways to count, at one latency: for who asks thousands of times. */
const isShort = process.env.FEWER === "1";
const latencies = isShort ? [20] : [20, 120];
const three = new Set<AlgorithmName>(["fixed from the first request", "sliding log", "token bucket"]);

/** The others differ from these in their rounding only. */
const distinct = algorithmNames.filter(
  (name) => !/whole seconds|rounds up|twice a second/.test(name) && (!isShort || three.has(name)),
);

describe.each(Object.entries(faults))("%s", (name, fault) => {
  const law = foundBy[name];
  it.each(distinct)("on top of a %s", async (algorithm) => {
    if (undecidable(name, algorithm) !== undefined) return;
    const wanted = typeof law === "function" ? law(algorithm) : law;
    for (const latencyMs of latencies) {
      const { failed } = await runWith(algorithm, latencyMs, fault);
      expect(failed, `at ${latencyMs} ms`).toContain(wanted);
      const isAboutSessions = wanted === "limit.shared-by-sessions";
      expect(failed.includes("limit.shared-by-sessions"), `at ${latencyMs} ms`).toBe(isAboutSessions);
    }
  });
});

describe("a verdict on a legal limiter", () => {
  it.each(isShort ? distinct : algorithmNames)("leaves nothing open and is not dear: %s", async (algorithm) => {
    for (const latencyMs of [0, 20, 120, 150]) {
      const run = await runWith(algorithm, latencyMs);
      expect(new Set(Object.values(run.judgements).map(({ verdict }) => verdict))).toEqual(new Set(["pass"]));
      expect(run.seconds).toBeLessThan(90);
      // Where it refills, or answers come slowly, the limit is used once more at once.
      expect(run.beyond).toBeLessThan(150);
    }
  });
});
