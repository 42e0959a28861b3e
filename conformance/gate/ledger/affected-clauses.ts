/** Which clauses of the ledger, and so which checks, a change affects. */
import { isOperationId, type OperationId } from "../../../spec/contract.ts";
import { type Clause, findClause } from "../../../spec/ledger.ts";
import { bareLists, identifierFields, type Resource, resources, wrappedLists } from "../../model/resources.ts";
import type { AffectedClause, ContractChange } from "../judge/change.ts";
import type { JudgedChange } from "../judge/rule.ts";

/** Whether the ledger is about this contract: at least half of the operations are those of the ledger's API. */
export function isLedgersContract(operations: readonly string[]): boolean {
  return operations.filter(isOperationId).length * 2 >= operations.length;
}

/** The clauses that the changes affect. An editorial change affects none. */
export function affectedClauses(changes: readonly JudgedChange[]): Pick<ContractChange, "clauses" | "notInLedger"> {
  const clauses = new Map<string, AffectedClause>();
  const notInLedger = new Set<string>();
  for (const change of changes) {
    if (change.effects.clients === "editorial" && change.effects.implementers === "editorial") continue;
    const { ids, unknown } = mentionOf(change);
    const known = ids.flatMap((id) => findClause(id) ?? []);
    for (const { id, section, level, ...clause } of known)
      clauses.set(id, { id, section, level, checks: clause.kind === "excluded" ? [] : clause.checks });
    if (unknown !== undefined && !known.some((clause) => names(clause, unknown))) notInLedger.add(unknown);
  }
  return { clauses: [...clauses.values()], notInLedger: [...notInLedger] };
}

/** `Feature.slug` is in the rows of `feature.fields`; a name without a dot is an operation or a header. */
const names = ({ rows }: Clause, name: string) => rows.includes(name.split(".")[1] ?? "");

interface Mention {
  readonly ids: readonly string[];
  /** What may have no clause, by name. */
  readonly unknown?: string;
}

/** Ids without a clause are ignored by the caller. */
function mentionOf(change: JudgedChange): Mention {
  const { place, operation, rule } = change;
  if (place.part === "document")
    return { ids: rule.startsWith("server") ? ["version.description", "document.development"] : [] };
  if (operation === undefined || !isOperationId(operation)) return { ids: [], unknown: operation ?? place.path ?? "" };
  const endpoint = `endpoint.${operation}`;
  switch (place.part) {
    case "security":
      return { ids: ["endpoint.authorization", "auth.bearer", "auth.unauthorized"] };
    case "parameter":
      return { ids: [endpoint, ...parameterClauses(place.parameter)] };
    case "header":
      return headerMention(place.header ?? "");
    case "response":
      return { ids: codeClauses(rule, place.status ?? "", endpoint) };
    case "body":
      return { ids: [endpoint, ...requestClauses(operation, [], rule)] };
    case "media":
      return place.schema === undefined
        ? { ids: ["body.json", "body.media-type", endpoint] }
        : schemaMention(change, operation, change.properties ?? []);
    default:
      return { ids: [endpoint] };
  }
}

/** `parameter`: its key in the normal form, such as `query limit`. */
function parameterClauses(parameter = ""): readonly string[] {
  if (parameter.startsWith("path ")) return ["endpoint.path-parameters"];
  return parameter.startsWith("query ") ? ["endpoint.query"] : [];
}

function headerMention(name: string): Mention {
  const known = /^x-ratelimit-(limit|remaining|reset)$/i.exec(name)?.[1]?.toLowerCase();
  return known === undefined ? { ids: [], unknown: `header ${name}` } : { ids: ["limit.headers", `limit.${known}`] };
}

function codeClauses(rule: string, status: string, endpoint: string): readonly string[] {
  if (rule.startsWith("success") || status.startsWith("2")) return [endpoint, "endpoint.success-codes"];
  const clausesByStatus: Readonly<Record<string, readonly string[]>> = {
    "401": ["auth.unauthorized"],
    "403": ["auth.forbidden"],
    "429": ["error.429", "limit.exceeded"],
    default: ["error.json-object", "error.body", "endpoint.any-error"],
  };
  return ["endpoint.error-codes", ...(clausesByStatus[status] ?? [])];
}

function schemaMention(change: JudgedChange, operation: OperationId, fields: readonly string[]): Mention {
  const { place, rule } = change;
  if (place.direction === "request")
    return { ids: [`endpoint.${operation}`, ...requestClauses(operation, fields, rule)] };
  if (!place.status?.startsWith("2"))
    return { ids: [fields[0] === "issues" ? "error.issues" : "error.body", "endpoint.error-shape"] };
  const resource = resources.find(
    ({ listedBy, shownBy }) => listedBy.includes(operation) || shownBy.includes(operation),
  );
  if (resource === undefined)
    return { ids: [operation === "updateMe" ? "endpoint.update-body" : "endpoint.invite-body"] };
  const isWrapped = wrappedLists.includes(operation);
  const [field] = isWrapped ? fields.slice(1) : fields;
  if (field !== undefined) return fieldMention(resource, field, change);
  return { ids: [isWrapped ? "resource.wrapped" : bareClause(resource, operation)] };
}

const bareClause = ({ key }: Resource, operation: OperationId) =>
  bareLists.includes(operation) ? "resource.bare" : `${key}.fields`;

function fieldMention({ key, schema, identifier }: Resource, field: string, { rule, text }: JudgedChange): Mention {
  const ids = [
    `${key}.fields`,
    `${key}.${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/-id$/, "")}`,
    ...(key === "acceptance" && field === "status" ? ["acceptance.queued"] : []),
    ...(field === identifier ? [`${key}.identifier`] : []),
    ...(identifierFields.includes(field) ? ["resource.identifiers"] : []),
    ...(rule === "schema.format" && text.includes("date-time") ? ["resource.timestamps"] : []),
    ...(rule.startsWith("property") && field !== identifier ? [`${key}.required`, `${key}.complete`] : []),
  ];
  return { ids, unknown: `${schema}.${field}` };
}

/** The clauses of §2.11, and those for the bodies that §4 describes in a line. */
function requestClauses(operation: OperationId, fields: readonly string[], rule: string): readonly string[] {
  const aboutRequired = rule.includes("required") || rule.includes("optional");
  switch (operation) {
    case "submitFeedback":
      return [
        "submission.fields",
        ...(fields[0] === "feedbackType" ? ["submission.feedback-type"] : []),
        ...(fields[1] === "bodyFormat" ? ["submission.body-format"] : []),
        ...(rule === "schema.minLength" ? ["submission.minimum-length"] : []),
        ...(aboutRequired ? ["submission.required"] : []),
      ];
    case "updateMe":
      return ["profile.fields", ...(aboutRequired ? ["endpoint.update-required"] : [])];
    case "createOrganization":
      return ["organization.kept"];
    case "inviteMember":
      return ["invitation.format", "invitation.addresses"];
    default:
      return [];
  }
}
