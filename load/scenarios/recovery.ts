/**
 * After each reset of the window, for several windows, an organization that was rejected is served again (§8: per minute).
 *
 *   BASE_URL=… KEY_A=… KEY_B=… LIMIT=100 WINDOW=60 k6 run recovery.ts
 */
import { minLastingMs } from "../../conformance/laws/limiter/rejected-by-limit.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { Client } from "../in-k6/client.ts";
import { readEnvironment } from "../in-k6/environment.ts";
import { judgeSequences } from "../in-k6/judge-sequences.ts";
import { onceInEachProcess, setupTimeout, thresholdsOf } from "../in-k6/options.ts";
import { plans } from "../in-k6/plans.ts";
import { stillRejected } from "../in-k6/recorded-notes.ts";
import { reportCheck, reportNote, reportUnjudged } from "../in-k6/report.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { clientAfterSetup, prepare, type SetupData } from "../in-k6/setup.ts";
import { maxConcurrent, rejectedOnPurpose, resetCount } from "../in-k6/shapes.ts";
import { summaryOf } from "../in-k6/summary.ts";
import {
  pause,
  rateLimitOf,
  sendConcurrently,
  sendUntilRejected,
  waitForFreshWindow,
  waitForRecovery,
} from "../in-k6/traffic.ts";

const environment = readEnvironment(__ENV);
const { instances } = environment;
const resets = resetCount(environment);

export const options = {
  setupTimeout,
  scenarios: {
    windows: onceInEachProcess(environment, {
      exec: "watchResets",
      clause: "limit.per-minute",
      maxSeconds: 3 * plans.recovery.forecast(environment).seconds + 60,
    }),
  },
  thresholds: {
    ...thresholdsOf(environment, { laws: ["limit.recovers"] }),
    fpk_limited: ["count>0"],
  },
};

export const setup = () => prepare("recovery", environment);

export async function watchResets(setupData: SetupData): Promise<void> {
  const client = clientAfterSetup(environment, setupData);
  await waitForFreshWindow(client, "KEY_A");
  let served = 0;
  let why = "";
  for (let reset = 1; reset <= resets; reset += 1) {
    const exceedsByFar = reset === resets && rejectedOnPurpose(environment) > 0;
    const isServed = await watchReset(client, { exceedsByFar });
    if (isServed === undefined) {
      why = ", then no request was rejected";
      break;
    }
    if (isServed) served += 1;
  }
  if (instances === 1) {
    if (served === resets) reportCheck(environment, scenarioChecks.servedAgain, undefined);
    else reportUnjudged(environment, scenarioChecks.servedAgain, `${served} of ${resets} resets were seen${why}`);
  }
  judgeSequences(client, "recovery");
}

/** Exceeds the limit, sends nothing for a window, and sends again. Whether it is served then; undefined if no request was rejected. */
async function watchReset(
  client: Client,
  { exceedsByFar }: { readonly exceedsByFar: boolean },
): Promise<boolean | undefined> {
  const rejected = await sendUntilRejected(client, () => client.send("KEY_A", "listProducts"));
  if (rejected === undefined) return undefined;
  if ((remainingOf(rejected) ?? 0) > 0) await sendOnceMore(client);
  if (exceedsByFar) await exceedByFar(client);
  await waitForRecovery(client);
  const countsRejected = exceedsByFar && (await isStillRejected(client));
  const isServed = await isServedAgain(client);
  if (countsRejected && isServed) reportNote(environment, stillRejected);
  return isServed;
}

/** Another organization is served meanwhile, so it is no limit on the address. */
async function isStillRejected(client: Client): Promise<boolean> {
  if ((await client.send("KEY_B", "listProducts")).status === 429) return false;
  return (await client.send("KEY_A", "listProducts")).status === 429;
}

/**
 * Sends far more than the limit, then nothing for a window. The caller waits for another: after two, requests count only if
 * the limiter takes rejected ones from later windows, too.
 */
async function exceedByFar(client: Client): Promise<void> {
  const windowMs = rateLimitOf(client).windowSeconds * 1000;
  const until = client.now() + windowMs;
  const count = rejectedOnPurpose(environment);
  for (let sent = 0; sent < count && client.now() < until; sent += maxConcurrent) {
    await sendConcurrently(maxConcurrent, () => client.send("KEY_A", "listProducts"));
  }
  await pause(windowMs);
}

/** A 429 that reports remaining requests proves an exceeded limit only if it comes again later, while another organization is served. */
async function sendOnceMore(client: Client): Promise<void> {
  await pause(minLastingMs(rateLimitOf(client)) + 1);
  if (environment.tokens.KEY_B !== undefined) await client.send("KEY_B", "listProducts");
  await client.send("KEY_A", "listProducts");
}

/** Sends up to five times, because a sliding counter that counts rejected requests needs two windows. The law on recovery judges the responses. */
async function isServedAgain(client: Client): Promise<boolean> {
  const { windowSeconds } = rateLimitOf(client);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if ((await client.send("KEY_A", "listProducts")).isSuccess) return true;
    await pause((windowSeconds * 1000) / 4);
  }
  return false;
}

export const handleSummary = summaryOf("recovery", environment);
