/** Whoever reads the contract, or is served by a mock of it, finds each part described, and examples that belong together. */
import { expect, it } from "vitest";
import { parsePointer } from "../cli/json-pointer.ts";
import { responseAjv, withContractRefs } from "./body.ts";
import { isRecord, loadContract, operationIds } from "./contract.ts";

const { document } = loadContract();
const ajv = responseAjv(loadContract());

interface Part {
  readonly place: string;
  readonly part: Readonly<Record<string, unknown>>;
}

/** What stands in `holder` by name, and not by reference. */
const named = (place: string, holder: unknown): readonly Part[] =>
  Object.entries(isRecord(holder) ? holder : {}).flatMap(([name, part]) =>
    isRecord(part) && !("$ref" in part) ? [{ place: `${place}/${name}`, part }] : [],
  );
const listed = (place: string, list: unknown) => named(place, { ...(Array.isArray(list) ? list : []) });
const components = (kind: string) => named(kind, document.components[kind]);

/** The fields of a schema, and of the objects in it. */
const fieldsBelow = ({ place, part }: Part): readonly Part[] =>
  named(place, part.properties).flatMap((field) => [field, ...fieldsBelow(field)]);

const operations = named("", document.paths).flatMap(({ place, part }) => named(place, part));
const bodies = [...components("requestBodies"), ...components("responses")];
const media = bodies.flatMap(({ place, part }) => named(place, part.content));
const schemas = [
  ...components("schemas"),
  ...media.flatMap(({ place, part }) =>
    isRecord(part.schema) && "title" in part.schema ? [{ place: `${place}/schema`, part: part.schema }] : [],
  ),
];
const fields = schemas.flatMap(fieldsBelow);
const headers = [
  ...components("headers"),
  ...components("responses").flatMap(({ place, part }) => named(place, part.headers)),
];
const parameters = components("parameters");
const links = components("responses").flatMap(({ place, part }) => named(place, part.links));

it.each([
  ["operation", operations, 18],
  ["parameter", parameters, 4],
  ["header", headers, 4],
  ["body", bodies, 25],
  ["schema", schemas, 26],
  ["field", fields, 103],
  ["link", links, 26],
  ["tag", listed("tags", document.tags), 5],
  ["server", listed("servers", document.servers), 2],
  ["security scheme", components("securitySchemes"), 1],
] as const)("each %s is described", (kind, parts, count) => {
  expect(parts.map(({ place }) => place)).toHaveLength(count);
  const undescribed = parts.filter(({ part }) => typeof part.description !== "string" || part.description.length < 5);
  expect(undescribed.map(({ place }) => `${kind} ${place}`)).toEqual([]);
});

it("operations, parameters, headers, bodies, schemas and fields name their section", () => {
  const parts = [operations, parameters, components("headers"), bodies, components("schemas"), fields].flat();
  const unplaced = parts.filter(({ part }) => !/§\d/.test(String(part.description)));
  expect(unplaced.map(({ place }) => place)).toEqual([]);
});

/** The values of the examples of a body, or of a schema's. */
const valuesOf = ({ part }: Part): readonly unknown[] =>
  isRecord(part.examples)
    ? Object.values(part.examples).map((example) => isRecord(example) && example.value)
    : [part.examples ?? part.example ?? []].flat(1);

it("each body, field, parameter and header has examples, which are valid, with every field that is listed", () => {
  const wrong = [...media, ...fields, ...parameters, ...headers].flatMap((holder) => {
    const { place, part } = holder;
    // A list's own examples are those of the body around it.
    if (place.endsWith("/schema/data")) return [];
    const partItself = place.includes("application") ? {} : part;
    const schema = isRecord(part.schema) ? part.schema : partItself;
    const validate = ajv.compile(withContractRefs(schema));
    const values = valuesOf(holder);
    if (values.length === 0) return [`${place} has none`];
    return values.filter((value) => !validate(value)).map((value) => `${place}: ${JSON.stringify(value)}`);
  });
  expect(wrong).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: the examples are valid by their schemas.
const body = (kind: string, name: string): any => {
  const holder = media.find(({ place }) => place === `${kind}/${name}/application/json`);
  return holder && valuesOf(holder)[0];
};
const shown = (name: string) => body("responses", name);
const sent = (name: string) => body("requestBodies", name);
const inPath = (name: string) => document.components.parameters?.[name]?.example;

const at = (pointer: string, value: unknown) =>
  parsePointer(pointer).reduce((inner, name) => Object(inner)[name], value);

const linksByResponse = components("responses").flatMap(({ place, part }) =>
  named("", part.links).map(({ place: link, part: { operationId, parameters = {}, requestBody = {} } }) => ({
    response: place.replace("responses/", ""),
    link,
    operationId: String(operationId),
    parameters: Object(parameters) as object,
    requestBody: Object(requestBody) as object,
  })),
);

it.each(linksByResponse)(
  "what the link $link of $response takes is in the examples",
  ({ response, operationId, parameters, requestBody }) => {
    const operation = operationIds.find((id) => id === operationId);
    expect(Object.keys(parameters)).toEqual(operation && loadContract().operation(operation).parameters);
    const linkedValue = (expression: string) => {
      const [, pointer, pathName] = /^\$(?:response\.body#(.+)|request\.path\.(.+))$/.exec(expression) ?? [];
      return pointer === undefined ? inPath(pathName ?? "") : at(pointer, shown(response));
    };
    for (const [name, expression] of Object.entries(parameters)) {
      expect(linkedValue(expression), `${name}: ${expression}`).toBe(inPath(name));
    }
    for (const [name, expression] of Object.entries(requestBody)) {
      expect(linkedValue(expression), `${name}: ${expression}`).toBe(sent("FeedbackSubmission")[name]);
    }
    // What an operation without a path parameter is told goes into its body.
    expect({ ...parameters, ...requestBody }).not.toEqual({});
  },
);

it("every response with an organization leads to an invitation, and every list that a submission names an item of to it", () => {
  const leadingTo = (id: string) =>
    linksByResponse.flatMap(({ response, operationId }) => (operationId === id ? [response] : []));
  expect(leadingTo("inviteMember").sort()).toEqual(["Installation", "Organization", "OrganizationList"]);
  expect(leadingTo("submitFeedback").sort()).toEqual(["ActorList", "ContextList", "Product", "ProductList"]);
});

it.each([
  [
    "product",
    inPath("productId"),
    shown("ProductList").data[0].id,
    shown("Product").id,
    sent("FeedbackSubmission").productId,
  ],
  ["problem", inPath("problemId"), shown("ProblemList").data[0].id, shown("Problem").id],
  ["release", shown("ReleaseList").data[0].id, shown("FeatureList").data[0].releaseId],
  ["parent", shown("FeatureList").data[0].id, shown("FeatureList").data[1].parentId],
  ["context", shown("ContextList").data[0].id, sent("FeedbackSubmission").contextId],
  ["actor", shown("ActorList").data[0].id, sent("FeedbackSubmission").actorId],
  ["submission", inPath("feedbackId"), shown("FeedbackAcceptance").feedbackId, shown("FeedbackStatus").feedbackId],
  [
    "organization",
    inPath("orgId"),
    shown("OrganizationList")[0].id,
    shown("Organization").id,
    shown("Installation").orgId,
  ],
  ["slug", shown("Organization").slug, sent("NewOrganization").slug],
  ["user", shown("User").id, shown("MemberList")[0].userId, shown("ProfileUpdated").id],
  ["name", shown("User").firstName, shown("MemberList")[0].firstName, sent("ProfileUpdate").firstName],
])("one %s goes through the examples", (_, ...values) => {
  expect(values.every((value) => typeof value === "string")).toBe(true);
  expect(new Set(values).size).toBe(1);
});

it("lists show the same as details", () => {
  expect(shown("ProductList").data[0]).toEqual(shown("Product"));
  expect(shown("ProblemList").data[0]).toEqual(shown("Problem"));
  expect(shown("OrganizationList")[0]).toEqual(shown("Organization"));
});
