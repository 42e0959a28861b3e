/** Which skipped checks had nothing to judge because another check failed. */
import { type Contract, isOperationId, type OperationId } from "../../../spec/contract.ts";
import { identifierStrings } from "../../laws/common-fields.ts";
import { laws, sequenceLaws } from "../../laws/index.ts";
import { itemsStayListed } from "../../laws/items-stay-listed.ts";
import { bodyIsJson } from "../../laws/json-bodies.ts";
import { listsBare, listsWrapped } from "../../laws/lists.ts";
import { headersPresent } from "../../laws/rate-limit-headers.ts";
import { rawListItemsIfAny } from "../../model/body.ts";
import type { Law, LawContext } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Result } from "../../model/report.ts";
import { isViolated } from "../../model/verdict.ts";
import { missingRoleHint } from "../discovery/roles.ts";

/** Key: a check's id. Value: the operations whose responses the check needs. */
export type Dependencies = ReadonlyMap<string, readonly OperationId[]>;

/** Key: the id of a skipped check. Value: the failed check because of which it was skipped. */
export function hiddenBy(
  results: readonly Result[],
  dependsOn: Dependencies,
  exchanges: readonly Exchange[],
  contract: Contract,
  context: LawContext,
): ReadonlyMap<string, string> {
  const shrunk = wrongLists(results, exchanges, itemsStayListed.id);
  const mixed = wrongLists(results, exchanges, listsDisjoint);
  const ofAll = blockersOf(results, exchanges, context);
  const ofSessions = blockersOf(
    results,
    exchanges.filter(({ kind }) => kind === "session"),
    context,
  );
  const byId = new Map(results.map((result) => [result.id, result]));
  const skipped = results.filter(({ verdict }) => verdict === "skip");
  const blockersFor = (result: Result) =>
    new Map([...(needsSession(result) ? ofSessions : ofAll), ...shrunk, ...(isOfTenancy(result) ? mixed : [])]);
  return new Map(skipped.flatMap(({ id }) => entryOf(id, failureBehind(id, []))));

  /** The failed check because of which `id` fails or is skipped. A skip's reason names a check, which may itself be skipped. */
  function failureBehind(id: string, path: readonly string[]): string | undefined {
    const result = byId.get(id);
    if (result === undefined || path.includes(id)) return undefined;
    if (isViolated(result)) return id;
    if (result.verdict !== "skip") return undefined;
    const [failure] = referredTo(result).flatMap((seen) => failureBehind(seen, [...path, id]) ?? []);
    if (failure !== undefined) return failure;
    if (isHeaderLaw(result) && results.some(isMissingHeaders)) return headersPresent.id;
    const named = referredTo(result).flatMap(answeredOperation);
    return firstBlocker([...sourcesOf(result, dependsOn), ...named], blockersFor(result), contract);
  }
}

const entryOf = (id: string, failure: string | undefined) => (failure === undefined ? [] : [[id, failure] as const]);

/** `see answers.submitFeedback and answers.getFeedbackStatus`, `what fails limit.shared-by-keys shows here, too`. */
const referredTo = ({ message }: Result) =>
  (/\b(?:see|what fails) ([\w.-]+(?: and [\w.-]+)*)/.exec(message)?.[1] ?? "")
    .split(" and ")
    .map((id) => id.replace(/\.$/, ""));

/** The operation of the check `answers.OPERATION`; none for any other check. */
function answeredOperation(id: string): readonly OperationId[] {
  const operation = id.replace(/^answers\./, "");
  return isOperationId(operation) ? [operation] : [];
}

const isHeaderLaw = ({ id, message }: Result) => id.startsWith("limit.") && message.includes("X-RateLimit-");

const isMissingHeaders = ({ id, verdict }: Result) => id === headersPresent.id && verdict === "fail";

/** A response that violates one of these shows no resource. */
export const showingLaws: readonly Law[] = laws.filter(
  (law) => [bodyIsJson, listsWrapped, listsBare, identifierStrings].includes(law) || law.id.endsWith(".has-identifier"),
);

/** For each operation whose responses never show a resource: the failed check that says why. */
function blockersOf(
  results: readonly Result[],
  exchanges: readonly Exchange[],
  context: LawContext,
): ReadonlyMap<OperationId, string> {
  const failed = new Set(results.filter(isViolated).map(({ id }) => id));
  const blockers = new Map<OperationId, string>();
  for (const law of showingLaws.filter(({ id }) => failed.has(id))) {
    const verdicts = exchanges.map((exchange) => ({ exchange, verdict: law.judge(exchange, context).verdict }));
    // An empty list shows no resource, whatever its shape.
    const holding = new Set(
      verdicts.flatMap(({ exchange, verdict }) =>
        verdict === "pass" && rawListItemsIfAny(exchange)?.length !== 0 ? (exchange.operation ?? []) : [],
      ),
    );
    for (const { exchange, verdict } of verdicts)
      if (verdict === "fail" && exchange.operation !== undefined && !holding.has(exchange.operation))
        blockers.set(exchange.operation, law.id);
  }
  for (const id of failed) for (const operation of answeredOperation(id)) blockers.set(operation, id);
  return blockers;
}

const listsDisjoint = "scope.lists-disjoint";

/**
 * Checks of tenancy need to know whose items a list shows. For every other check, a list that also shows another organization's items is complete.
 */
const isOfTenancy = ({ id }: Result) => id.startsWith("scope.");

/** The check lacks responses to a session, so only failures on a session's exchanges can have hidden it. */
const needsSession = ({ id, message }: Result) =>
  message.startsWith("needs a session") || sequenceLaws.find((law) => law.id === id)?.needs?.credential === "session";

/** The operations whose lists the check `id` finds wrong: they have lost items, or show another organization's. */
function wrongLists(
  results: readonly Result[],
  exchanges: readonly Exchange[],
  check: string,
): ReadonlyMap<OperationId, string> {
  const failed = results.filter((result) => result.id === check && isViolated(result));
  return new Map(
    failed.flatMap(({ id, exchanges: proof }) => {
      const operation = exchanges[proof.at(-1) ?? -1]?.operation;
      return operation === undefined ? [] : [[operation, id] as const];
    }),
  );
}

/** The operations whose responses the skipped check lacks. None if it lacks a credential. */
function sourcesOf({ id, message }: Result, dependsOn: Dependencies): readonly OperationId[] {
  if (Object.values(missingRoleHint).some((hint) => message.startsWith(`needs ${hint}:`))) return [];
  return dependsOn.get(id) ?? [...laws, ...sequenceLaws].find((law) => law.id === id)?.dependsOn ?? [];
}

function firstBlocker(
  operations: readonly OperationId[],
  blockers: ReadonlyMap<OperationId, string>,
  contract: Contract,
): string | undefined {
  for (const operation of operations) {
    const found = blockers.get(operation) ?? firstBlocker(suppliersOf(operation, contract), blockers, contract);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The operations whose responses contain the identifiers in the path of an operation. */
function suppliersOf(operation: OperationId, contract: Contract): readonly OperationId[] {
  const { path } = contract.operation(operation);
  return [
    ...(path.includes("{problemId}") ? (["listProblems"] as const) : []),
    ...(path.includes("{productId}") || operation === "submitFeedback" ? (["listProducts"] as const) : []),
    ...(path.includes("{feedbackId}") ? (["submitFeedback"] as const) : []),
    ...(path.includes("{orgId}") ? (["listOrganizations"] as const) : []),
  ];
}
