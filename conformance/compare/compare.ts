/** Sets reports side by side: of several implementations, or of one before and after a change. */
import type { Observation, Report, Result } from "../model/report.ts";
import { isJudged, isViolated } from "../model/verdict.ts";

/** A report and the file it was read from. */
export interface Named {
  readonly name: string;
  readonly report: Report;
}

/** A check, and its result in each report; undefined where the run did not have it. */
export interface CheckRow extends Pick<Result, "id" | "section" | "level" | "claim"> {
  readonly results: readonly (Result | undefined)[];
}

/** An open point, and what the target chose in each report and not in all of them; empty where nothing was seen. */
export interface ChoiceRow extends Pick<Observation, "clause" | "section"> {
  readonly choices: readonly string[];
}

export interface Comparison {
  readonly reports: readonly Named[];
  /** Checks that hold in some reports and are violated in others. */
  readonly different: readonly CheckRow[];
  /** Checks that only some of the reports judged, and these alike. */
  readonly partlyJudged: readonly CheckRow[];
  /** How many checks have the same verdict in all reports. */
  readonly alike: number;
  readonly choices: readonly ChoiceRow[];
  /** The suite or the contract is not of one version, which by itself may change verdicts. */
  readonly hasOtherVersions: boolean;
}

export function compareReports(reports: readonly Named[]): Comparison {
  const rows = checkRows(reports);
  const different = rows.filter(isJudgedDifferently);
  const partlyJudged = rows.filter((row) => !different.includes(row) && isPartlyJudged(row));
  const versions = new Set(reports.map(({ report: { suite } }) => `${suite.version} ${suite.contract}`));
  return {
    reports,
    different,
    partlyJudged,
    alike: rows.length - different.length - partlyJudged.length,
    choices: choiceRows(reports),
    hasOtherVersions: versions.size > 1,
  };
}

function checkRows(reports: readonly Named[]): readonly CheckRow[] {
  const byId = reports.map(({ report }) => new Map(report.results.map((result) => [result.id, result])));
  const first = new Map(reports.flatMap(({ report }) => report.results).map((result) => [result.id, result]));
  return [...first.values()].map(({ id, section, level, claim }) => ({
    id,
    section,
    level,
    claim,
    results: byId.map((results) => results.get(id)),
  }));
}

const judgedResults = ({ results }: CheckRow) =>
  results.flatMap((result) => (result && isJudged(result) ? result : []));

const isJudgedDifferently = (row: CheckRow) => new Set(judgedResults(row).map(isViolated)).size > 1;

function isPartlyJudged(row: CheckRow): boolean {
  const judged = judgedResults(row).length;
  return judged > 0 && judged < row.results.length;
}

/** In the order of the first report that has them. A point that was seen in one report only is not a difference. */
function choiceRows(reports: readonly Named[]): readonly ChoiceRow[] {
  const observed = reports.map(({ report }) => new Map(report.observations.map((each) => [each.clause, each])));
  const first = new Map(reports.flatMap(({ report }) => report.observations).map((each) => [each.clause, each]));
  return [...first.values()].flatMap(({ clause, section }) => {
    const all = observed.map((each) => each.get(clause)?.choices ?? []);
    const seen = all.filter((choices) => choices.length > 0);
    if (new Set(seen.map((choices) => [...choices].sort().join("\n"))).size < 2) return [];
    const isCommon = (choice: string) => seen.every((choices) => choices.includes(choice));
    const choices = all.map((choices) => {
      const own = choices.filter((choice) => !isCommon(choice)).join("; ");
      return choices.length > 0 && own === "" ? "nothing else" : own;
    });
    return [{ clause, section, choices }];
  });
}

/** `A`, `B`, …: how a report is named in tables. */
export const letterOf = (at: number) =>
  `${String.fromCharCode(65 + (at % 26))}${at < 26 ? "" : Math.floor(at / 26) + 1}`;

/** `pass`, or `known` where a baseline lists the failure. */
export function verdictText(result: Result | undefined): string {
  if (result === undefined) return "not run";
  return result.known === undefined ? result.verdict : "known";
}
