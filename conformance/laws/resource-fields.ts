/** §2.1 to §2.13: the fields of every resource, of every item in every list. The same laws for each resource. */
import { shownCount } from "../model/body.ts";
import type { Law, LawContext } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { identifierFields, type Resource, resources } from "../model/resources.ts";
import { notApplicable } from "../model/verdict.ts";
import { type Concerns, judgeProblems } from "./judge-problems.ts";

function resourceLaw(resource: Resource, of: { id: string; clause: string; claim: string }, concerns: Concerns): Law {
  return {
    id: `${resource.key}.${of.id}`,
    clause: `${resource.key}.${of.clause}`,
    claim: of.claim,
    judge(exchange: Exchange, context: LawContext) {
      if (shownCount(exchange, resource) === 0) return notApplicable;
      return judgeProblems(
        context.problems(exchange),
        (problem) => problem.resource === resource.schema && concerns(problem),
      );
    },
  };
}

const isIdentifier = (resource: Resource, field: string) =>
  field === resource.identifier || identifierFields.includes(field);

/** Other laws judge identifiers, dates and enumerations. */
function fieldTypes(resource: Resource): Law {
  const of = {
    id: "field-types",
    clause: "fields",
    claim: `Each field of ${resource.schema} has the type that the document gives it`,
  };
  return resourceLaw(resource, of, (problem) => problem.kind === "type" && !isIdentifier(resource, problem.field));
}

/** The document states that all fields of these are present (§2.2, §2.12), and of other resources the identifier; the rest is implied. */
const allFieldsStated: Readonly<Record<string, string>> = { feature: "required", acceptance: "fields" };

function presence(resource: Resource): readonly Law[] {
  const stated = allFieldsStated[resource.key];
  if (stated !== undefined) {
    const of = { id: "all-fields", clause: stated, claim: `Every field of ${resource.schema} is present` };
    return [resourceLaw(resource, of, (problem) => problem.kind === "missing" || problem.kind === "absent")];
  }
  return [
    resourceLaw(
      resource,
      { id: "has-identifier", clause: "identifier", claim: `${resource.schema} has its ${resource.identifier}` },
      (problem) => problem.kind === "missing",
    ),
    resourceLaw(
      resource,
      { id: "all-fields", clause: "complete", claim: `Every listed field of ${resource.schema} is present` },
      (problem) => problem.kind === "absent",
    ),
  ];
}

const enumerated: readonly { key: string; field: string; id: string; clause: string }[] = [
  { key: "feature", field: "descriptionFormat", id: "description-formats", clause: "description-format" },
  { key: "feature", field: "status", id: "statuses", clause: "status" },
  { key: "problem", field: "statementFormat", id: "statement-formats", clause: "statement-format" },
  { key: "problem", field: "status", id: "statuses", clause: "status" },
  { key: "acceptance", field: "status", id: "status-queued", clause: "queued" },
];

function enumerations(resource: Resource): readonly Law[] {
  return enumerated
    .filter(({ key }) => key === resource.key)
    .map(({ field, id, clause }) =>
      resourceLaw(
        resource,
        { id, clause, claim: `${field} of ${resource.schema} is one of the values that the document lists` },
        (problem) => problem.kind === "enumeration" && problem.field === field,
      ),
    );
}

export const resourceLaws: readonly Law[] = resources.flatMap((resource) => [
  fieldTypes(resource),
  ...presence(resource),
  ...enumerations(resource),
]);
