/**
 * Which law finds each fault of a simulated limiter (100 requests a minute), for each legal algorithm (§8), with latencies of
 * 20 ms and 120 ms, each started at four moments of the limiter's window. `npm run limits` prints the table; it exits 1
 * where a fault that can be proved is not found at 20 ms.
 */
import { type AlgorithmName, algorithmNames } from "../conformance/testing/simulated-limiters/algorithms.ts";
import { faults, legalRules, undecidable } from "../conformance/testing/simulated-limiters/faults.ts";
import { type SimulatedRun, simulatedRun } from "../conformance/testing/simulated-limiters/run.ts";

const latencies = [20, 120] as const;
const phases = [3_000, 18_000, 33_000, 48_000] as const;

const headings: Partial<Record<AlgorithmName, string>> = {
  "fixed from the first request": "fixed",
  "fixed by the clock": "clock-aligned",
};

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

const reasons = new Map<string, string>();
let missed = 0;
let runs = 0;

/** The law that finds the fault, or how often it is found where not always. */
async function cell(name: string, fault: (typeof faults)[string], algorithm: AlgorithmName, latencyMs: number) {
  const found: string[] = [];
  for (const phaseMs of phases) {
    const [law] = (await runOf(algorithm, fault, latencyMs, phaseMs)).failed;
    if (law !== undefined) found.push(law.replace("limit.", ""));
    runs += 1;
  }
  if (found.length === phases.length) return found[0] ?? "";
  const reason = undecidable(name, algorithm);
  if (reason !== undefined) reasons.set(`${name}, ${headings[algorithm] ?? algorithm}`, reason);
  else if (latencyMs === 20) missed += 1;
  return `${found.length} of ${phases.length}${reason === undefined ? "" : " *"}`;
}

for (const latencyMs of latencies) {
  console.log(
    `\nlatency ${latencyMs} ms`.padEnd(35) + algorithms.map((name) => (headings[name] ?? name).padEnd(22)).join(""),
  );
  for (const [name, fault] of Object.entries(faults)) {
    let row = name.padEnd(34);
    for (const algorithm of algorithms) row += (await cell(name, fault, algorithm, latencyMs)).padEnd(22);
    console.log(row.trimEnd());
  }
}
console.log("\n* not always distinguishable from a legal limiter:");
for (const [what, reason] of reasons) console.log(`  ${what}: ${reason}`);
console.log(
  `\n${Object.keys(faults).length} faults, ${algorithms.length} limiters, ${latencies.length} latencies: ${runs} runs; missed at 20 ms: ${missed}`,
);
process.exitCode = missed === 0 ? 0 : 1;
