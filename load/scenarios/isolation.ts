/**
 * While one organization floods, another goes on within its limit: it is not answered 429, and its answers come within the
 * stated ratio of their time before (§8: the limit is per organization).
 *
 *   BASE_URL=… KEY_A=… KEY_A2=… KEY_B=… LIMIT=100 WINDOW=60 k6 run isolation.ts
 */
import exec from "k6/execution";
import type { Exchange } from "../../conformance/exchange.ts";
import { type Client, createClient } from "../in-k6/client.ts";
import { readEnvironment } from "../in-k6/environment.ts";
import { conclude, concludePart } from "../in-k6/judge-sequences.ts";
import { latencyRatio, thresholdsOf } from "../in-k6/metrics.ts";
import { ownChecks } from "../in-k6/own-checks.ts";
import { isolationOf, plans } from "../in-k6/plans.ts";
import { reportOpen, tellOwn } from "../in-k6/report.ts";
import { clientOf, discover, type World } from "../in-k6/setup.ts";
import { type SummaryData, summaryOf } from "../in-k6/summary.ts";
import { paced, pause } from "../in-k6/traffic.ts";

const environment = readEnvironment(__ENV);
const { instances, tokens } = environment;
const { rounds, aloneSeconds, besideSeconds, seconds, rate, floodRate } = isolationOf(environment);

/**
 * Beside the flood 95 of 100 answers come within so many times their time before, and so many milliseconds. The flood comes
 * twice, and it is a fault if they do not both times: whatever else the machines do may slow one.
 */
const ratio = 5;
const floorMs = 100;

export const claim = plans.isolation.claim;

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
  setupTimeout: "10m",
  scenarios: {
    neighbour: {
      executor: "per-vu-iterations",
      vus: instances,
      iterations: 1,
      maxDuration: `${Math.ceil(seconds + 60)}s`,
      exec: "goOn",
      tags: { clause: "limit.per-organization" },
    },
    ...Object.fromEntries(Array.from({ length: rounds }, (_, round) => [`flood${round + 1}`, floodOf(round)])),
  },
  thresholds: {
    ...thresholdsOf(environment, [ownChecks.neverRefused.id, ownChecks.latency.id]),
    fpk_latency_ratio: [`max<=${ratio}`],
    // It was a flood, and the neighbour was served.
    "fpk_limited{organization:A}": ["count>0"],
    "fpk_limited{organization:B}": ["count==0"],
  },
};

export const setup = () => discover("isolation", environment, { fresh: "KEY_B" });

/** The neighbour: alone at first, then beside the flood, and so again; always well within its limit. */
export async function goOn(world: World): Promise<void> {
  const client = clientOf(environment, world);
  const startedAt = client.now();
  const everyMs = (1000 * instances) / rate;
  await pause(everyMs);
  await paced(client, { everyMs, untilMs: startedAt + seconds * 1000 }, () => client.send("KEY_B", "listProducts"));
  const own = client.exchanges.filter(({ sentAt }) => sentAt >= startedAt);
  judgeRefusals(own);
  const during = (from: number, until: number) =>
    own.filter(({ sentAt }) => sentAt >= startedAt + from * 1000 && sentAt < startedAt + until * 1000);
  judgeLatency(
    Array.from({ length: rounds }, (_, round) => {
      const from = round * (aloneSeconds + besideSeconds);
      const floodsAt = from + aloneSeconds;
      // What an earlier flood has left in the queues, and the first moment of this one, belong to neither.
      return {
        alone: p95(during(from + (round === 0 ? 0 : 0.5), floodsAt)),
        beside: p95(during(floodsAt + 0.1, floodsAt + besideSeconds)),
      };
    }),
  );
  conclude(client, []);
}

function judgeRefusals(own: readonly Exchange[]): void {
  const refused = own.filter(({ status }) => status === 429).length;
  const expected = `${own.length} requests served, within the limit`;
  tellOwn(
    environment,
    ownChecks.neverRefused,
    refused === 0 ? undefined : { expected, actual: `429 to ${refused} of them, while another organization flooded` },
  );
}

interface Times {
  /** Milliseconds; undefined where nothing was answered. */
  readonly alone: number | undefined;
  readonly beside: number | undefined;
}

function judgeLatency(times: readonly Times[]): void {
  const compared = times.flatMap(({ alone, beside }) =>
    alone === undefined || beside === undefined
      ? []
      : [{ alone, beside, multiple: Math.max(0, beside - floorMs) / Math.max(1, alone) }],
  );
  const [best] = compared.sort((a, b) => a.multiple - b.multiple);
  if (best === undefined) {
    reportOpen(environment, ownChecks.latency, "nothing was answered alone, or nothing beside the flood");
    return;
  }
  latencyRatio.add(best.multiple);
  const expected = `95 of 100 answers within ${ratio} × ${best.alone.toFixed(1)} ms, their time before, and ${floorMs} ms`;
  const actual = `${best.beside.toFixed(1)} ms beside the flood, the better of ${compared.length} times`;
  tellOwn(environment, ownChecks.latency, best.multiple <= ratio ? undefined : { expected, actual });
}

function p95(exchanges: readonly Exchange[]): number | undefined {
  const times = exchanges.map(({ sentAt, receivedAt }) => receivedAt - sentAt).sort((a, b) => a - b);
  return times[Math.ceil(0.95 * times.length) - 1];
}

let flooding: Client | undefined;

/** The flood: one request, whatever the answer; k6 starts so many of them each second. */
export async function flood(world: World): Promise<void> {
  flooding ??= createClient(environment, world.clockBase, { keeps: false });
  const isSecond = tokens.KEY_A2 !== undefined && exec.vu.iterationInInstance % 2 === 1;
  await flooding.send(isSecond ? "KEY_A2" : "KEY_A", "listProducts");
  concludePart(flooding);
}

export const handleSummary = (data: SummaryData) => summaryOf("isolation", data, __ENV.FPK_SUMMARY);
