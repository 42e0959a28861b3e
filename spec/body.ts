/** Judges response bodies by the contract's schemas: what is wrong, where, and of which resource of §2. */
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { type Contract, isRecord, type JsonSchema, type OperationId, resolve } from "./contract.ts";
import { isIsoDateTime, isRfc3339 } from "./date-time.ts";

/** One thing wrong with a response body. */
export interface BodyProblem {
  /** The nearest schema under `components.schemas` that encloses the place: `Feature`, `Error`; `""` for a list around it. */
  readonly resource: string;
  /** The property of that schema, `""` for the whole. */
  readonly field: string;
  /**
   * `missing`: a field that the contract requires is not there · `absent`: a listed field that it does not require ·
   * `date-time`: not an ISO 8601 date-time · `zone`: one that is not RFC 3339 · `enumeration` · `type`: anything else.
   */
  readonly kind: "type" | "missing" | "absent" | "enumeration" | "date-time" | "zone";
  /** JSON pointer into the body. */
  readonly pointer: string;
  readonly expected: string;
  readonly actual: string;
}

/** The problems of `body` under the contract's response for `operation` and `status`; none where it shows no body. */
export type BodyValidator = (operation: OperationId, status: number, body: unknown) => readonly BodyProblem[];

/** The response that the contract declares for a status: the code itself, its class, else `default`. */
export function declaredResponse(contract: Contract, operation: OperationId, status: number) {
  const { responses } = contract.operation(operation);
  return responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`) ?? responses.get("default");
}

/** The schemas whose optional fields may be absent: the document itself marks them as optional (§2.14). */
const optionalByDocument = new Set(["Error", "Issue"]);

const validators = new WeakMap<Contract, BodyValidator>();

/** The validator of a contract; its schemas are compiled once in a process. */
export function createBodyValidator(contract: Contract): BodyValidator {
  const validator = validators.get(contract) ?? compileOnUse(contract);
  validators.set(contract, validator);
  return validator;
}

function compileOnUse(contract: Contract): BodyValidator {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, validateFormats: true, logger: false });
  ajv.addFormat("iso-date-time", isIsoDateTime);
  ajv.addFormat("rfc3339", isRfc3339);
  ajv.addSchema({ $id: "contract", components: { schemas: strictSchemas(contract) } });
  const compiled = new Map<JsonSchema, ReturnType<typeof ajv.compile>>();

  return (operation, status, body) => {
    const schema = declaredResponse(contract, operation, status)?.schema;
    if (schema === undefined) return [];
    let validate = compiled.get(schema);
    if (validate === undefined) {
      validate = ajv.compile(withContractRefs(schema));
      compiled.set(schema, validate);
    }
    if (validate(body)) return [];
    const problems = (validate.errors ?? []).map((error) => problemOf(contract, schema, error, body));
    return problems.filter((problem, at) => problems.findIndex((other) => isSameProblem(other, problem)) === at);
  };
}

/** A number in place of a date violates both type and format, and yet is one problem. */
function isSameProblem(a: BodyProblem, b: BodyProblem): boolean {
  return a.pointer === b.pointer && a.kind === b.kind;
}

/** The contract's schemas with both readings of a date-time and all fields required, so that `missing` and `absent` fields are both found. */
function strictSchemas(contract: Contract): Record<string, unknown> {
  const schemas = Object.entries(contract.document.components.schemas ?? {});
  return Object.fromEntries(
    schemas.map(([name, schema]) => {
      const judged = withBothDateTimes(schema);
      if (optionalByDocument.has(name) || !isRecord(judged.properties)) return [name, judged];
      return [name, { ...judged, required: Object.keys(judged.properties) }];
    }),
  );
}

function withBothDateTimes(value: unknown): Record<string, unknown> {
  const copied = withBothFormats(value);
  return isRecord(copied) ? copied : {};
}

function withBothFormats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBothFormats);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withBothFormats(inner)] as const);
  const copy: Record<string, unknown> = Object.fromEntries(entries);
  if (copy.format !== "date-time") return copy;
  const { format: _, ...rest } = copy;
  return { ...rest, allOf: [{ format: "iso-date-time" }, { format: "rfc3339" }] };
}

function withContractRefs(schema: unknown): Record<string, unknown> {
  const text = JSON.stringify(withBothFormats(schema)).replaceAll('"#/components/', '"contract#/components/');
  return JSON.parse(text);
}

function problemOf(contract: Contract, schema: JsonSchema, error: ErrorObject, body: unknown): BodyProblem {
  const missing = error.keyword === "required" ? String(error.params.missingProperty) : undefined;
  const pointer = missing === undefined ? error.instancePath : `${error.instancePath}/${escapePointer(missing)}`;
  const place = placeOf(contract, schema, pointer);
  return {
    resource: place.resource,
    field: place.field,
    kind: kindOf(error, place),
    pointer,
    expected: expectedOf(error, place),
    actual: missing === undefined ? truncatedJson(valueAt(body, pointer)) : "not there",
  };
}

interface Place {
  readonly resource: string;
  readonly field: string;
  readonly isRequired: boolean;
  readonly isDateTime: boolean;
}

/** Follows the pointer through the schema, and remembers the last named schema on the path. */
function placeOf(contract: Contract, schema: JsonSchema, pointer: string): Place {
  let at: unknown = schema;
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
  let current = enter(at);
  for (const segment of pointer.split("/").slice(1).map(unescapePointer)) {
    const properties = current.properties;
    if (isRecord(properties)) {
      isRequired = Array.isArray(current.required) && current.required.includes(segment);
      if (field === "") field = segment;
      at = properties[segment];
    } else {
      at = current.items;
    }
    current = enter(at);
  }
  return { resource, field, isRequired, isDateTime: current.format === "date-time" };
}

function kindOf(error: ErrorObject, place: Place): BodyProblem["kind"] {
  if (error.keyword === "required") return place.isRequired ? "missing" : "absent";
  if (error.keyword === "enum" || error.keyword === "const") return "enumeration";
  if (error.keyword === "format" && error.params.format === "rfc3339") return "zone";
  return place.isDateTime ? "date-time" : "type";
}

function expectedOf(error: ErrorObject, place: Place): string {
  switch (error.keyword) {
    case "required":
      return "to be there";
    case "enum":
      return `one of ${[...error.params.allowedValues].join(", ")}`;
    case "const":
      return truncatedJson(error.params.allowedValue);
    case "format":
      return error.params.format === "rfc3339" ? "an RFC 3339 date-time, with a zone" : "an ISO 8601 date-time";
    case "type":
      return place.isDateTime ? "an ISO 8601 date-time string" : [error.params.type].flat().join(" or ");
    default:
      return error.message ?? error.keyword;
  }
}

/** A value as a report shows it: JSON, cut at 120 characters. */
export function truncatedJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= 120 ? text : `${text.slice(0, 119)}…`;
}

function valueAt(body: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map(unescapePointer)
    .reduce<unknown>((at, key) => (Array.isArray(at) ? at[Number(key)] : isRecord(at) ? at[key] : undefined), body);
}

const escapePointer = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
const unescapePointer = (key: string) => key.replaceAll("~1", "/").replaceAll("~0", "~");
