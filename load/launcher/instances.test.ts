/** The records of several k6 processes, each with a part of an organization's requests, are judged together. */
import { expect, it } from "vitest";
import { realClock } from "../../clock.ts";
import type { Report } from "../../conformance/model/report.ts";
import { isViolated } from "../../conformance/model/verdict.ts";
import { startReference } from "../../reference/start.ts";
import type { ScenarioName } from "../in-k6/plans.ts";
import { createTurnstile, describeWithK6 } from "../scenarios/run.test.support.ts";
import { createBench, realK6 } from "../verbs/load-bench.test.support.ts";

/** Two concurrent runs are four processes, which may be too slow for the rate that steady must reach. */
const inTurn = createTurnstile(2);
const loaded = (scenario: ScenarioName, mutant?: string) =>
  inTurn(scenario === "steady" ? 2 : 1, () => loadedAlone(scenario, mutant));

async function loadedAlone(scenario: ScenarioName, mutant?: string): Promise<{ exitCode: number; report: Report }> {
  // Two processes on a busy machine may be too slow to come near half of a limit of 20 requests a second.
  const rateLimit = scenario === "steady" ? { limit: 20, windowSeconds: 4 } : { limit: 40, windowSeconds: 2 };
  const reference = await startReference({ clock: realClock, ...rateLimit, mutant });
  const bench = createBench(reference);
  try {
    const options = { target: bench.target, instances: "2", json: true, seed: "7" };
    const { exitCode, stdout } = await bench.load({ scenario, options });
    return { exitCode, report: JSON.parse(stdout) };
  } finally {
    await bench.close();
  }
}

/** What the checks say that did not pass, one on each line. */
const messagesOf = ({ results }: Report) =>
  results
    .filter(({ verdict }) => verdict !== "pass")
    .map(({ id, message }) => `${id}: ${message}`)
    .join("\n");

describeWithK6(realK6, "two instances", () => {
  it.concurrent.each(["limit", "recovery", "steady", "flow"] as const)(
    "%s holds on the reference",
    async (scenario) => {
      const { exitCode, report } = await loaded(scenario);
      expect(messagesOf(report)).toBe("");
      expect(exitCode).toBe(0);
    },
  );

  it.concurrent.each([
    ["limit", "limit-halved", "limit.not-early"],
    ["limit", "limit-not-enforced", "limit.refused-when-exceeded"],
    ["limit", "headers-forgotten-on-429", "limit.headers-present"],
    ["recovery", "window-never-turns", "limit.recovers"],
    ["steady", "limit-halved", "load.never-refused"],
    ["flow", "queue-drops-a-burst", "load.none-lost"],
    ["auth", "limit-by-address", "load.never-refused"],
    ["auth", "roles-not-enforced", "load.denied-rejected"],
    ["auth", "expired-key-accepted", "load.expired-rejected"],
  ] as const)("%s fails on %s", async (scenario, mutant, foundBy) => {
    const { exitCode, report } = await loaded(scenario, mutant);
    const failed = report.results.filter(isViolated).map(({ id }) => id);
    expect(failed, messagesOf(report)).toContain(foundBy);
    expect(exitCode).toBe(1);
  });
});
