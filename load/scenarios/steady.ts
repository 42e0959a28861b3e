/**
 * An organization that stays just below its limit for a long time is never answered 429, and X-RateLimit-Remaining never
 * falls by more than was sent (§7.2, §8). That it falls at all only `limit` shows: a bucket may give back as fast as this scenario sends.
 *
 *   BASE_URL=… KEY_A=… KEY_A2=… LIMIT=100 WINDOW=60 k6 run steady.ts
 */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { readEnvironment } from "../in-k6/environment.ts";
import { judgeSequences } from "../in-k6/judge-sequences.ts";
import { onceInEachProcess, setupTimeout, thresholdsOf } from "../in-k6/options.ts";
import { reportBegin, reportCheck, reportUnjudged } from "../in-k6/report.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { clientAfterSetup, prepare, type SetupData } from "../in-k6/setup.ts";
import { minSteadyPart, steadyRate, steadySeconds } from "../in-k6/shapes.ts";
import { stoppedAnswering } from "../in-k6/stopped-answering.ts";
import { summaryOf } from "../in-k6/summary.ts";
import { noteEarlierUse, pause, sendAtPace, waitForFreshWindow } from "../in-k6/traffic.ts";

const environment = readEnvironment(__ENV);
const { instances, tokens } = environment;
const seconds = steadySeconds(environment);
const everyMs = (1000 * instances) / steadyRate(environment);
const fastest = steadyRate({ ...environment, rate: undefined }) / instances;

export const options = {
  setupTimeout,
  scenarios: {
    below: onceInEachProcess(environment, { exec: "stayBelow", clause: "error.429", maxSeconds: 2 * seconds + 300 }),
  },
  thresholds: {
    ...thresholdsOf(environment, { checks: [scenarioChecks.neverRejected] }),
    fpk_remaining_error: ["max==0"],
  },
};

export const setup = () => prepare("steady", environment);

/** Sends at an even pace: so no window, wherever it starts, is used to more than nine tenths. */
export async function stayBelow(setupData: SetupData): Promise<void> {
  const client = clientAfterSetup(environment, setupData);
  await waitForFreshWindow(client, "KEY_A");
  noteEarlierUse(client);
  await pause(everyMs);
  reportBegin(environment, client.now());
  const before = client.exchanges.length;
  await sendAtPace(client, { everyMs, untilMs: client.now() + seconds * 1000 }, (index) =>
    client.send(tokens.KEY_A2 !== undefined && index % 2 === 1 ? "KEY_A2" : "KEY_A", "listProducts"),
  );
  judgeRejections(client.exchanges.slice(before));
  judgeSequences(client);
}

function judgeRejections(exchanges: readonly Exchange[]): void {
  const rejected = exchanges.filter(({ status }) => status === 429);
  if (rejected.length === 0 && exchanges.length < minSteadyPart * seconds * fastest) {
    const sent = `${exchanges.length} of ${Math.ceil((1000 * seconds) / everyMs)} planned requests`;
    const lost = exchanges.filter(({ response }) => response === undefined);
    const slow =
      lost.length === 0
        ? `responses were too slow: only ${sent} were sent. Each response must arrive within ${everyMs.toFixed(1)} ms; otherwise lower the target's limit for this run`
        : `only ${sent} were sent, since ${lost.length} of them got no answer: ${lost[0]?.failure}`;
    reportUnjudged(environment, scenarioChecks.neverRejected, stoppedAnswering(exchanges) ?? slow);
    return;
  }
  const expected = `${exchanges.length} requests served in ${seconds} s`;
  const difference = { expected, actual: `429 to ${rejected.length} of them`, proof: rejected.slice(0, 1) };
  reportCheck(environment, scenarioChecks.neverRejected, rejected.length === 0 ? undefined : difference);
}

export const handleSummary = summaryOf("steady", environment);
