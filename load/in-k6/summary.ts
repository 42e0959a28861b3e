/** The summary that a script prints at the end: the claim, the verdicts on its checks, and k6's measurements. */
import type { Environment } from "./environment.ts";
import { planOf, type ScenarioName } from "./plans.ts";

/** The part of k6's summary that is used. */
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

/** Makes a `handleSummary`. A script that only records prints nothing: the launcher counts the requests of all processes. */
export function summaryOf(name: ScenarioName, { isRecording, summaryFile }: Environment) {
  const { claim } = planOf(name);
  return (data: SummaryData): Record<string, string> => {
    const judged = [`${name}: ${claim}`, ...checkLines(data.root_group), metricLine(data)];
    const lines = isRecording ? [] : [...judged, conclusionOf(name, data)];
    return {
      stdout: `\n${lines.join("\n")}\n`,
      ...(summaryFile === undefined ? {} : { [summaryFile]: JSON.stringify(data) }),
    };
  };
}

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

/** The id and the claim of the result for a threshold that, if it is crossed, only says that something was not seen. */
export const seenCheckOf = (metric: string) =>
  metric.startsWith("fpk_limited")
    ? { id: "load.limit-exceeded", claim: "The scenario exceeds the limit, so that 429 comes" }
    : { id: "load.claim", claim: "What the scenario claims is judged" };

/** The thresholds of our scripts that say what was not seen, each with a sentence. */
const notSeen = new Map([
  ["fpk_judged count>0", "the script judged nothing"],
  [
    "fpk_limited count>0",
    "429 never came, since the limit was not reached: a lower limit on the target, or faster responses, would show it",
  ],
  [
    "fpk_limited{organization:A} count>0",
    "429 never came, since fewer requests were answered during the flood than the limit allows: a lower limit on the target, or more processors for k6 and the target, would show it",
  ],
  ["fpk_unjudged count==0", "what the script claims was not judged"],
]);

/** The check that a threshold such as `fpk_judged{check:load.answered} count>0` names. */
export const judgedCheck = (threshold: string): string | undefined => /^fpk_judged\{check:(.+)\}/.exec(threshold)?.[1];

/** If a crossed threshold only says that something was not seen, which is not a failure of the target: a sentence that says so. */
export function whyNotSeen(threshold: string): string | undefined {
  const check = judgedCheck(threshold);
  return check === undefined ? notSeen.get(threshold) : `the script did not get as far as judging ${check}`;
}

/** If all crossed thresholds only say that something was not seen, the scenario's claim could not be judged. */
function conclusionOf(name: ScenarioName, { metrics }: SummaryData): string {
  const crossed = Object.entries(metrics).flatMap(([metric, summary]) =>
    Object.entries(summary?.thresholds ?? {}).flatMap(([threshold, { ok }]) => (ok ? [] : [`${metric} ${threshold}`])),
  );
  if (crossed.length === 0 && (metrics.iterations?.values.count ?? 0) === 0) return `${name}: was cut before its end`;
  if (crossed.length === 0) return `${name}: holds`;
  const isFailure = crossed.some((threshold) => whyNotSeen(threshold) === undefined);
  // The failures of our checks are printed above, in sentences.
  const reasons = isFailure
    ? crossed.filter((threshold) => !threshold.startsWith("fpk_"))
    : crossed.map((threshold) => whyNotSeen(threshold) ?? "");
  const why = reasons.length === 0 ? "" : `: ${reasons.join(", ")}`;
  return `${name}: ${isFailure ? "does not hold" : "could not be judged"}${why}`;
}
