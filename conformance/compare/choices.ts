/** The different choices of targets where the document is silent. */
import { isOperationId } from "../../spec/contract.ts";
import type { Observation, Report } from "../model/report.ts";
import { type Answer, answersIn } from "./answers.ts";

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
    const all = observed.map((each) => (each.get(clause)?.choices ?? []).filter((choice) => !isNoChoice(choice)));
    const choices = differencesIn(all, clause);
    return choices.every((choice) => choice === "") ? [] : [{ clause, section, choices }];
  });
}

/** How long lists and bodies were, and what every request of the suite sent, is no choice of the target. */
const isNoChoice = (choice: string) =>
  /^(?:always sent, so not known: |a list of \d+ |a body of \d+ bytes was accepted$)/.test(choice);

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

/** After different requests: of each report the answers to which another report has nothing alike. */
function answeredDifferently(all: readonly (readonly string[])[], clause: string): readonly string[] {
  const reports = dependsOnSeed.test(clause) ? [] : all.map((choices) => choices.flatMap(answersIn));
  const isDisputed = (answer: Answer) =>
    reports.some((one) => reports.some((other) => isUnlike(answer, one, other) && isUnlike(answer, other, one)));
  return all.map((_, at) =>
    (reports[at] ?? [])
      .filter(isDisputed)
      .map(({ text }) => text)
      .join("; "),
  );
}

/**
 * True if both reports answered about this kind and subject, and no answer of `other` is among those of `one`. For a kind of faulty
 * request, the answers of `one` on all operations count: another seed may have caused there the fault that this one caused here.
 */
function isUnlike({ kind, subject }: Answer, one: readonly Answer[], other: readonly Answer[]): boolean {
  const ofKind = (answers: readonly Answer[]) => answers.filter((each) => each.kind === kind);
  const ofQuestion = (answers: readonly Answer[]) => ofKind(answers).filter((each) => each.subject === subject);
  const mine = (kind === "" ? ofQuestion : ofKind)(one).map(({ answer }) => answer);
  const theirs = ofQuestion(other);
  return ofQuestion(one).length > 0 && theirs.length > 0 && theirs.every(({ answer }) => !mine.includes(answer));
}

/** `404 getProduct, getProblem`: the order of the operations is chance, and so is how often something was observed. */
function inOneOrder(choice: string): string {
  const words = choice.split(" ").map((word) => word.replace(/,$/, ""));
  const at = words.findLastIndex((word) => !isOperationId(word)) + 1;
  const answer = choice.split(" ").slice(0, at).join(" ");
  return `${answer.replace(/, of \d+ [a-z ]+ read more than once$/, "")} ${words.slice(at).sort().join(" ")}`;
}
