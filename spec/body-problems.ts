/**
 * The problems of a response body, from a schema validator's errors: their place and resource (§2). Pure: k6 runs it.
 */
import { describeMissing, describeWrong, type SchemaError, type SchemaPlace } from "./describe-problem.ts";
import { type Contract, isRecord, type JsonSchema, type OperationId, resolve } from "./read-contract.ts";

export { truncatedJson } from "./describe-problem.ts";

/** A problem of a response body. */
export interface BodyProblem {
  /** The innermost schema of `components.schemas` around the place, such as `Feature` or `Error`; `""` if there is none. */
  readonly resource: string;
  /** The property of that schema; `""` for the whole. */
  readonly field: string;
  /**
   * `missing`: a field that the contract requires is absent · `absent`: one that it only lists is absent (the compiled
   * schemas require every listed field) · `date-time`: not an ISO 8601 date-time · `zone`: an ISO 8601 date-time that is not valid by
   * RFC 3339 · `enumeration`: not one of the values · `type`: any other problem.
   */
  readonly kind: "type" | "missing" | "absent" | "enumeration" | "date-time" | "zone";
  /** The JSON pointer of the value in the body; of a `missing` or `absent` field, the pointer that it would have. */
  readonly pointer: string;
  /** The expectation with its place, such as ``a field `slug` (string) in /data/0`` or `/data/0/name to be a string`. */
  readonly expected: string;
  /** The value at the place; for a `missing` or `absent` field, the object that lacks it. */
  readonly actual: string;
}

/** The problems of `body` under the contract's response for `operation` and `status`; none if it shows no body. */
export type BodyValidator = (operation: OperationId, status: number, body: unknown) => readonly BodyProblem[];

/** The response that the contract declares for a status code: under the code, else its class (`2XX`), else `default`. */
export function declaredResponse(contract: Contract, operation: OperationId, status: number) {
  const { responses } = contract.operation(operation);
  return responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`) ?? responses.get("default");
}

/** A compiled schema. It returns whether a value is valid, and sets `errors` if it is not. */
export interface SchemaValidator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** Judges bodies by compiled schemas. `validatorOf` returns the compiled schema for the schema of a response. */
export function bodyValidatorWith(
  contract: Contract,
  validatorOf: (schema: JsonSchema) => SchemaValidator,
): BodyValidator {
  return (operation, status, body) => {
    const schema = declaredResponse(contract, operation, status)?.schema;
    if (schema === undefined) return [];
    const validate = validatorOf(schema);
    if (validate(body)) return [];
    const problems = (validate.errors ?? []).map((error) => problemOf(contract, schema, error, body));
    // A number in place of a date violates both type and format: it is reported once.
    return problems.filter(
      ({ pointer, kind }, at) => at === problems.findIndex((other) => other.pointer === pointer && other.kind === kind),
    );
  };
}

function problemOf(contract: Contract, schema: JsonSchema, error: SchemaError, body: unknown): BodyProblem {
  const { instancePath: within } = error;
  const missing = error.keyword === "required" ? String(error.params.missingProperty) : undefined;
  const pointer = missing === undefined ? within : `${within}/${escapePointer(missing)}`;
  const place = placeOf(contract, schema, pointer);
  const value = valueAt(body, within);
  const found =
    missing === undefined
      ? describeWrong(error, value, place, pointer.endsWith(`/${place.field}`))
      : describeMissing(missing, within, value, place);
  return { resource: place.resource, field: place.field, kind: kindOf(error, place), pointer, ...found };
}

/** Follows the pointer through the schema, and remembers the last named schema. */
function placeOf(contract: Contract, schema: JsonSchema, pointer: string): SchemaPlace {
  let resource = "";
  let field = "";
  let isRequired = false;
  const enter = (value: unknown): JsonSchema => {
    if (isRecord(value) && typeof value.$ref === "string") {
      resource = value.$ref.split("/").at(-1) ?? "";
      field = "";
    }
    return value === undefined ? {} : resolve(contract.document, value);
  };
  let current = enter(schema);
  for (const segment of segmentsOf(pointer)) {
    const { properties, required, items } = current;
    if (isRecord(properties)) {
      isRequired = Array.isArray(required) && required.includes(segment);
      if (field === "") field = segment;
    }
    current = enter(isRecord(properties) ? properties[segment] : items);
  }
  return { resource, field, isRequired, isDateTime: current.format === "date-time", schema: current };
}

function kindOf(error: SchemaError, place: SchemaPlace): BodyProblem["kind"] {
  if (error.keyword === "required") return place.isRequired ? "missing" : "absent";
  if (error.keyword === "enum" || error.keyword === "const") return "enumeration";
  if (error.keyword === "format" && error.params.format === "rfc3339") return "zone";
  return place.isDateTime ? "date-time" : "type";
}

function valueAt(body: unknown, pointer: string): unknown {
  return segmentsOf(pointer).reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) ? value[key] : undefined;
  }, body);
}

const escapePointer = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
const unescapePointer = (key: string) => key.replaceAll("~1", "/").replaceAll("~0", "~");
const segmentsOf = (pointer: string) => pointer.split("/").slice(1).map(unescapePointer);
