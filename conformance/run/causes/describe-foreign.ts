/** Sentences about data of other organizations. */
import { alwaysOwn } from "../../laws/always-own.ts";
import { pathOf } from "../../model/path-of.ts";
import { type DiagnosedFailure, firstFive, symptomsOf } from "./diagnosed-failure.ts";
import { isServedForeignId } from "./response-faults.ts";

/** `another organization's identifiers are accepted: getProduct answers 200`, `items are shown to two organizations by listProducts`, or both. */
export function describeForeign(group: readonly DiagnosedFailure[]): string {
  const shown = group.filter(({ symptom }) => symptom.kind === "foreign-items");
  const accepted = describeServedForeignIds(group.filter((each) => !isShownWithoutQuery(each, shown)));
  const [often, question] = shown.every(({ sequenceLaw }) => sequenceLaw === alwaysOwn)
    ? ["at times ", ": do requests share the caller or the answer, or does a cache leave out who asks?"]
    : ["", ""];
  return [
    ...(accepted === "" ? [] : [`another organization's identifiers are accepted: ${accepted}`]),
    ...(shown.length === 0
      ? []
      : [
          `items are ${often}shown to two organizations by ${firstFive(symptomsOf(shown, "foreign-items").map(({ operation }) => operation))}${question}`,
        ]),
  ].join("; ");
}

/** The same read without its query shows another organization's items, so the query is not to blame. */
function isShownWithoutQuery({ shown }: DiagnosedFailure, foreign: readonly DiagnosedFailure[]): boolean {
  const [path, query] = shown === undefined ? [] : pathOf(shown).split("?");
  return query !== undefined && foreign.some(({ proof }) => proof.some((each) => pathOf(each) === path));
}

/** `getOrganization answers 200, inviteMember answers 201`. */
const describeServedForeignIds = (group: readonly DiagnosedFailure[]) =>
  firstFive([
    ...symptomsOf(group, "foreign-id").map(({ operation, status }) => `${operation} answers ${status}`),
    ...group
      .flatMap(({ proof }) => proof.filter(isServedForeignId))
      .flatMap(({ operation, status }) => (operation === undefined ? [] : `${operation} answers ${status}`)),
  ]);
