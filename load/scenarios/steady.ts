/**
 * Just below its limit, for long, an organization is never answered 429, and X-RateLimit-Remaining stays consistent (§7.2, §8).
 *
 *   BASE_URL=… KEY_A=… KEY_A2=… LIMIT=100 WINDOW=60 k6 run steady.ts
 */

import { type Label, readEnvironment } from "../in-k6/environment.ts";
import { conclude } from "../in-k6/judge-sequences.ts";
import { thresholdsOf } from "../in-k6/metrics.ts";
import { ownChecks } from "../in-k6/own-checks.ts";
import { plans, steadyRate, steadySeconds } from "../in-k6/plans.ts";
import { reportOpen, tellOwn } from "../in-k6/report.ts";
import { clientOf, discover, type World } from "../in-k6/setup.ts";
import { type SummaryData, summaryOf } from "../in-k6/summary.ts";
import { paced, pause, untilFresh } from "../in-k6/traffic.ts";

const environment = readEnvironment(__ENV);
const { instances, tokens } = environment;

export const claim = plans.steady.claim;

export const options = {
  setupTimeout: "10m",
  scenarios: {
    below: {
      executor: "per-vu-iterations",
      vus: instances,
      iterations: 1,
      maxDuration: `${Math.ceil(2 * steadySeconds(environment) + 300)}s`,
      exec: "stayBelow",
      tags: { clause: "error.429" },
    },
  },
  thresholds: { ...thresholdsOf(environment, [ownChecks.neverRefused.id]), fpk_remaining_error: ["max==0"] },
};

/** Fewer of the requests that were to be sent say nothing of a limit that is half as high. */
const least = 0.6;

export const setup = () => discover("steady", environment);

/** At an even pace: of no legal limiter's windows, wherever they lie, is more used than nine tenths. */
export async function stayBelow(world: World): Promise<void> {
  const client = clientOf(environment, world);
  await untilFresh(client, "KEY_A");
  const everyMs = (1000 * instances) / steadyRate(environment);
  await pause(everyMs);
  const keys: readonly Label[] = tokens.KEY_A2 === undefined ? ["KEY_A"] : ["KEY_A", "KEY_A2"];
  const since = client.exchanges.length;
  await paced(client, { everyMs, untilMs: client.now() + steadySeconds(environment) * 1000 }, (at) =>
    client.send(keys[at % keys.length] ?? "KEY_A", "listProducts"),
  );
  const own = client.exchanges.slice(since);
  const refused = own.filter(({ status }) => status === 429).length;
  const aimed = (1000 * steadySeconds(environment)) / everyMs;
  if (refused === 0 && own.length < least * aimed) {
    const reason = `answers were too slow for it: ${own.length} requests of ${Math.ceil(aimed)}; within ${Math.floor(everyMs)} ms each would tell`;
    reportOpen(environment, ownChecks.neverRefused, reason);
    return conclude(client, []);
  }
  tellOwn(
    environment,
    ownChecks.neverRefused,
    refused === 0
      ? undefined
      : {
          expected: `${own.length} requests served in ${steadySeconds(environment)} s`,
          actual: `429 to ${refused} of them`,
        },
  );
  conclude(client, []);
}

export const handleSummary = (data: SummaryData) => summaryOf("steady", data, __ENV.FPK_SUMMARY);
