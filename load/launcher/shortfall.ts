/** What k6 did not send of what was planned: responses came, or the machine was, too slowly. */
import { plans } from "../in-k6/plans.ts";
import { parseStages } from "../in-k6/stages.ts";
import type { LoadRunOptions, ScenarioRun } from "./load-run.ts";

interface Shortfall {
  readonly sent: number;
  readonly planned: number;
  readonly unit: "iterations" | "requests";
}

/** The share of what is planned that may be missing: k6 creates virtual users when it needs them, which takes a moment. */
const maxMissing = 0.05;

type Rates = Pick<LoadRunOptions, "rate" | "stages">;

/**
 * The iterations that k6 dropped; or, for a rate of requests in `spike`, what is missing of the forecast, since an overloaded k6 drops fewer
 * than it does not come to. Undefined if nothing is missing.
 */
function shortfallOf({ scenario, result, forecast }: ScenarioRun, { rate, stages }: Rates): Shortfall | undefined {
  const { started, notStarted } = result.iterations;
  const dropped = { sent: started, planned: started + notStarted, unit: "iterations" } as const;
  const isRate = rate !== undefined || parseStages(stages ?? "")?.some((stage) => stage.isRate) === true;
  const sent = result.exchanges.length;
  const isShort = forecast !== undefined && sent < (1 - maxMissing) * forecast.requests;
  if (isShort && isRate && scenario.plan === plans.spike && result.isEndedByThreshold !== true)
    return { sent, planned: forecast.requests, unit: "requests" };
  return notStarted === 0 ? undefined : dropped;
}

export function shortfallNotes(run: ScenarioRun, rates: Rates): readonly string[] {
  const shortfall = shortfallOf(run, rates);
  if (shortfall === undefined) return [];
  const { sent, planned, unit } = shortfall;
  return [
    `k6 did not send ${planned - sent} of the ${planned} planned ${unit}: responses came, or this machine was, too slowly for the rate`,
  ];
}

/** Says that thresholds of the user's, though they hold, say nothing about the planned rate. A flood is not meant to reach its rate. */
export function whyTooFew(
  run: ScenarioRun,
  { latencies, maxErrorPercent, ...rates }: Pick<LoadRunOptions, "latencies" | "maxErrorPercent"> & Rates,
): string | undefined {
  const shortfall = shortfallOf(run, rates);
  const hasThresholds = latencies.length > 0 || maxErrorPercent !== undefined;
  const isFlood = run.scenario.name === "isolation" || run.scenario.name === "auth";
  if (shortfall === undefined || !hasThresholds || isFlood) return undefined;
  const { sent, planned, unit } = shortfall;
  if (planned - sent <= maxMissing * planned) return undefined;
  return `k6 sent only ${sent} of ${planned} planned ${unit}, so your thresholds were not measured at the planned rate`;
}
