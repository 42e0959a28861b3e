/** What a contract in its normal form declares for an operation, with the names of §2, as the suite's laws expect it. */
import { valueAt } from "../../../cli/json-pointer.ts";
import { createBodyValidator } from "../../../spec/body.ts";
import { type Contract, isRecord, type JsonSchema, type OperationId } from "../../../spec/contract.ts";
import { bareLists, resources, wrappedLists } from "../../model/resources.ts";
import { covering } from "../comparison/align.ts";
import { type Normal, operationsOf } from "../document/normal.ts";

export interface DeclaredResponse {
  readonly headers: Readonly<Record<string, unknown>>;
  /** The schema of its JSON body; undefined where no body is declared. */
  readonly schema?: JsonSchema;
  /** The problems of a body; their `resource` and `field` are those of §2, whatever the schema is called. */
  problems(body: unknown): ReturnType<ReturnType<typeof createBodyValidator>>;
}

export interface DeclaredOperation {
  readonly path: string;
  readonly method: string;
  readonly statuses: readonly string[];
  /** Credentials are optional, or not required at all. */
  readonly isOpen: boolean;
  readonly requestSchema?: JsonSchema;
  response(status: number): DeclaredResponse | undefined;
}

/** The operation with this path and method of the normal form, if there is one. */
export function declaredAt(
  { document }: Normal,
  path: string,
  method: string,
  id: OperationId,
): DeclaredOperation | undefined {
  const found = operationsOf(document).find((each) => each.path === path && each.method === method);
  if (found === undefined) return undefined;
  const { operation } = found;
  const responses = isRecord(operation.responses) ? operation.responses : {};
  const statuses = Object.keys(responses);
  const known = new Map<string, DeclaredResponse>();
  const security: readonly unknown[] = Array.isArray(operation.security) ? operation.security : [];
  const requestSchema = jsonSchema(operation.requestBody);
  return {
    path,
    method,
    statuses,
    isOpen:
      security.length === 0 ||
      security.some((alternative) => isRecord(alternative) && Object.keys(alternative).length === 0),
    ...(requestSchema === undefined ? {} : { requestSchema }),
    response(status) {
      const key = covering(statuses, String(status));
      if (key === undefined) return undefined;
      const declared = known.get(key) ?? declaredResponse(responses[key], id, key);
      known.set(key, declared);
      return declared;
    },
  };
}

/** The path and method of the operation with this `operationId`. */
export function placeOfOperation(
  { document }: Normal,
  id: string,
): { readonly path: string; readonly method: string } | undefined {
  return operationsOf(document).find(({ operation }) => operation.operationId === id);
}

function declaredResponse(response: unknown, id: OperationId, key: string): DeclaredResponse {
  const headers = valueAt(response, ["headers"]);
  const schema = jsonSchema(response);
  const status = Number.parseInt(key, 10) || (key === "default" ? 500 : Number(`${key[0]}00`));
  const validate = schema === undefined ? undefined : createBodyValidator(contractOf(schema, id, status));
  return {
    headers: isRecord(headers) ? headers : {},
    ...(schema === undefined ? {} : { schema }),
    problems: (body) => validate?.(id, status, body) ?? [],
  };
}

function jsonSchema(holder: unknown): JsonSchema | undefined {
  const content = valueAt(holder, ["content"]);
  const [, media] = Object.entries(isRecord(content) ? content : {}).find(([type]) => /[/+]json\b/.test(type)) ?? [];
  const schema = isRecord(media) ? media.schema : undefined;
  return isRecord(schema) ? schema : undefined;
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
  const tokens = wrappedLists.includes(id) ? ["properties", "data", "items"] : bareLists.includes(id) ? ["items"] : [];
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
  return { ...schema, properties: { ...undescribed, ...(isRecord(properties) ? properties : {}) } };
}
