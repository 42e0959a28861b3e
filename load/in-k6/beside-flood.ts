/** A caller that goes on within its limit, alone and beside a flood, and what its responses show. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Client } from "./client.ts";
import type { Environment, Role } from "./environment.ts";
import { compareLatencies, type Timer } from "./latency.ts";
import { latencyRatio } from "./metrics.ts";
import { reportCheck, reportNote, reportUnjudged } from "./report.ts";
import { scenarioChecks } from "./scenario-checks.ts";
import type { FloodPhases } from "./shapes.ts";
import { pause, sendAtPace } from "./traffic.ts";

/** k6's scenarios of a flood, one for each round: the exported function `flood` sends one request. */
export function floodScenarios({ instances }: Environment, phases: FloodPhases, clause: string) {
  const { rounds, aloneSeconds, besideSeconds, floodRate } = phases;
  const floodOf = (round: number) => ({
    executor: "constant-arrival-rate",
    // k6 takes whole numbers.
    rate: Math.ceil(floodRate),
    timeUnit: "1s",
    startTime: `${round * (aloneSeconds + besideSeconds) + aloneSeconds}s`,
    duration: `${besideSeconds}s`,
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

/** What the caller has sent, and when it began, in milliseconds since the epoch; and k6's timers meanwhile. */
export interface SentBeside {
  readonly exchanges: readonly Exchange[];
  readonly timers: readonly Timer[];
  readonly startedAt: number;
}

/** Sends one request after the other through all rounds. */
export async function sendBesideFlood(client: Client, role: Role, phases: FloodPhases): Promise<SentBeside> {
  const everyMs = (1000 * client.environment.instances) / phases.rate;
  const startedAt = client.now();
  await pause(everyMs);
  const untilMs = startedAt + phases.seconds * 1000;
  const timers = await sendAtPace(client, { everyMs, untilMs }, () => client.send(role, "listProducts"));
  return { exchanges: client.exchanges.filter(({ sentAt }) => sentAt >= startedAt), startedAt, timers };
}

/** Within its limit the caller is not answered 429; `beside` says while what. */
export function judgeRejections(environment: Environment, { exchanges }: SentBeside, beside: string): void {
  const rejected = exchanges.filter(({ status }) => status === 429).length;
  const expected = `${exchanges.length} requests served, within the limit`;
  const actual = `429 to ${rejected} of them, ${beside}`;
  reportCheck(environment, scenarioChecks.neverRejected, rejected === 0 ? undefined : { expected, actual });
}

/** With fewer than `minLatencies` responses before the flood nothing is compared. */
export function judgeLatency(
  environment: Environment,
  { exchanges, startedAt, timers }: SentBeside,
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
  const times = (during / Math.max(0.001, before)).toFixed(1);
  reportNote(
    environment,
    `p95 ${before.toFixed(1)} ms before the flood, ${during.toFixed(1)} ms during it: ${times} times`,
  );
  reportCheck(environment, scenarioChecks.latency, compared.difference);
}
