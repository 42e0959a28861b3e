/** Which skipped checks had nothing to judge because another check failed. */
import { type Contract, isOperationId, type OperationId } from "../../../spec/contract.ts";
import { listsBare, listsWrapped } from "../../laws/lists.ts";
import { headersPresent } from "../../laws/rate-limit-headers.ts";
import type { LawContext } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Result } from "../../model/report.ts";
import { resources } from "../../model/resources.ts";
import { isViolated } from "../../model/verdict.ts";
import { missingRoleHint } from "../roles.ts";

/** The failed check that a skipped one waits for, by the id of the skipped one. */
export function hiddenBy(
  results: readonly Result[],
  exchanges: readonly Exchange[],
  contract: Contract,
  context: LawContext,
): ReadonlyMap<string, string> {
  const blockers = blockersOf(results, exchanges, context);
  const hidden = results.flatMap((result) => {
    if (result.verdict !== "skip") return [];
    const [, seen = ""] = /\bsee ([\w.-]+\w)/.exec(result.message) ?? [];
    if (results.some((other) => other.id === seen && isViolated(other))) return [[result.id, seen] as const];
    if (isHeaderLaw(result) && results.some(isMissingHeaders)) return [[result.id, headersPresent.id] as const];
    const blocker = firstBlocker(sourcesOf(result), blockers, contract);
    return blocker === undefined ? [] : [[result.id, blocker] as const];
  });
  return new Map(hidden);
}

const isHeaderLaw = ({ id, message }: Result) => id.startsWith("limit.") && !message.startsWith("needs ");

const isMissingHeaders = ({ id, verdict }: Result) => id === headersPresent.id && verdict === "fail";

/** Operations that show no resource, and the failed check that says why. */
function blockersOf(
  results: readonly Result[],
  exchanges: readonly Exchange[],
  context: LawContext,
): ReadonlyMap<OperationId, string> {
  const failed = new Set(results.filter(isViolated).map(({ id }) => id));
  const blockers = new Map<OperationId, string>();
  for (const law of [listsWrapped, listsBare]) {
    for (const exchange of failed.has(law.id) ? exchanges : []) {
      const { operation } = exchange;
      if (operation !== undefined && law.judge(exchange, context).verdict === "fail") blockers.set(operation, law.id);
    }
  }
  for (const { key, listedBy, shownBy } of resources) {
    const check = `${key}.has-identifier`;
    for (const operation of failed.has(check) ? [...listedBy, ...shownBy] : []) {
      blockers.set(operation, blockers.get(operation) ?? check);
    }
  }
  for (const id of failed) {
    const operation = id.replace(/^answers\./, "");
    if (isOperationId(operation)) blockers.set(operation, id);
  }
  return blockers;
}

/** The operations whose answers a skipped check needs: those that show its resource, or what its reason names. */
function sourcesOf({ id, message, claim }: Result): readonly OperationId[] {
  const isOfLaw = !message.startsWith("needs ");
  const shown = resources.find(({ key }) => id.startsWith(`${key}.`));
  if (shown !== undefined && isOfLaw) return [...shown.listedBy, ...shown.shownBy];
  if (Object.values(missingRoleHint).some((hint) => message.startsWith(`needs ${hint}:`))) return [];
  return named.flatMap(([word, operation]) => (word.test(isOfLaw ? claim : message) ? [operation] : []));
}

const named: readonly (readonly [RegExp, OperationId])[] = [
  [/\bproducts?\b/, "listProducts"],
  [/\bfeatures?\b/i, "listFeatures"],
  [/\bproblems?\b/, "listProblems"],
  [/\breleases?\b/, "listReleases"],
  [/\bsubmissions?\b|\bsubmit feedback\b/, "submitFeedback"],
  [/\binvitations?\b/, "inviteMember"],
  [/\bgetMe\b|\bits profile\b/, "getMe"],
  [/\blistOrganizations\b/, "listOrganizations"],
];

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

/** The operations whose answers have the identifiers that an operation is sent with. */
function suppliersOf(operation: OperationId, contract: Contract): readonly OperationId[] {
  const { path } = contract.operation(operation);
  return [
    ...(path.includes("{problemId}") ? (["listProblems"] as const) : []),
    ...(path.includes("{productId}") || operation === "submitFeedback" ? (["listProducts"] as const) : []),
    ...(path.includes("{feedbackId}") ? (["submitFeedback"] as const) : []),
    ...(path.includes("{orgId}") ? (["listOrganizations"] as const) : []),
  ];
}
