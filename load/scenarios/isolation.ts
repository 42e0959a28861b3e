/**
 * While one organization floods, another goes on within its limit: it is not answered 429, and its latency stays within the
 * stated ratio of what it was before (§8: the limit is per organization).
 *
 *   BASE_URL=… KEY_A=… KEY_A2=… KEY_B=… LIMIT=100 WINDOW=60 k6 run isolation.ts
 */
import exec from "k6/execution";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { type Client, createClient } from "../in-k6/client.ts";
import { readEnvironment } from "../in-k6/environment.ts";
import { countJudgements, judgeSequences } from "../in-k6/judge-sequences.ts";
import { latencyRatio } from "../in-k6/metrics.ts";
import { onceInEachProcess, setupTimeout, thresholdsOf } from "../in-k6/options.ts";
import { isolationPhases } from "../in-k6/plans.ts";
import { reportCheck, reportUnjudged } from "../in-k6/report.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { clientAfterSetup, prepare, type SetupData } from "../in-k6/setup.ts";
import { summaryOf } from "../in-k6/summary.ts";
import { pause, sendAtPace } from "../in-k6/traffic.ts";

const environment = readEnvironment(__ENV);
const { instances, tokens } = environment;
const { rounds, aloneSeconds, besideSeconds, seconds, rate, floodRate } = isolationPhases(environment);
const everyMs = (1000 * instances) / rate;

/**
 * During the flood 95 of 100 responses come within `maxRatio` times their latency before, and `allowedMs`. The flood comes
 * twice, and it is a fault if both times are slow: other work on the machines may slow down one of them.
 */
const maxRatio = 5;
const allowedMs = 100;

const floodOf = (round: number) => ({
  executor: "constant-arrival-rate",
  rate: floodRate,
  timeUnit: "1s",
  startTime: `${round * (aloneSeconds + besideSeconds) + aloneSeconds}s`,
  duration: `${besideSeconds}s`,
  preAllocatedVUs: Math.max(20, instances),
  maxVUs: 100,
  exec: "flood",
  tags: { clause: "limit.per-organization" },
});

export const options = {
  setupTimeout,
  scenarios: {
    neighbour: onceInEachProcess(environment, {
      exec: "beNeighbour",
      clause: "limit.per-organization",
      maxSeconds: seconds + 60,
    }),
    ...Object.fromEntries(Array.from({ length: rounds }, (_, round) => [`flood${round + 1}`, floodOf(round)])),
  },
  thresholds: {
    ...thresholdsOf(environment, { checks: [scenarioChecks.neverRefused, scenarioChecks.latency] }),
    fpk_latency_ratio: [`max<=${maxRatio}`],
    // It was a flood, and the neighbour was served.
    "fpk_limited{organization:A}": ["count>0"],
    "fpk_limited{organization:B}": ["count==0"],
  },
};

export const setup = () => prepare("isolation", environment, { fresh: "KEY_B" });

/** The neighbour: alone, then beside the flood, and so in each round; always well within its limit. */
export async function beNeighbour(setupData: SetupData): Promise<void> {
  const client = clientAfterSetup(environment, setupData);
  const startedAt = client.now();
  await pause(everyMs);
  const untilMs = startedAt + seconds * 1000;
  await sendAtPace(client, { everyMs, untilMs }, () => client.send("KEY_B", "listProducts"));
  const exchanges = client.exchanges.filter(({ sentAt }) => sentAt >= startedAt);
  judgeRefusals(exchanges);
  judgeLatency(latenciesByRound(exchanges, startedAt));
  judgeSequences(client);
}

function judgeRefusals(exchanges: readonly Exchange[]): void {
  const refused = exchanges.filter(({ status }) => status === 429).length;
  const expected = `${exchanges.length} requests served, within the limit`;
  const actual = `429 to ${refused} of them, while another organization flooded`;
  reportCheck(environment, scenarioChecks.neverRefused, refused === 0 ? undefined : { expected, actual });
}

/** The 95th percentiles, in milliseconds; undefined where no response came. */
interface Latencies {
  readonly alone: number | undefined;
  readonly beside: number | undefined;
}

function latenciesByRound(exchanges: readonly Exchange[], startedAt: number): readonly Latencies[] {
  const between = (from: number, until: number) =>
    exchanges.filter(({ sentAt }) => sentAt >= startedAt + from * 1000 && sentAt < startedAt + until * 1000);
  return Array.from({ length: rounds }, (_, round) => {
    const from = round * (aloneSeconds + besideSeconds);
    const floodFrom = from + aloneSeconds;
    // What an earlier flood has left in the queues, and the first moment of this one, belong to neither.
    return {
      alone: p95(between(from + (round === 0 ? 0 : 0.5), floodFrom)),
      beside: p95(between(floodFrom + 0.1, floodFrom + besideSeconds)),
    };
  });
}

function judgeLatency(rounds: readonly Latencies[]): void {
  const compared = rounds.flatMap(({ alone, beside }) =>
    alone === undefined || beside === undefined
      ? []
      : [{ alone, beside, ratio: Math.max(0, beside - allowedMs) / Math.max(1, alone) }],
  );
  const [lowest] = compared.sort((a, b) => a.ratio - b.ratio);
  if (lowest === undefined) {
    const reason = "no response came while the neighbour was alone, or none during the flood";
    reportUnjudged(environment, scenarioChecks.latency, reason);
    return;
  }
  latencyRatio.add(lowest.ratio);
  const before = `${lowest.alone.toFixed(1)} ms, their latency before`;
  const expected = `95 of 100 responses within ${maxRatio} × ${before}, and ${allowedMs} ms`;
  const actual = `${lowest.beside.toFixed(1)} ms during the flood, the better of ${compared.length} rounds`;
  reportCheck(environment, scenarioChecks.latency, lowest.ratio <= maxRatio ? undefined : { expected, actual });
}

function p95(exchanges: readonly Exchange[]): number | undefined {
  const latencies = exchanges.map(({ sentAt, receivedAt }) => receivedAt - sentAt).sort((a, b) => a - b);
  return latencies[Math.ceil(0.95 * latencies.length) - 1];
}

let floodClient: Client | undefined;

/** The flood: one request, whatever the response; k6 starts `floodRate` of them each second. */
export async function flood(setupData: SetupData): Promise<void> {
  floodClient ??= createClient(environment, setupData.clockStart, { keepsExchanges: false });
  const usesSecondKey = tokens.KEY_A2 !== undefined && exec.vu.iterationInInstance % 2 === 1;
  await floodClient.send(usesSecondKey ? "KEY_A2" : "KEY_A", "listProducts");
  countJudgements(floodClient);
}

export const handleSummary = summaryOf("isolation", environment);
