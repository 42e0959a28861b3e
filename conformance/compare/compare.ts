/** Compares reports: of several implementations, or of one before and after a change. */
import type { Report, Result } from "../model/report.ts";
import { isJudged, isViolated } from "../model/verdict.ts";
import { type ChoiceRow, choiceRows } from "./choices.ts";
import { type FigureRow, figureRows, scenariosOf } from "./load-figures.ts";
import { longerWithoutRegression, type Tolerance } from "./longer-latencies.ts";
import type { NamedReport } from "./named-report.ts";
import { isBeyondCapacity, notCompared } from "./not-compared.ts";
import { type OperationRow, operationRows } from "./operations.ts";
import { minRateRatio, type Regressions, regressionsIn } from "./regressions.ts";

/** A check, and its result in each report; undefined if the run did not have it. */
export interface CheckRow extends Pick<Result, "id" | "section" | "level" | "claim"> {
  readonly results: readonly (Result | undefined)[];
}

export interface Comparison {
  readonly reports: readonly NamedReport[];
  /** Checks that hold in some reports and are violated in others. */
  readonly different: readonly CheckRow[];
  /** Checks that only some of the reports judged, with the same verdict. */
  readonly partlyJudged: readonly CheckRow[];
  /** How many checks have the same verdict in all reports. */
  readonly alike: number;
  readonly choices: readonly ChoiceRow[];
  readonly figures: readonly FigureRow[];
  /** The latencies of each operation, in the first load run and the last. */
  readonly operations: readonly OperationRow[];
  /** Sentences about what of load runs is not compared. */
  readonly notCompared: readonly string[];
  /** What got worse from the first load run to the last; undefined if it was not asked, or they have no scenario in common. */
  readonly regressions: Regressions | undefined;
  /** Sentences about why the runs are hard to compare, for example other seeds. */
  readonly cautions: readonly string[];
}

/** `tolerance`: what may be worse; regressions are not judged without it. */
export function compareReports(reports: readonly NamedReport[], tolerance?: Tolerance): Comparison {
  const rows = checkRows(reports);
  const different = rows.filter(isJudgedDifferently);
  const partlyJudged = rows.filter((row) => !different.includes(row) && isPartlyJudged(row));
  return {
    reports,
    different,
    partlyJudged,
    alike: rows.length - different.length - partlyJudged.length,
    choices: choiceRows(reports.map(({ report }) => report)),
    figures: figureRows(reports.map(({ report }) => report)),
    operations: operationRows(reports),
    notCompared: [
      ...notCompared(reports),
      ...(tolerance === undefined ? [] : longerWithoutRegression(reports, tolerance)),
    ],
    regressions: tolerance && regressionsIn(reports, tolerance),
    cautions: cautionsOn(reports),
  };
}

function cautionsOn(reports: readonly NamedReport[]): readonly string[] {
  const versions = new Set(reports.map(({ report: { suite } }) => `${suite.version} ${suite.contract}`));
  // Load runs show no choices.
  const seeds = new Set(reports.flatMap(({ report }) => (report.load === undefined ? [report.seed] : [])));
  return [
    ...(versions.size > 1 ? ["The reports are of several versions of the suite or of the contract."] : []),
    ...(seeds.size > 1
      ? [
          `The runs had the seeds ${[...seeds].join(", ")} and sent different requests. Of open points only what the reports answer differently for the same operation, field or status is shown; runs with one --seed compare all.`,
        ]
      : []),
    ...otherRates(reports),
    ...slowdowns(reports),
  ];
}

/** `b.json: spike: from second 9 to 11 responses were slow or failed`, of the first and the last, where latencies are compared: a stall can decide a percentile. */
function slowdowns(reports: readonly NamedReport[]): readonly string[] {
  const ends = [reports[0], reports.at(-1)].flatMap((each) => (each === undefined ? [] : [each]));
  return ends.flatMap(({ name, report }) =>
    [...scenariosOf(report.load)].flatMap(([scenario, { slowdown }]) => {
      const loads = ends.flatMap((each) => scenariosOf(each.report.load).get(scenario) ?? []);
      return slowdown === undefined || isBeyondCapacity(loads) ? [] : [`${name}: ${scenario}: ${slowdown}`];
    }),
  );
}

function otherRates(reports: readonly NamedReport[]): readonly string[] {
  const runs = reports.map(({ report }) => scenariosOf(report.load));
  const names = [...new Set(runs.flatMap((scenarios) => [...scenarios.keys()]))];
  return names.flatMap((name) => {
    const rates = runs.flatMap((scenarios) => scenarios.get(name)?.perSecond ?? []);
    if (Math.max(...rates) <= minRateRatio * Math.min(...rates)) return [];
    const shown = rates.map((rate) => rate.toFixed(1)).join(", ");
    return [`${name} was sent at different rates (${shown} requests a second), on which latencies depend.`];
  });
}

function checkRows(reports: readonly NamedReport[]): readonly CheckRow[] {
  const nameOf = rowNames(reports);
  const byName = reports.map(
    ({ report }) => new Map(report.results.map((result) => [nameOf(result, report), result] as const)),
  );
  const first = new Map(byName.flatMap((results) => [...results]));
  return [...first].map(([name, { section, level, claim }]) => ({
    id: name,
    section,
    level,
    claim,
    results: byName.map((results) => results.get(name)),
  }));
}

/** The id of a check; of one that several load scenarios of a report judged, each by itself, `load.answered (limit)`. */
function rowNames(reports: readonly NamedReport[]): (result: Result, report: Report) => string {
  const repeated = new Set(
    reports.flatMap(({ report: { results } }) => {
      const ids = results.map(({ id }) => id);
      return ids.filter((id, at) => ids.indexOf(id) !== at);
    }),
  );
  return ({ id, scenario }, { load }) => {
    const name = scenario ?? load?.scenario;
    return repeated.has(id) && name !== undefined ? `${id} (${name})` : id;
  };
}

const judgedResults = ({ results }: CheckRow) =>
  results.flatMap((result) => (result && isJudged(result) ? result : []));

const isJudgedDifferently = (row: CheckRow) => new Set(judgedResults(row).map(isViolated)).size > 1;

function isPartlyJudged(row: CheckRow): boolean {
  const judged = judgedResults(row).length;
  return judged > 0 && judged < row.results.length;
}

/** `A`, `B`, …: how a report is named in tables. */
export const letterOf = (at: number) =>
  `${String.fromCharCode(65 + (at % 26))}${at < 26 ? "" : Math.floor(at / 26) + 1}`;

/** `pass`, or `known` where a baseline lists the failure. */
export function verdictText(result: Result | undefined): string {
  if (result === undefined) return "not run";
  return result.known === undefined ? result.verdict : "known";
}
