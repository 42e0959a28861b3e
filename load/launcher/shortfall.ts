/** What k6 did not send of what was planned: responses came too slowly, or the machine was too slow. */
import { plans } from "../in-k6/plans.ts";
import { parseStages } from "../in-k6/stages.ts";
import type { LoadRunOptions, ScenarioRun } from "./load-run.ts";
import { maxBusyShare, minNotedBusy } from "./machine-load.ts";
import { isEndedEarly } from "./run-instances.ts";
import { isUserScript } from "./scenario.ts";
import { judgeUserThresholds } from "./user-thresholds.ts";

interface Shortfall {
  readonly sent: number;
  readonly planned: number;
  /** Our scenarios plan one request for each of k6's iterations; a user's script may send several. */
  readonly unit: "iterations" | "requests";
}

/** The share of what is planned that may be missing. */
const maxMissing = 0.05;

type Rates = Pick<LoadRunOptions, "rate" | "stages">;

/**
 * The iterations that k6 dropped; or, for a rate of requests in `spike`, what is missing of the forecast, since an overloaded k6 drops fewer
 * than it does not come to. Undefined if nothing is missing, and for a run that was ended before its time: it was to send more.
 */
function shortfallOf({ scenario, result, forecast }: ScenarioRun, { rate, stages }: Rates): Shortfall | undefined {
  if (isEndedEarly(result)) return undefined;
  const { started, notStarted } = result.iterations;
  const isRate = rate !== undefined || parseStages(stages ?? "")?.some((stage) => stage.isRate) === true;
  const sent = result.exchanges.length;
  const isShort = forecast !== undefined && sent < (1 - maxMissing) * forecast.requests;
  if (isShort && isRate && scenario.plan === plans.spike) return { sent, planned: forecast.requests, unit: "requests" };
  const unit = isUserScript(scenario) ? "iterations" : "requests";
  return notStarted === 0 ? undefined : { sent: started, planned: started + notStarted, unit };
}

export function shortfallNotes(run: ScenarioRun, rates: Rates): readonly string[] {
  const shortfall = shortfallOf(run, rates);
  if (shortfall === undefined) return [];
  const { sent, planned, unit } = shortfall;
  return [`k6 did not send ${planned - sent} of the ${planned} planned ${unit}: ${whyShort(run)}`];
}

function whyShort({ scenario, result: { machine, exchanges, begunAt } }: ScenarioRun): string {
  const lastSentAt = exchanges.at(-1)?.sentAt;
  const busy = machine && lastSentAt !== undefined ? maxBusyShare(machine, begunAt, lastSentAt) : undefined;
  const slowResponses = isUserScript(scenario)
    ? "no virtual user was free, since responses came, or the script went on, too slowly"
    : "responses came too slowly for the rate";
  if (busy === undefined) return `${slowResponses}, or this machine was too slow`;
  const processors = `its processors were at most ${Math.round(100 * busy)}% busy`;
  return busy < minNotedBusy
    ? `${slowResponses}; probably not this machine: ${processors}`
    : `${slowResponses}, or this machine was too slow: ${processors}`;
}

/**
 * Says that thresholds of the user's, though they hold, say nothing about the planned rate: so few were sent, or so many that a threshold
 * on the latency would be missed if those that were not sent were slow, as they are where the target stalls. A flood is not meant to reach
 * its rate.
 */
export function whyTooFew(
  run: ScenarioRun,
  { rate, stages, ...thresholds }: Pick<LoadRunOptions, "latencies" | "maxErrorPercent"> & Rates,
): string | undefined {
  const { scenario, result } = run;
  const shortfall = shortfallOf(run, { rate, stages });
  const hasThresholds = thresholds.latencies.length > 0 || thresholds.maxErrorPercent !== undefined;
  const isFlood = scenario.name === "isolation" || scenario.name === "auth";
  if (shortfall === undefined || !hasThresholds || isFlood) return undefined;
  const { sent, planned, unit } = shortfall;
  const missing = (planned - sent) / planned;
  if (missing > maxMissing)
    return `k6 sent only ${sent} of ${planned} planned ${unit}, so your thresholds were not measured at the planned rate`;
  const missedWith = (share: number) =>
    judgeUserThresholds(thresholds, scenario, result, share).filter(({ verdict }) => verdict.verdict === "fail");
  const [open] = missedWith(0).length > 0 ? [] : missedWith(missing);
  return (
    open &&
    `k6 did not send ${planned - sent} of ${planned} planned ${unit}: if those were slow, ${open.check.clause} is missed`
  );
}
