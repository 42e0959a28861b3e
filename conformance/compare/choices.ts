/** The different choices of targets where the document is silent. */
import { isOperationId } from "../../spec/contract.ts";
import type { Observation, Report } from "../model/report.ts";
import { answersIn } from "./answers.ts";

/** An open point, and for each report the choices that not all reports have; empty if none was observed. */
export interface ChoiceRow extends Pick<Observation, "clause" | "section"> {
  readonly choices: readonly string[];
}

/** In the order of the first report with a choice. A point that only one report observed is not a difference. */
export function choiceRows(reports: readonly Report[]): readonly ChoiceRow[] {
  const isOneSeed = new Set(reports.map(({ seed }) => seed)).size === 1;
  const differencesIn = isOneSeed ? notCommon : answeredDifferently;
  const observed = reports.map(({ observations }) => new Map(observations.map((each) => [each.clause, each])));
  const first = new Map(reports.flatMap(({ observations }) => observations).map((each) => [each.clause, each]));
  return [...first.values()].flatMap(({ clause, section }) => {
    const all = observed.map((each) => (each.get(clause)?.choices ?? []).filter((choice) => !isAmount(choice)));
    const choices = differencesIn(all, clause);
    return choices.every((choice) => choice === "") ? [] : [{ clause, section, choices }];
  });
}

/** How long the lists and the sent bodies were is no choice of the target. */
const isAmount = (choice: string) => /^a (?:list of \d+ |body of \d+ bytes was accepted$)/.test(choice);

/** After the same requests: of each report what not all chose. */
function notCommon(all: readonly (readonly string[])[]): readonly string[] {
  const seen = all.filter((choices) => choices.length > 0).map((choices) => new Set(choices.map(inOneOrder)));
  const isCommon = (choice: string) => seen.every((meanings) => meanings.has(inOneOrder(choice)));
  if (all.flat().every(isCommon)) return all.map(() => "");
  return all.map((choices) => {
    const own = choices.filter((choice) => !isCommon(choice)).join("; ");
    return choices.length > 0 && own === "" ? "nothing else" : own;
  });
}

/** Other seeds find a resource in other statuses, and cause other errors; of these `error.statuses` has each kind by itself. */
const dependsOnSeed = /^(?:state\.|feedback-status\.status$|endpoint\.error-codes$)/;

/** After different requests: of each report its answers to the questions that two reports answer with nothing in common. */
function answeredDifferently(all: readonly (readonly string[])[], clause: string): readonly string[] {
  const answers = dependsOnSeed.test(clause) ? [] : all.map((choices) => choices.flatMap(answersIn));
  const questions = new Set(answers.flat().map(({ question }) => question));
  const disputed = [...questions].filter((question) => {
    const sets = answers
      .map((each) => each.filter((one) => one.question === question).map(({ answer }) => answer))
      .filter(({ length }) => length > 0);
    return sets.some((set) => sets.some((other) => !set.some((answer) => other.includes(answer))));
  });
  return all.map((_, at) => {
    const own = (answers[at] ?? []).filter(({ question }) => disputed.includes(question));
    return own.map(({ text }) => text).join("; ");
  });
}

/** `404 getProduct, getProblem`: the order of the operations is chance, and so is how often something was observed. */
function inOneOrder(choice: string): string {
  const words = choice.split(" ").map((word) => word.replace(/,$/, ""));
  const at = words.findLastIndex((word) => !isOperationId(word)) + 1;
  const answer = choice.split(" ").slice(0, at).join(" ");
  return `${answer.replace(/, of \d+ [a-z ]+ read more than once$/, "")} ${words.slice(at).sort().join(" ")}`;
}
