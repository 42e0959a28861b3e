/** With real k6, each scenario holds on every legal limiter, and fails on the mutants that it is meant to find. */
import { describe, expect, it } from "vitest";
import type { Mutant } from "../../reference/changes/mutants/index.ts";
import type { ScenarioName } from "../in-k6/plans.ts";
import { authFaults } from "./auth-faults.test.support.ts";
import { loadFaults } from "./faults.test.support.ts";
import { createTurnstile, localK6, type Run, type RunOf, runScenario } from "./run.test.support.ts";

const k6 = await localK6();

/** Four limiters for all scenarios, and four more for those that judge the limiter's numbers. */
const limiters: readonly (readonly string[])[] = [
  [],
  ["limiter-aligned"],
  ["limiter-sliding-log"],
  ["limiter-token-bucket"],
];
const relatedLimiters: readonly (readonly string[])[] = [
  ["limiter-sliding-counter"],
  ["limiter-gcra"],
  ["limiter-sliding-segments"],
  ["limiter-token-bucket-in-quarters"],
];
const isAboutCounts = (name: ScenarioName) => !["isolation", "spike", "auth"].includes(name);

/** The check that fails on each mutant; k6's exit code shows it, too. */
type Fault = readonly [fault: string | Mutant, foundBy: string, named?: string];
const faults: Readonly<Record<ScenarioName, readonly Fault[]>> = {
  limit: [
    ["limit-by-key", "limit.shared-by-keys"],
    ["limit-by-method", "limit.shared-by-methods"],
    ["limit-one-too-few", "limit.not-early"],
    ["headers-forgotten-on-429", "limit.headers-present"],
    ["limit-checked-before-counted", "limit.refused-when-exceeded"],
    ["remaining-full-when-exceeded", "limit.none-left-when-exceeded"],
    [loadFaults.limit[0], "limit.refused-when-exceeded"],
  ],
  isolation: [
    ["limit-for-all", "load.never-refused"],
    ["limit-by-address", "load.never-refused"],
    [loadFaults.isolation[0], "load.answered"],
    [loadFaults.isolation[1], "load.never-refused"],
    [loadFaults.isolation[2], "load.latency-of-others"],
  ],
  recovery: [
    ["window-never-turns", "limit.recovers"],
    ["window-too-long", "limit.recovers"],
    ["refused-for-good", "limit.recovers"],
    [loadFaults.recovery[0], "limit.recovers"],
    ["remaining-full-when-exceeded", "limit.none-left-when-exceeded"],
  ],
  steady: [
    ["refused-at-random", "load.never-refused"],
    ["limit-halved", "load.never-refused"],
    ["counted-twice", "load.never-refused"],
    [loadFaults.steady[0], "load.answered"],
  ],
  flow: [
    ["queue-drops-a-burst", "load.none-lost", " submissions of KEY_A"],
    ["queue-of-three", "load.none-lost"],
    ["status-of-the-latest-of-many", "load.none-lost"],
    ["id-of-the-second", "feedback.unique-ids"],
    ["status-of-the-next", "load.none-lost"],
    ["refused-at-random", "load.never-refused", " reads of KEY_"],
    [loadFaults.flow[0], "load.none-lost", "actual 404, after it had been queued; "],
  ],
  spike: [
    [loadFaults.spike[0], "load.answered"],
    [loadFaults.spike[1], "load.own-answer"],
    ["organizations-of-all", "load.own-answer", "/v1/organizations: 200 with organization org_"],
    ["status-of-all", "load.own-answer"],
    [loadFaults.spike[2], "limit.headers-present"],
    ["refused-at-random", "load.never-refused"],
    ["queue-of-three", "load.none-lost"],
  ],
  auth: [
    ["limit-by-address", "load.own-requests-only"],
    ["refused-at-random", "load.never-refused"],
    ["token-like-the-stored", "load.unknown-rejected"],
    ["token-with-more-behind", "load.unknown-rejected"],
    [authFaults.countedForTheLastCaller, "load.own-requests-only"],
    [authFaults.poolExhausted, "load.unknown-rejected"],
    [authFaults.emptyRefusal, "error.is-object"],
    [authFaults.headersLeftOut, "limit.headers-present"],
    [authFaults.expiryLost, "load.expired-rejected"],
    [authFaults.rolesOpen, "load.denied-rejected"],
    [authFaults.breaker, "load.key-served"],
    [authFaults.slowLookup, "load.latency-of-others"],
  ],
};

/** Scenarios that measure latencies need a free machine. */
const widthOf = (name: ScenarioName, foundBy?: string) =>
  (name === "isolation" || name === "auth") && (foundBy ?? "load.latency-of-others") === "load.latency-of-others"
    ? 3
    : 1;

if (k6 === undefined) {
  it.skipIf(process.env.FPK_REQUIRE_TOOLS !== "1")("skipped: no k6", () => {
    expect.fail("no k6 on PATH or in the cache: fpk doctor --install");
  });
} else {
  const width = 5;
  const inTurn = createTurnstile(width);
  /** Runs again if the machine was too slow: in a longer window, and with the same flood where latencies are compared. */
  const runUntil = async (
    name: ScenarioName,
    of: RunOf,
    foundBy: string | undefined,
    isDone: (run: Run) => boolean,
  ) => {
    const run = (windowSeconds: number) =>
      inTurn(widthOf(name, foundBy), () => runScenario(k6, name, { ...of, windowSeconds }));
    let last = await run(2);
    for (const windowSeconds of isAboutCounts(name) ? [5] : [2, 2]) if (!isDone(last)) last = await run(windowSeconds);
    return last;
  };

  describe.concurrent.each(Object.entries(faults))("%s", (scenario, scenarioFaults) => {
    const name = scenario as ScenarioName;

    const legal = [...limiters, ...(isAboutCounts(name) ? relatedLimiters : [])];
    it.concurrent.each(legal.map((variants) => ({ variants, what: variants.join() || "the reference" })))(
      "holds on $what",
      async ({ variants }) => {
        const isJudged = ({ output }: Run) => !output.includes(`${name}: could not be judged`);
        const { exitCode, output } = await runUntil(name, { variants }, undefined, isJudged);
        expect(exitCode, output).toBe(0);
        expect(output).toContain(`${name}: holds`);
      },
      300_000,
    );

    it.concurrent.each(
      scenarioFaults.map(([fault, foundBy, named = ""]) => ({
        fault,
        foundBy,
        named,
        id: typeof fault === "string" ? fault : fault.id,
      })),
    )(
      "fails on $id",
      async ({ fault, foundBy, named }) => {
        const isFound = ({ output }: Run) => output.includes(`✗ ${foundBy} `);
        const { exitCode, output } = await runUntil(name, { mutant: fault }, foundBy, isFound);
        expect(output).toContain(`✗ ${foundBy} `);
        expect(output).toContain(named);
        if (fault === "refused-for-good") expect(output).not.toContain("which the document leaves open");
        expect(output).toContain(`${name}: does not hold`);
        // k6's code for crossed thresholds.
        expect(exitCode).toBe(99);
      },
      300_000,
    );
  });
}
