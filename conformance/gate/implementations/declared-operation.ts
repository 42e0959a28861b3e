/** What a contract in its normal form declares for an operation. Schemas have the names of §2, as the suite's laws expect. */
import { createBodyValidator } from "../../../spec/body.ts";
import { type Contract, isRecord, type JsonSchema, type OperationId } from "../../../spec/contract.ts";
import { bareLists, resources, wrappedLists } from "../../model/resources.ts";
import { covering } from "../comparison/align.ts";
import { isEqual } from "../document/equality.ts";
import { type Json, list, record } from "../document/json.ts";
import type { Normal } from "../document/normal.ts";
import { jsonText } from "../document/numbers.ts";

export interface DeclaredResponse {
  readonly headers: Json;
  /** The schema of its JSON body; undefined if no body is declared. */
  readonly schema: JsonSchema | undefined;
  /** The problems of a body; their `resource` and `field` are those of §2, whatever the schema is called. */
  problems(body: unknown): ReturnType<ReturnType<typeof createBodyValidator>>;
}

export type DeclaredOperation = NonNullable<ReturnType<typeof declaredAt>>;

/** The operation at this path and method of the normal form; undefined if there is none. */
export function declaredAt({ document }: Normal, path: string, method: string, id: OperationId) {
  const operation = document.paths[path]?.[method];
  if (!isRecord(operation)) return undefined;
  const responses = record(operation.responses);
  const statuses = Object.keys(responses);
  const known = new Map<string, DeclaredResponse>();
  const security = list(operation.security);
  return {
    statuses,
    /** Credentials are optional, or not required at all. */
    isOpen: security.length === 0 || security.some((alternative) => isEqual(alternative, {})),
    requestSchema: jsonSchema(operation.requestBody),
    response(status: number): DeclaredResponse | undefined {
      const key = covering(statuses, String(status));
      if (key === undefined) return undefined;
      const declared = known.get(key) ?? declaredResponse(responses[key], id, key);
      known.set(key, declared);
      return declared;
    },
  };
}

function declaredResponse(response: unknown, id: OperationId, key: string): DeclaredResponse {
  const schema = jsonSchema(response);
  const status = Number.parseInt(key, 10) || (key === "default" ? 500 : Number(`${key[0]}00`));
  const validate = schema && createBodyValidator(contractOf(schema, id, status));
  const headers = record(record(response).headers);
  return { headers, schema, problems: (body) => validate?.(id, status, body) ?? [] };
}

function jsonSchema(holder: unknown): JsonSchema | undefined {
  const content = Object.entries(record(record(holder).content));
  const schema = record(content.find(([type]) => /[/+]json\b/.test(type))?.[1]).schema;
  // The validator takes numbers only.
  return isRecord(schema) ? JSON.parse(jsonText(schema) ?? "{}") : undefined;
}

/** A contract with a single response; its resource is named after the operation. */
function contractOf(schema: JsonSchema, id: OperationId, status: number): Contract {
  const schemas: Record<string, JsonSchema> = {};
  const named = status < 300 ? namedSuccess(schema, id, schemas) : namedError(schema, schemas);
  const operation = {
    id,
    method: "GET",
    path: "",
    parameters: [],
    responses: new Map([[String(status), Object.keys(named).length === 0 ? {} : { schema: named }]]),
  } as const;
  return {
    version: "",
    isOverlaid: true,
    document: { openapi: "3.1.0", info: { title: "", version: "" }, paths: {}, components: { schemas } },
    operations: [operation],
    operation: () => operation,
    schema: (name) => schemas[name] ?? {},
  };
}

function namedSuccess(schema: JsonSchema, id: OperationId, schemas: Record<string, JsonSchema>): JsonSchema {
  const resource = resources.find(({ listedBy, shownBy }) => listedBy.includes(id) || shownBy.includes(id));
  if (resource === undefined) return schema;
  const inBareList = bareLists.includes(id) ? ["items"] : [];
  const tokens = wrappedLists.includes(id) ? ["properties", "data", "items"] : inBareList;
  return named(schema, tokens, resource.schema, schemas);
}

function namedError(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  return named(named(schema, ["properties", "issues", "items"], "Issue", schemas), [], "Error", schemas);
}

/** The schema with a reference to `name` in place of the schema at the end of the tokens, if there is one. */
function named(
  schema: JsonSchema,
  [key, ...tokens]: readonly string[],
  name: string,
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  if (key === undefined) {
    schemas[name] = withRequiredProperties(schema);
    return { $ref: `#/components/schemas/${name}` };
  }
  const inner = schema[key];
  return isRecord(inner) ? { ...schema, [key]: named(inner, tokens, name, schemas) } : schema;
}

/** The validator requires only properties that have a schema: so those that are required without one get an empty one. */
function withRequiredProperties(schema: JsonSchema): JsonSchema {
  const { required, properties } = schema;
  if (!Array.isArray(required)) return schema;
  const undescribed = Object.fromEntries(required.map((name) => [String(name), {}]));
  return { ...schema, properties: { ...undescribed, ...record(properties) } };
}
