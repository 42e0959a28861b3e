/** The report of a load run: the suite's report with a time series and figures. */
import { plural } from "../../cli/plural.ts";
import { sequenceLaws } from "../../conformance/laws/index.ts";
import { bindingClauses } from "../../conformance/model/counts.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { listed } from "../../conformance/model/in-words.ts";
import type { LoadFigures, Report, Result } from "../../conformance/model/report.ts";
import { type Judged, unjudged } from "../../conformance/model/verdict.ts";
import { withFewerBodies } from "../../conformance/reports/fewer-bodies.ts";
import { slowdownsOf } from "../../conformance/reports/load-table.ts";
import { reportOf } from "../../conformance/run/report/assemble-report.ts";
import type { Assembly } from "../../conformance/run/report/assembly.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { capacityOf, measureCapacity } from "./capacity.ts";
import { failedClaimId } from "./judge-thresholds.ts";
import { latencyFigures } from "./latency-figures.ts";
import { latencyNotes } from "./latency-notes.ts";
import type { LeftOpen } from "./left-open-by-limit.ts";
import { loadFigures } from "./load-figures.ts";
import type { ScenarioRun } from "./load-run.ts";
import { capacityId } from "./min-capacity.ts";
import { isEndedEarly } from "./run-instances.ts";
import { hasStalled, slowdownOrStall } from "./slow-seconds.ts";
import { timeSeries } from "./time-series.ts";
import { isUserThreshold } from "./user-thresholds.ts";

/** What the scenarios are for. */
interface Purpose {
  /** Ids of the laws that they claim to judge. */
  readonly claims: readonly string[];
  /** What they leave open of that. */
  readonly leftOpen: readonly LeftOpen[];
  /** With --complete the run is inconclusive if a claim is not judged: also these, for want of credentials, for example. */
  readonly incompleteParts?: readonly string[] | undefined;
  /** The options that shape the load. */
  readonly shape?: string;
  /** The figures are by scenario, even if only one of several was started. */
  readonly isOfSeveral?: boolean;
}

const noPurpose: Purpose = { claims: [], leftOpen: [] };

export function loadReportOf(runAssembly: Assembly, runs: readonly ScenarioRun[], purpose = noPurpose): Report {
  const open = openClaims(runAssembly, purpose);
  const assembly = {
    ...runAssembly,
    incomplete: [...(runAssembly.incomplete ?? []), ...whyNotComplete(runAssembly, open, purpose)],
  };
  const report = withoutUselessCurls(reportOf(assembly), assembly.exchanges);
  const ofScripts = runs.flatMap(({ result }) => result.exchanges);
  const series = timeSeries(ofScripts);
  const figures = figuresOf(runs, purpose.isOfSeveral);
  const isEnded = runs.some(({ result }) => isEndedEarly(result));
  const load = figures && {
    ...figures,
    ...(purpose.shape === undefined ? {} : { shape: purpose.shape }),
    ...(isEnded ? { isEndedEarly: true } : {}),
    ...(isEnded || (runAssembly.incomplete ?? []).length > 0 ? {} : { reachedEnd: true }),
  };
  const summary = named(
    runs,
    withSlowdowns(report, slowdownsOf(figures), withOwnClauses(runs, summaryOf(report, assembly))) +
      (report.conclusion === "conforms" && open.length > 0 ? `; claimed, but not judged: ${open.join(", ")}` : "") +
      ownThresholds(report, runs, purpose),
  );
  return { ...report, summary, exchanges: withFewerBodies(report), series, ...(load === undefined ? {} : { load }) };
}

const sequenceIds = new Set(sequenceLaws.map(({ id }) => id));

/**
 * The report without the curl commands that show nothing: of results that rest on several requests, such as an exceeded limit, or on many
 * requests before, such as a 429.
 */
const withoutUselessCurls = (report: Report, exchanges: readonly Exchange[]): Report => ({
  ...report,
  results: report.results.map((result) => {
    const restsOnSeveral = sequenceIds.has(result.id) && result.exchanges.length > 1;
    const isUseless =
      restsOnSeveral ||
      result.id === capacityId ||
      result.id === scenarioChecks.neverRejected.id ||
      failsAmongMany(result, exchanges);
    if (!isUseless) return result;
    const { curl: _, ...rest } = result;
    return rest;
  }),
});

const ofManyRequests: readonly string[] = [scenarioChecks.noneLost.id, scenarioChecks.answered.id];

/** A submission is lost, or a request answered with a 5xx, where others of the same operation are not: a single one by hand may be served. */
function failsAmongMany({ id, section, exchanges: proof }: Result, exchanges: readonly Exchange[]): boolean {
  const failed = exchanges.find(({ index }) => index === proof.at(-1));
  return (
    (ofManyRequests.includes(id) || section === "") &&
    failed?.isSuccess === false &&
    exchanges.some(({ operation, isSuccess }) => operation === failed.operation && isSuccess)
  );
}

function figuresOf(runs: readonly ScenarioRun[], isOfSeveral = runs.length > 1): LoadFigures | undefined {
  const [only] = runs;
  if (only === undefined) return undefined;
  if (!isOfSeveral) {
    const figures = figuresOfScenario(only);
    return figures && { ...figures, scenario: only.scenario.name };
  }
  const all = loadFigures(runs.map(({ result }) => result));
  if (all === undefined) return undefined;
  const startedAt = runs.find(({ result }) => result.exchanges.length > 0)?.result.exchanges[0]?.sentAt ?? 0;
  const scenarios = runs.flatMap((run) => {
    const { scenario, result } = run;
    const figures = figuresOfScenario(run);
    const sentAt = result.exchanges[0]?.sentAt;
    const begins = sentAt === undefined ? {} : { firstSecond: Math.floor((sentAt - startedAt) / 1000) };
    return figures === undefined ? [] : [{ scenario: scenario.name, ...begins, ...figures }];
  });
  return { ...all, scenarios };
}

function figuresOfScenario({ result }: ScenarioRun): LoadFigures | undefined {
  const figures = loadFigures([result]) ?? result.k6Figures;
  const capacity = capacityOf(result);
  const notes = latencyNotes(result);
  const slowdown = slowdownOrStall(result);
  return (
    figures && {
      ...figures,
      ...(capacity === undefined
        ? {}
        : { capacity: { ...capacity, ...latencyFigures(measureCapacity(result)?.below ?? []) } }),
      ...(slowdown === undefined ? {} : { slowdown }),
      ...(hasStalled(result) ? { hasStalled: true } : {}),
      ...(notes.length === 0 ? {} : { latencyNotes: notes }),
    }
  );
}

/** `load run (steady, limit): conforms · …`. */
const named = (runs: readonly ScenarioRun[], summary: string): string =>
  `load run${runs.length === 0 ? "" : ` (${runs.map(({ scenario }) => scenario.name).join(", ")})`}: ${summary}`;

/** What a run leaves open of what its scenarios are for. */
function openClaims({ judged }: Assembly, { claims, leftOpen }: Purpose): readonly string[] {
  const open = judged.filter(({ check, verdict }) => verdict.verdict === "inconclusive" && claims.includes(check.id));
  return [
    ...new Set(open.map(({ check }) => check.id)),
    ...leftOpen.map(({ what, remedy }) => `${what} (${remedy} would judge it)`),
  ];
}

/** A run that is incomplete for another reason says only that: it may explain the rest. */
function whyNotComplete(
  { incomplete = [] }: Assembly,
  open: readonly string[],
  { incompleteParts }: Purpose,
): readonly string[] {
  const unjudged = [...open, ...(incompleteParts ?? [])];
  if (incompleteParts === undefined || incomplete.length > 0 || unjudged.length === 0) return [];
  return [`--complete needs every claim of the scenarios, and not judged: ${unjudged.join(", ")}`];
}

/**
 * Which of the user's own thresholds hold. Without one, that latency was not judged, if the load has the user's own shape: it may be meant to
 * find out whether the target is fast enough.
 */
function ownThresholds({ conclusion, results }: Report, runs: readonly ScenarioRun[], { shape = "" }: Purpose): string {
  if (conclusion !== "conforms") return "";
  const own = results.filter(isUserThreshold);
  const held = new Set(own.flatMap(({ clause, verdict }) => (verdict === "pass" ? [clause] : [])));
  if (held.size > 0)
    return `; ${held.size === 1 ? "a threshold of your own holds" : "thresholds of your own hold"}: ${listed([...held])}`;
  const isOwnShape = shape !== "" && runs.some(({ result }) => result.scenario === "spike");
  return isOwnShape && own.length === 0 ? "; latency was not judged (--latency)" : "";
}

/** Where the target got slow, or failed, this comes right after the verdict `conforms`, which it does not change, and after any other summary. */
function withSlowdowns({ conclusion }: Report, slowdowns: readonly string[], summary: string): string {
  if (slowdowns.length === 0) return summary;
  if (conclusion !== "conforms") return [summary, slowdowns.join("; ")].join(" · ");
  const [verdict = "", ...rest] = summary.split(" · ");
  return [verdict, slowdowns.join("; "), ...rest].join(" · ");
}

/** Does not say of how many stated clauses: only a few of them apply to a scenario, and the others are not missing. */
function withOwnClauses(runs: readonly ScenarioRun[], summary: string): string {
  const whose = runs.length > 1 ? "these scenarios" : "this scenario";
  return summary.replace(/(?:judged: )?(\d+) of \d+ stated clauses(?: judged)?/, (_, judged: string) => {
    if (judged === "0") return "nothing was judged";
    return `${plural(Number(judged), "clause")} of ${whose} ${judged === "1" ? "was" : "were"} judged`;
  });
}

/** Thresholds, of the script or of the user (`--latency`, `--max-errors`), belong to no section of the document. */
const isThreshold = ({ section }: Result) => section === "";

/** A check of the shipped scenarios, or a threshold on one of their metrics. */
const isOfScenario = ({ id }: Result) => /^(?:load\.|fpk_)/.test(id);

function summaryOf({ summary, conclusion, results, clauses }: Report, { incomplete = [] }: Assembly): string {
  const failed = results.filter(({ verdict }) => verdict === "fail");
  const userThresholds = failed.filter(isUserThreshold);
  const options = [...new Set(userThresholds.map(({ clause }) => clause.split(" ")[0]))].join(", ");
  const claims = failed.filter(({ id }) => id === failedClaimId);
  const others = failed.filter((each) => isThreshold(each) && !userThresholds.includes(each) && !claims.includes(each));
  const ofScenario = others.filter(isOfScenario);
  const ofScript = others.filter((each) => !isOfScenario(each));
  const isByThresholdsOnly = results.length > 0 && results.every(isThreshold);
  const byThresholdsOnly = "nothing else was judged, and what the script sent is not counted here";
  if (conclusion === "conforms" && isByThresholdsOnly)
    return `${plural(results.length, "threshold")} ${results.length === 1 ? "holds" : "hold"}; ${byThresholdsOnly}`;
  if (conclusion === "inconclusive") return withReason(summary, results);
  if (conclusion !== "violates" || userThresholds.length + claims.length + others.length === 0) return summary;
  const violated = [
    ...bindingClauses(failed.filter((result) => !isThreshold(result))),
    ...(claims.length === 0 ? [] : [`${plural(claims.length, "claim")} of the scenarios`]),
    ...(ofScenario.length === 0 ? [] : [`${plural(ofScenario.length, "threshold")} of the scenario`]),
    ...(ofScript.length === 0 ? [] : [`${plural(ofScript.length, "threshold")} of the script`]),
    ...(userThresholds.length === 0 ? [] : [`${plural(userThresholds.length, "threshold")} of your own (${options})`]),
  ].join(" and ");
  const judged = isByThresholdsOnly
    ? byThresholdsOnly
    : `judged: ${clauses.judged} of ${clauses.stated} stated clauses`;
  return [`violates ${violated}`, judged, ...incomplete.slice(0, 1)].join("; ");
}

/** If a single check could not be judged, names it, and why: the first sentence of the reason. */
function withReason(summary: string, results: readonly Result[]): string {
  const [open, another] = results.filter(({ verdict }) => verdict === "inconclusive" || verdict === "broken");
  if (open === undefined || another !== undefined || open.verdict === "broken") return summary;
  const remedy = open.id === scenarioChecks.answered.id ? "; --max-errors sets how many may fail" : "";
  const scenario = open.scenario === undefined ? "" : ` (${open.scenario})`;
  const reason = `${open.id}${scenario} could not be judged: ${open.message.split(". ")[0]}${remedy}`;
  return summary.replace("1 check could not be judged", () => reason);
}

/** The result that says that k6 itself failed, which is not a fault of the target. */
export const brokenK6 = (message: string): Judged => ({
  check: { id: "k6", clause: "k6", claim: "k6 runs the script to its end" },
  verdict: unjudged("broken", message),
});
