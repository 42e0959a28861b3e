/** What a script prints at the end: what the scenario claims, what was judged, and what k6 measured. */
import type { Environment } from "./environment.ts";
import { plans, type ScenarioName } from "./plans.ts";

/** The part of k6's summary that is read. */
export interface SummaryData {
  readonly metrics: Readonly<Record<string, SummaryMetric | undefined>>;
  readonly root_group: SummaryGroup;
  readonly state: { readonly testRunDurationMs: number };
}

interface SummaryMetric {
  readonly values: Readonly<Record<string, number | undefined>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

interface SummaryGroup {
  readonly name: string;
  readonly checks: readonly { readonly name: string; readonly passes: number; readonly fails: number }[];
  readonly groups: readonly SummaryGroup[];
}

/** Replaces k6's own summary; `FPK_SUMMARY` names a file for k6's data. A script that only records draws no conclusion. */
export const summaryOf =
  (name: ScenarioName, { isRecording, summaryFile }: Environment) =>
  (data: SummaryData): Record<string, string> => {
    const judged = [`${name}: ${plans[name].claim}`, ...checkLines(data.root_group), metricLine(data)];
    const lines = isRecording ? [metricLine(data)] : [...judged, conclusionOf(name, data)];
    return {
      stdout: `\n${lines.join("\n")}\n`,
      ...(summaryFile === undefined ? {} : { [summaryFile]: JSON.stringify(data) }),
    };
  };

function checkLines(group: SummaryGroup): readonly string[] {
  const lines = group.checks.map(({ name, fails }) => `  ${fails > 0 ? "✗" : "✓"} ${group.name}   ${name}`);
  return [...lines, ...group.groups.flatMap(checkLines)];
}

function metricLine({ metrics, state }: SummaryData): string {
  const value = (metric: string, key: string) => metrics[metric]?.values[key];
  const shown = (what: string, number: number | undefined, unit: string) =>
    number === undefined ? [] : [`${what} ${Math.round(number * 100) / 100}${unit}`];
  return `  ${[
    `${value("http_reqs", "count") ?? 0} requests in ${(state.testRunDurationMs / 1000).toFixed(1)} s`,
    ...shown("429:", value("fpk_limited", "count"), ""),
    ...shown("latency p95:", value("http_req_duration", "p(95)"), " ms"),
    ...shown("in the queue: median", value("fpk_queue_time", "med"), " ms"),
    ...shown("p95", value("fpk_queue_time", "p(95)"), " ms"),
  ].join(" · ")}`;
}

/** Where only thresholds on what was judged are crossed, the scenario's claim could not be judged. */
function conclusionOf(name: ScenarioName, { metrics }: SummaryData): string {
  const crossed = Object.entries(metrics).flatMap(([metric, summary]) =>
    Object.entries(summary?.thresholds ?? {}).flatMap(([threshold, { ok }]) => (ok ? [] : [`${metric} ${threshold}`])),
  );
  if (crossed.length === 0 && (metrics.iterations?.values.count ?? 0) === 0) return `${name}: was cut before its end`;
  if (crossed.length === 0) return `${name}: holds`;
  const isFailure = crossed.some((threshold) => !/^fpk_(?:(?:un)?judged\b|limited\S* count>0$)/.test(threshold));
  return `${name}: ${isFailure ? "does not hold" : "could not be judged"} (${crossed.join(", ")})`;
}
