/**
 * Prints which law finds each fault of a simulated limiter (100 requests a minute), and with which legal algorithms (§8) the fault cannot
 * be proved. Each run is repeated with latencies of 20 ms and 120 ms, and at four moments of the limiter's window. `npm run limiter-faults`
 * prints a Markdown table; it exits with 1 if a fault that can be proved is not found at 20 ms.
 */
import { type AlgorithmName, algorithmNames } from "../conformance/testing/simulated-limiters/algorithms.ts";
import { faults } from "../conformance/testing/simulated-limiters/faults.ts";
import { legalRules } from "../conformance/testing/simulated-limiters/rules.ts";
import { type SimulatedRun, simulatedRun } from "../conformance/testing/simulated-limiters/run.ts";
import { undecidable } from "../conformance/testing/simulated-limiters/undecidable.ts";

const latencies = [20, 120] as const;
const phases = [3_000, 18_000, 33_000, 48_000] as const;

/** The other algorithms differ from these only in how they round. */
const algorithms = algorithmNames.filter((name) => !/whole seconds|rounds up|twice a second/.test(name));

function runOf(
  algorithm: AlgorithmName,
  fault: (typeof faults)[string],
  latencyMs: number,
  phaseMs: number,
): Promise<SimulatedRun> {
  const rules = legalRules({
    algorithm,
    rateLimit: { limit: 100, windowSeconds: 60 },
    phaseMs,
    remainingIncludesSelf: true,
    countsRejected: false,
    countsErrors: true,
    countsExpired: false,
    countsSessions: true,
  });
  const shape = { latencyMs, jitter: 0, startsAt: 1_790_000_000_000, usedBefore: 0, usedBeforeMs: 0, caseRequests: 60 };
  return simulatedRun(fault(rules), shape);
}

const laws = new Map<string, Set<string>>();
const reasons = new Set<string>();
let missed = 0;
let runs = 0;

/** `always`, or the algorithms with which the fault is not always found, and how often it is found with each. */
async function cell(name: string, fault: (typeof faults)[string], latencyMs: number): Promise<string> {
  const undecided: string[] = [];
  for (const algorithm of algorithms) {
    let found = 0;
    for (const phaseMs of phases) {
      const { failed } = await runOf(algorithm, fault, latencyMs, phaseMs);
      runs += 1;
      if (failed.length > 0) found += 1;
      laws.set(name, new Set([...(laws.get(name) ?? []), ...failed.slice(0, 1)]));
    }
    if (found === phases.length) continue;
    const reason = undecidable(name, algorithm);
    if (reason !== undefined) reasons.add(`${name}: ${reason}`);
    else if (latencyMs === latencies[0]) missed += 1;
    undecided.push(`${algorithm.replace("token bucket filled", "filled")} ${found}/${phases.length}`);
  }
  if (undecided.length === 0) return "always";
  return `${algorithms.length - undecided.length} of ${algorithms.length}, not always: ${undecided.join(", ")}`;
}

console.log(`| fault | found by | ${latencies.map((ms) => `at ${ms} ms`).join(" | ")} |`);
console.log("|---|---|---|---|");
for (const [name, fault] of Object.entries(faults)) {
  const cells: string[] = [];
  for (const latencyMs of latencies) cells.push(await cell(name, fault, latencyMs));
  const by = [...(laws.get(name) ?? [])].map((law) => law.replace("limit.", ""));
  console.log(`| ${[name, by.join(", "), ...cells].join(" | ")} |`);
}
console.log("\nNot always distinguishable from a legal limiter:");
for (const reason of reasons) console.log(`- ${reason}`);
console.log(
  `\n${Object.keys(faults).length} faults, ${algorithms.length} algorithms, ${latencies.length} latencies: ${runs} runs; missed at ${latencies[0]} ms: ${missed}`,
);
process.exitCode = missed === 0 ? 0 : 1;
