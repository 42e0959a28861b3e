/** What each fault of a limiter is found by, on top of each legal way to count, at two latencies, with 100 requests a minute. */
import { describe, expect, it } from "vitest";
import { type AlgorithmName, algorithmNames } from "./algorithms.test.support.ts";
import { faults, legalRules } from "./faults.test.support.ts";
import { simulatedRun } from "./simulated-run.test.support.ts";

/** The law that must find it. */
const foundBy: Readonly<Record<string, string | ((algorithm: AlgorithmName) => string | undefined)>> = {
  "one more than the limit": "limit.refused-when-exceeded",
  // From 20 ms on a refilling limiter may have let that one come free; faster servers are found (see below).
  "one more, unsaid": () => undefined,
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
  // A bucket that fills in two minutes, and a window of the clock that happens to turn, serve like a legal sliding counter.
  "a window of 120 s": (algorithm) => (isExact(algorithm) ? "limit.recovers" : undefined),
  "a refusal is for ever": "limit.recovers",
  "each refusal bars for a window": "limit.recovers",
  "refuses with 503": "limit.answered-429",
  "refuses with 403": "limit.answered-429",
  "counts a random half": "limit.remaining-falls",
  "a refusal empties the count": "limit.remaining-falls",
};

const refills = (algorithm: AlgorithmName) => algorithm === "token bucket" || algorithm === "GCRA";
const isExact = (algorithm: AlgorithmName) =>
  algorithm === "fixed from the first request" || algorithm.startsWith("sliding log");

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

/** The two others differ from these in their rounding only. */
const distinct = algorithmNames.filter((name) => !/whole seconds|rounds up/.test(name));

describe.each(Object.entries(faults))("%s", (name, fault) => {
  const law = foundBy[name];
  it.each(distinct)("on top of a %s", async (algorithm) => {
    const wanted = typeof law === "function" ? law(algorithm) : law;
    for (const latencyMs of [20, 120]) {
      const { failed } = await runWith(algorithm, latencyMs, fault);
      if (wanted !== undefined) expect(failed, `at ${latencyMs} ms`).toContain(wanted);
      const isAboutSessions = wanted === "limit.shared-by-sessions";
      expect(failed.includes("limit.shared-by-sessions"), `at ${latencyMs} ms`).toBe(isAboutSessions);
    }
  });
});

it.each(distinct.filter(isExact))("one more, unsaid, is found at 1 ms on top of a %s", async (algorithm) => {
  const { failed } = await runWith(algorithm, 1, faults["one more, unsaid"]);
  expect(failed).toContain("limit.refused-when-exceeded");
});

describe("a verdict on a legal limiter", () => {
  it.each(algorithmNames)("leaves nothing open and is not dear: %s", async (algorithm) => {
    for (const latencyMs of [0, 20, 120, 150]) {
      const run = await runWith(algorithm, latencyMs);
      expect(new Set(Object.values(run.judgements).map(({ verdict }) => verdict))).toEqual(new Set(["pass"]));
      expect(run.seconds).toBeLessThan(90);
      expect(run.beyond).toBeLessThan(40);
    }
  });
});
