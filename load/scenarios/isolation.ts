/**
 * While one organization floods, another stays within its limit: it is not answered 429, and its latency stays within the stated ratio
 * of the latency before (§8: the limit is per organization).
 *
 *   BASE_URL=… KEY_A=… KEY_A2=… KEY_B=… LIMIT=100 WINDOW=60 k6 run isolation.ts
 */
import exec from "k6/execution";
import {
  floodScenarios,
  judgeLatency,
  judgeRejections,
  latencyThreshold,
  sendDuringFlood,
} from "../in-k6/caller-during-flood.ts";
import { type Client, createClient } from "../in-k6/client.ts";
import { readEnvironment } from "../in-k6/environment.ts";
import { judgeAnswer } from "../in-k6/judge-answers.ts";
import { countJudgements, judgeSequences } from "../in-k6/judge-sequences.ts";
import { onceInEachProcess, setupTimeout, thresholdsOf } from "../in-k6/options.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { clientAfterSetup, prepare, type SetupData } from "../in-k6/setup.ts";
import { isolationPhases } from "../in-k6/shapes.ts";
import { summaryOf } from "../in-k6/summary.ts";

const environment = readEnvironment(__ENV);
const { tokens } = environment;
const phases = isolationPhases(environment);
const clause = "limit.per-organization";

export const options = {
  setupTimeout,
  scenarios: {
    neighbour: onceInEachProcess(environment, { exec: "beNeighbour", clause, maxSeconds: phases.seconds + 60 }),
    ...floodScenarios(environment, phases, clause),
  },
  thresholds: {
    ...thresholdsOf(environment, { checks: [scenarioChecks.neverRejected, scenarioChecks.latency] }),
    ...latencyThreshold(environment),
    // The flood exceeded its limit, and the neighbour was served.
    "fpk_limited{organization:A}": ["count>0"],
    "fpk_limited{organization:B}": ["count==0"],
  },
};

export const setup = () => prepare("isolation", environment, { fresh: "KEY_B" });

/** Sends with the neighbour's key, in each round before and during the flood, always well within its limit. */
export async function beNeighbour(setupData: SetupData): Promise<void> {
  const client = clientAfterSetup(environment, setupData);
  const sent = await sendDuringFlood(client, "KEY_B", phases);
  judgeRejections(environment, sent, "while another organization flooded");
  judgeLatency(environment, sent, phases, 1);
  judgeSequences(client);
}

let floodClient: Client | undefined;

/** Sends one request of the flood; k6 starts `floodRate` of them each second, however they are answered. */
export async function flood(setupData: SetupData): Promise<void> {
  floodClient ??= createClient(environment, setupData.clockStart, { keepsExchanges: false });
  const usesSecondKey = tokens.KEY_A2 !== undefined && exec.vu.iterationInInstance % 2 === 1;
  judgeAnswer(environment, await floodClient.send(usesSecondKey ? "KEY_A2" : "KEY_A", "listProducts"));
  countJudgements(floodClient);
}

export const handleSummary = summaryOf("isolation", environment);
