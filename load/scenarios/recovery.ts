/**
 * After each turn of the window, for several windows, an organization that was refused is served again (§8: per minute).
 *
 *   BASE_URL=… KEY_A=… LIMIT=100 WINDOW=60 k6 run recovery.ts
 */
import type { Client } from "../in-k6/client.ts";
import { readEnvironment } from "../in-k6/environment.ts";
import { conclude } from "../in-k6/judge-sequences.ts";
import { thresholdsOf } from "../in-k6/metrics.ts";
import { ownChecks } from "../in-k6/own-checks.ts";
import { plans, turns } from "../in-k6/plans.ts";
import { reportOpen, tellOwn } from "../in-k6/report.ts";
import { clientOf, discover, type World } from "../in-k6/setup.ts";
import { type SummaryData, summaryOf } from "../in-k6/summary.ts";
import { pause, rateLimitOf, rest, untilFresh, untilRefused } from "../in-k6/traffic.ts";

const environment = readEnvironment(__ENV);

export const claim = plans.recovery.claim;

export const options = {
  setupTimeout: "10m",
  scenarios: {
    windows: {
      executor: "per-vu-iterations",
      vus: environment.instances,
      iterations: 1,
      maxDuration: `${Math.ceil(3 * plans.recovery.forecast(environment).seconds + 60)}s`,
      exec: "watchTurns",
      tags: { clause: "limit.per-minute" },
    },
  },
  thresholds: {
    ...thresholdsOf(environment, environment.instances > 1 ? [] : ["limit.recovers"]),
    fpk_limited: ["count>0"],
  },
};

export const setup = () => discover("recovery", environment);

/** Uses the limit up, leaves it alone for a window, and asks again: as often as there are windows. */
export async function watchTurns(world: World): Promise<void> {
  const client = clientOf(environment, world);
  const read = () => client.send("KEY_A", "listProducts");
  await untilFresh(client, "KEY_A");
  let served = 0;
  for (let turn = 0; turn < turns(environment); turn += 1) {
    if (!(await untilRefused(client, read))) break;
    await rest(client);
    if (await isServed(client)) served += 1;
  }
  if (environment.instances === 1) {
    if (served === turns(environment)) tellOwn(environment, ownChecks.servedAgain, undefined);
    else reportOpen(environment, ownChecks.servedAgain, `${served} turns of ${turns(environment)} were seen`);
  }
  conclude(client, ["limit.recovers", "limit.refused-when-exceeded", "limit.not-early"]);
}

/** A sliding counter that counts what it refuses remembers two windows; the law of recovery judges what each answer says. */
async function isServed(client: Client): Promise<boolean> {
  const { windowSeconds } = rateLimitOf(client);
  for (let look = 0; look < 5; look += 1) {
    if ((await client.send("KEY_A", "listProducts")).isSuccess) return true;
    await pause((windowSeconds * 1000) / 4);
  }
  return false;
}

export const handleSummary = (data: SummaryData) => summaryOf("recovery", data, __ENV.FPK_SUMMARY);
