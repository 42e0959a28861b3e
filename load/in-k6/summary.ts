/** The end of a run in words: what the scenario claims, what was judged, and what k6 measured. */
import { plans, type ScenarioName } from "./plans.ts";

/** What is read of k6's summary. */
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

/** k6 prints it in place of its own summary; `FPK_SUMMARY` names a file for k6's data as they are. */
export function summaryOf(name: ScenarioName, data: SummaryData, file: string | undefined): Record<string, string> {
  const text = `\n${[`${name}: ${plans[name].claim}`, ...checkLines(data.root_group), ...metricLines(data), conclusion(name, data)].join("\n")}\n`;
  return { stdout: text, ...(file ? { [file]: JSON.stringify(data) } : {}) };
}

function checkLines(group: SummaryGroup): readonly string[] {
  const own = group.checks.map(({ name, fails }) => `  ${fails > 0 ? "✗" : "✓"} ${group.name}   ${name}`);
  return [...own, ...group.groups.flatMap(checkLines)];
}

function metricLines({ metrics, state }: SummaryData): readonly string[] {
  const value = (metric: string, key: string) => metrics[metric]?.values[key];
  const shown = (what: string, number: number | undefined, unit: string) =>
    number === undefined ? [] : [`${what} ${Math.round(number * 100) / 100}${unit}`];
  const requests = value("http_reqs", "count") ?? 0;
  const limited = value("fpk_limited", "count");
  return [
    `  ${[
      `${requests} requests in ${(state.testRunDurationMs / 1000).toFixed(1)} s`,
      ...shown("429:", limited, ""),
      ...shown("answers p95:", value("http_req_duration", "p(95)"), " ms"),
      ...shown("in the queue: median", value("fpk_queue_time", "med"), " ms"),
      ...shown("p95", value("fpk_queue_time", "p(95)"), " ms"),
    ].join(" · ")}`,
  ];
}

/** Where a threshold is crossed and nothing was found, what the scenario claims was not seen. */
function conclusion(name: ScenarioName, { metrics }: SummaryData): string {
  const crossed = Object.entries(metrics).flatMap(([metric, of]) =>
    Object.entries(of?.thresholds ?? {}).flatMap(([threshold, { ok }]) => (ok ? [] : [`${metric} ${threshold}`])),
  );
  if (crossed.length === 0 && (metrics.iterations?.values.count ?? 0) === 0) return `${name}: was cut before its end`;
  if (crossed.length === 0) return `${name}: holds`;
  const isFound = crossed.some((one) => !/^fpk_(?:(?:un)?judged\b|limited\S* count>0$)/.test(one));
  return `${name}: ${isFound ? "does not hold" : "could not be judged"} (${crossed.join(", ")})`;
}
