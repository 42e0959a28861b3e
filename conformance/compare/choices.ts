/** The different choices of targets where the document is silent. */
import { isOperationId } from "../../spec/contract.ts";
import type { Observation, Report } from "../model/report.ts";

/** An open point, and for each report the choices that not all reports have; empty if none was observed. */
export interface ChoiceRow extends Pick<Observation, "clause" | "section"> {
  readonly choices: readonly string[];
}

/** In the order of the first report with a choice. A point that only one report observed is not a difference. */
export function choiceRows(reports: readonly Report[]): readonly ChoiceRow[] {
  const isOneSeed = new Set(reports.map(({ seed }) => seed)).size === 1;
  const meaningOf = isOneSeed ? inOneOrder : withoutOccasion;
  const observed = reports.map(({ observations }) => new Map(observations.map((each) => [each.clause, each])));
  const first = new Map(reports.flatMap(({ observations }) => observations).map((each) => [each.clause, each]));
  return [...first.values()].flatMap(({ clause, section }) => {
    const all = observed.map((each) => each.get(clause)?.choices ?? []);
    const seen = all.filter((choices) => choices.length > 0).map((choices) => new Set(choices.map(meaningOf)));
    const isCommon = (choice: string) => seen.every((meanings) => meanings.has(meaningOf(choice)));
    if (all.flat().every(isCommon)) return [];
    const choices = all.map((choices) => {
      const own = choices.filter((choice) => !isCommon(choice)).join("; ");
      return choices.length > 0 && own === "" ? "nothing else" : own;
    });
    return [{ clause, section, choices }];
  });
}

/** `404 getProduct, getProblem`: a choice, and the operations that showed it. */
function partsOf(choice: string) {
  const words = choice.split(" ");
  const at = words.findLastIndex((word) => !isOperationId(word.replace(/,$/, ""))) + 1;
  return { answer: words.slice(0, at).join(" "), operations: words.slice(at).map((word) => word.replace(/,$/, "")) };
}

function inOneOrder(choice: string): string {
  const { answer, operations } = partsOf(choice);
  return `${withoutCount(answer)} ${operations.sort().join(" ")}`;
}

/** Another seed causes errors on other operations, and sends texts of other lengths. */
const withoutOccasion = (choice: string) =>
  withoutCount(partsOf(choice).answer).replace(/^a body of \d+ bytes /, "a body ");

/** How often something was observed is not the target's choice. */
const withoutCount = (answer: string) => answer.replace(/, of \d+ [a-z ]+ read more than once$/, "");
