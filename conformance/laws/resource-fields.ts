/** §2.1 to §2.13: the fields of every resource, in every item of every list. The laws are the same for each. */
import type { Law } from "../model/check.ts";
import { identifierFields, type Resource, resources } from "../model/resources.ts";
import { type Concerns, problemLaw, showsAny } from "./judge-problems.ts";

/** Resources whose fields must all be present (§2.2, §2.12). Of the others only the identifier; the rest is implied. */
const allFieldsStated: Readonly<Record<string, string>> = { feature: "required", acceptance: "fields" };

/** The document's name for the resource. */
const nameOf = ({ schema }: Resource) =>
  ({
    Member: "Organization member",
    FeedbackAcceptance: "Feedback acceptance",
    FeedbackStatus: "Feedback processing status",
  })[schema] ?? schema;

const enumerated: readonly (readonly [key: string, field: string, id: string, clause: string])[] = [
  ["feature", "descriptionFormat", "description-formats", "description-format"],
  ["feature", "status", "statuses", "status"],
  ["problem", "statementFormat", "statement-formats", "statement-format"],
  ["problem", "status", "statuses", "status"],
  ["acceptance", "status", "status-queued", "queued"],
];

/** The reasons of skips for resources that do not belong to a product. */
const skipReasons: Readonly<Record<string, string>> = {
  product: "no answer shows a product: create one in an organization of the target file",
  organization: "no answer shows an organization: see answers.listOrganizations",
  member: "no answer shows a member: see answers.listMembers",
  user: "no answer shows a user: see answers.getMe",
  installation: "no answer shows an installation: see answers.getInstallation",
  acceptance: "no submission was accepted: see answers.submitFeedback",
  "feedback-status": "no status of feedback was shown: see answers.getFeedbackStatus",
};

function resourceLaw(resource: Resource, id: string, clause: string, claim: string, concerns: Concerns): Law {
  return problemLaw({
    id: `${resource.key}.${id}`,
    clause: `${resource.key}.${clause}`,
    claim,
    skipReason:
      skipReasons[resource.key] ??
      `no answer shows ${/^[aeiou]/.test(resource.key) ? "an" : "a"} ${resource.key}: create one in a product`,
    dependsOn: [...resource.listedBy, ...resource.shownBy],
    appliesTo: showsAny,
    concerns: (problem) => problem.resource === resource.schema && concerns(problem),
  });
}

/** Other laws judge identifiers, dates and enumerations. */
function fieldTypes(resource: Resource): Law {
  const isIdentifier = (field: string) => field === resource.identifier || identifierFields.includes(field);
  const isWrongType: Concerns = ({ kind, field }) => kind === "type" && !isIdentifier(field);
  const claim = `Each field of ${nameOf(resource)} has the type that the document gives it`;
  return resourceLaw(resource, "field-types", "fields", claim, isWrongType);
}

const isMissing: Concerns = ({ kind }) => kind === "missing";
const isAbsent: Concerns = ({ kind }) => kind === "absent";

function presence(resource: Resource): readonly Law[] {
  const { key, identifier } = resource;
  const name = nameOf(resource);
  const stated = allFieldsStated[key];
  if (stated !== undefined) {
    const claim = `Every field of ${name} is present`;
    return [resourceLaw(resource, "all-fields", stated, claim, (problem) => isMissing(problem) || isAbsent(problem))];
  }
  return [
    resourceLaw(resource, "has-identifier", "identifier", `${name} has its ${identifier}`, isMissing),
    resourceLaw(resource, "all-fields", "complete", `Every listed field of ${name} is present`, isAbsent),
  ];
}

const enumerations = (resource: Resource): readonly Law[] =>
  enumerated
    .filter(([key]) => key === resource.key)
    .map(([, name, id, clause]) => {
      const claim = `${name} of ${nameOf(resource)} is one of the values that the document lists`;
      return resourceLaw(resource, id, clause, claim, ({ kind, field }) => kind === "enumeration" && field === name);
    });

export const resourceLaws: readonly Law[] = resources.flatMap((resource) => [
  fieldTypes(resource),
  ...presence(resource),
  ...enumerations(resource),
]);
