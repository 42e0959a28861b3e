/** A caller that stays within its limit, before and during a flood of other requests: sends its requests, and judges the responses. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Client } from "./client.ts";
import type { Environment, Role } from "./environment.ts";
import { compareLatencies, latencyNote, type Timer } from "./latency.ts";
import { latencyRatio } from "./metrics.ts";
import { reportCheck, reportNote, reportUnjudged } from "./report.ts";
import { scenarioChecks } from "./scenario-checks.ts";
import type { FloodPhases } from "./shapes.ts";
import { pause, sendAtPace } from "./traffic.ts";

/** k6's scenarios of the flood, one for each round. Each iteration calls the script's exported function `flood`, which sends one request. */
export function floodScenarios({ instances }: Environment, phases: FloodPhases, clause: string) {
  const { rounds, quietSeconds, floodSeconds, floodRate } = phases;
  const floodOf = (round: number) => ({
    executor: "constant-arrival-rate",
    // k6 accepts only whole numbers.
    rate: Math.ceil(floodRate),
    timeUnit: "1s",
    startTime: `${round * (quietSeconds + floodSeconds) + quietSeconds}s`,
    duration: `${floodSeconds}s`,
    preAllocatedVUs: Math.max(20, instances),
    maxVUs: Math.max(100, Math.ceil(floodRate)),
    exec: "flood",
    tags: { clause },
  });
  return Object.fromEntries(Array.from({ length: rounds }, (_, round) => [`flood${round + 1}`, floodOf(round)]));
}

export const latencyThreshold = ({ maxLatencyRatio }: Environment) => ({
  fpk_latency_ratio: [`max<=${maxLatencyRatio}`],
});

export interface CallerTraffic {
  readonly exchanges: readonly Exchange[];
  /** k6's timers between the requests. */
  readonly timers: readonly Timer[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Sends the caller's requests, one after the other, through all rounds. */
export async function sendDuringFlood(client: Client, role: Role, phases: FloodPhases): Promise<CallerTraffic> {
  const everyMs = (1000 * client.environment.instances) / phases.rate;
  const startedAt = client.now();
  await pause(everyMs);
  const untilMs = startedAt + phases.seconds * 1000;
  const timers = await sendAtPace(client, { everyMs, untilMs }, () => client.send(role, "listProducts"));
  return { exchanges: client.exchanges.filter(({ sentAt }) => sentAt >= startedAt), startedAt, timers };
}

/** Fails if a request of the caller was answered 429. `meanwhile`: what others did, such as `while others were rejected`. */
export function judgeRejections(environment: Environment, { exchanges }: CallerTraffic, meanwhile: string): void {
  const rejected = exchanges.filter(({ status }) => status === 429);
  const expected = `${exchanges.length} requests served, within the limit`;
  const actual = `429 to ${rejected.length} of them, ${meanwhile}`;
  const difference = { expected, actual, proof: rejected.slice(0, 1) };
  reportCheck(environment, scenarioChecks.neverRejected, rejected.length === 0 ? undefined : difference);
}

/** Compares the caller's latency during the flood with that before the first flood, if there are `minLatencies` responses before it or more. */
export function judgeLatency(
  environment: Environment,
  { exchanges, startedAt, timers }: CallerTraffic,
  phases: FloodPhases,
  minLatencies: number,
): void {
  const allowed = { maxRatio: environment.maxLatencyRatio, minLatencies };
  const compared = compareLatencies(exchanges, startedAt, phases, allowed, timers);
  if (compared.ratio === undefined) {
    reportUnjudged(environment, scenarioChecks.latency, compared.reason);
    return;
  }
  const { before, during, ratio } = compared;
  latencyRatio.add(ratio);
  reportNote(environment, latencyNote(before, during, environment.maxLatencyRatio, phases));
  reportCheck(environment, scenarioChecks.latency, compared.difference);
}
