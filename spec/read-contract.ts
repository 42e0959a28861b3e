/** Reads the 18 operations from an OpenAPI document. Pure: k6 runs this file, too. */

/** The 18 operations of §4, by `operationId`. */
export const operationIds = [
  "listProducts",
  "getProduct",
  "listFeatures",
  "listProblems",
  "getProblem",
  "listReleases",
  "listContexts",
  "listActors",
  "submitFeedback",
  "getFeedbackStatus",
  "getMe",
  "updateMe",
  "listOrganizations",
  "createOrganization",
  "getOrganization",
  "listMembers",
  "inviteMember",
  "getInstallation",
] as const;

export type OperationId = (typeof operationIds)[number];

export function isOperationId(text: string): text is OperationId {
  return operationIds.some((id) => id === text);
}

type Method = "GET" | "POST" | "PUT";

/** A JSON Schema of the contract, in which `$ref`s are not resolved. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** One operation of §4. */
export interface Operation {
  readonly id: OperationId;
  readonly method: Method;
  /** The path template below the base URL, such as `/v1/products/{productId}`. */
  readonly path: string;
  /** The names in the template, in order. */
  readonly parameters: readonly string[];
  /** The schema of the request body, if the operation has one. */
  readonly requestBody?: JsonSchema | undefined;
  /** The responses by their key: a status code, a class such as `2XX`, or `default`. */
  readonly responses: ReadonlyMap<string, DeclaredResponse>;
}

/** The schema and the examples of a response's JSON media type. */
export interface DeclaredResponse {
  /** Undefined if the document does not show a body. */
  readonly schema?: JsonSchema | undefined;
  /** The values of its examples. */
  readonly examples?: readonly unknown[];
}

export interface Contract {
  /** `info.version`, §9.2. */
  readonly version: string;
  /** Whether an overlay was applied. */
  readonly isOverlaid: boolean;
  /** The document, in which `$ref`s are not resolved. */
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  operation(id: OperationId): Operation;
  /** A schema under `components.schemas`; throws if there is none of this name. */
  schema(name: string): JsonSchema;
}

/** A parsed OpenAPI document. Only the parts that this project reads are typed. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title?: string; readonly version: string };
  readonly paths: { readonly [path: string]: { readonly [method: string]: unknown } };
  readonly components: { readonly [kind: string]: { readonly [name: string]: JsonSchema } };
  readonly [key: string]: unknown;
}

/** The contract in `document`; throws if an operation is missing. */
export function readContract(document: OpenApiDocument, isOverlaid: boolean): Contract {
  const operations = operationIds.map((id) => readOperation(document, id));
  return {
    version: document.info.version,
    isOverlaid,
    document,
    operations,
    operation: (id) =>
      found(
        operations.find((operation) => operation.id === id),
        `operation ${id}`,
      ),
    schema: (name) => found(document.components.schemas?.[name], `schema ${name}`),
  };
}

/** The target of a local `$ref` (`#/components/…`), or the value itself if it is not a `$ref`. */
export function resolve(document: OpenApiDocument, value: unknown): JsonSchema {
  if (!isRecord(value)) throw new Error(`the contract holds ${JSON.stringify(value)} where an object is expected`);
  if (typeof value.$ref !== "string") return value;
  const target = value.$ref
    .replace("#/", "")
    .split("/")
    .reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), document);
  if (target === undefined) throw new Error(`the contract does not hold ${value.$ref}`);
  return resolve(document, target);
}

function readOperation(document: OpenApiDocument, id: OperationId): Operation {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!isRecord(operation) || operation.operationId !== id) continue;
      return {
        id,
        method: parseMethod(method),
        path,
        parameters: parametersIn(path),
        ...readBodies(document, operation),
      };
    }
  }
  throw new Error(`the contract has no operation ${id}`);
}

const parametersIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");

function readBodies(document: OpenApiDocument, { requestBody, responses }: JsonSchema) {
  const declared = Object.entries(isRecord(responses) ? responses : {});
  return {
    requestBody: requestBody === undefined ? undefined : mediaSchema(document, requestBody),
    responses: new Map(
      declared.map(([status, response]) => [
        status,
        { schema: mediaSchema(document, response), examples: mediaExamples(document, response) },
      ]),
    ),
  };
}

function jsonMedia(document: OpenApiDocument, holder: unknown): Record<string, unknown> {
  const content = resolve(document, holder).content;
  const media = isRecord(content) ? content["application/json"] : undefined;
  return isRecord(media) ? media : {};
}

/** The schema of the JSON media type; undefined if there is none, or if it allows everything (`{}`). */
function mediaSchema(document: OpenApiDocument, holder: unknown): JsonSchema | undefined {
  const { schema } = jsonMedia(document, holder);
  return isRecord(schema) && Object.keys(schema).length > 0 ? schema : undefined;
}

function mediaExamples(document: OpenApiDocument, holder: unknown): readonly unknown[] {
  const { examples } = jsonMedia(document, holder);
  return Object.values(isRecord(examples) ? examples : {}).map((example) => resolve(document, example).value);
}

function parseMethod(method: string): Method {
  const upper = method.toUpperCase();
  if (upper === "GET" || upper === "POST" || upper === "PUT") return upper;
  throw new Error(`the contract uses the method ${method}`);
}

function found<T>(item: T | undefined, what: string): T {
  if (item === undefined) throw new Error(`the contract has no ${what}`);
  return item;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
