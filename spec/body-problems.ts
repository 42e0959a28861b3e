/** What a schema validator's errors say of a response body: what is wrong, where, and of which resource of §2. Pure: k6 runs it, too. */
import { type Contract, isRecord, type JsonSchema, type OperationId, resolve } from "./read-contract.ts";

/** One thing wrong with a response body. */
export interface BodyProblem {
  /** The nearest schema under `components.schemas` that encloses the place: `Feature`, `Error`; `""` for the list around them. */
  readonly resource: string;
  /** The property of that schema, `""` for the whole. */
  readonly field: string;
  /**
   * `missing`: a field that the contract requires is not there · `absent`: a listed field that it does not require ·
   * `date-time`: not an ISO 8601 date-time · `zone`: one that is not RFC 3339 · `enumeration` · `type`: anything else.
   */
  readonly kind: "type" | "missing" | "absent" | "enumeration" | "date-time" | "zone";
  /** JSON pointer into the body; for a `missing` or `absent` field, where it would stand. */
  readonly pointer: string;
  /** With the place: ``a field `slug` (string) in /data/0``, `/data/0/name to be a string`. */
  readonly expected: string;
  /** The value at the place; for a `missing` or `absent` field, the object that lacks it. */
  readonly actual: string;
}

/** The problems of `body` under the contract's response for `operation` and `status`; none where it shows no body. */
export type BodyValidator = (operation: OperationId, status: number, body: unknown) => readonly BodyProblem[];

/** The response that the contract declares for a status: the code itself, its class, else `default`. */
export function declaredResponse(contract: Contract, operation: OperationId, status: number) {
  const { responses } = contract.operation(operation);
  return responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`) ?? responses.get("default");
}

/** One of a validator's errors, as Ajv gives it. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
}

/** A compiled schema: it returns whether a value fits, and leaves in `errors` why not. */
export interface SchemaValidator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** Judges bodies by compiled schemas; `validatorOf` is asked for that of a response's schema. */
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
    // One value, one problem: a number in place of a date breaks both type and format.
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
  const { resource, field } = place;
  const value = valueAt(body, within);
  const where = within === "" ? "the body" : within;
  const found =
    missing === undefined
      ? {
          expected: `${where} ${expectedOf(error, place)}${value === null && pointer.endsWith(`/${field}`) ? insteadOfNull(place) : ""}`,
          actual: truncatedJson(value),
        }
      : {
          expected: `a field \`${missing}\` (${typeOf(place)})${within === "" ? "" : ` in ${within}`}`,
          actual: `${where} was ${truncatedJson(value, maxEnclosing)}`,
        };
  return { resource, field, kind: kindOf(error, place), pointer, ...found };
}

/** The schemas whose optional fields may be absent: the document itself marks them as optional (§2.14). */
export const optionalByDocument: ReadonlySet<string> = new Set(["Error", "Issue"]);

/** For a field that is `null`: what comes of leaving it out instead. */
function insteadOfNull({ resource, isRequired }: Place): string {
  if (isRequired) return "; leaving it out fails, too";
  return optionalByDocument.has(resource)
    ? ", or not to be there"
    : ", and to be there: leaving it out is a warning (implied)";
}

/** Characters of the object that lacks a field. */
const maxEnclosing = 240;

type Place = ReturnType<typeof placeOf>;

/** Follows the pointer through the schema, and remembers the last named schema on the way. */
function placeOf(contract: Contract, schema: JsonSchema, pointer: string) {
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

function kindOf(error: SchemaError, place: Place): BodyProblem["kind"] {
  if (error.keyword === "required") return place.isRequired ? "missing" : "absent";
  if (error.keyword === "enum" || error.keyword === "const") return "enumeration";
  if (error.keyword === "format" && error.params.format === "rfc3339") return "zone";
  return place.isDateTime ? "date-time" : "type";
}

function expectedOf(error: SchemaError, place: Place): string {
  switch (error.keyword) {
    case "enum": {
      const values = [error.params.allowedValues].flat();
      return values.length === 1 ? `to be ${truncatedJson(values[0])}` : `to be one of ${values.join(", ")}`;
    }
    case "const":
      return `to be ${truncatedJson(error.params.allowedValue)}`;
    case "format":
      return error.params.format === "rfc3339"
        ? "to be an RFC 3339 date-time, with a zone"
        : "to be an ISO 8601 date-time";
    case "type":
      return place.isDateTime ? "to be an ISO 8601 date-time string" : phraseOf([error.params.type].flat());
    default:
      return error.message ?? error.keyword;
  }
}

/** `to be a string or null`. */
const phraseOf = ([first, ...others]: readonly unknown[]) =>
  `to be ${[`${/^[aio]/.test(String(first)) ? "an" : "a"} ${first}`, ...others].join(" or ")}`;

/** The type of a field in brief: `string or null`, `one of draft, published`. */
function typeOf({ schema, isDateTime }: Place): string {
  if (isDateTime) return "ISO 8601 date-time string";
  if (Array.isArray(schema.enum) && schema.enum.length > 1) return `one of ${schema.enum.join(", ")}`;
  if (Array.isArray(schema.enum)) return truncatedJson(schema.enum[0]);
  return "const" in schema ? truncatedJson(schema.const) : [schema.type ?? "of any type"].flat().join(" or ");
}

/** A value as a report shows it: JSON, cut at `max` characters. */
export function truncatedJson(value: unknown, max = 120): string {
  const text = jsonOf(value);
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** A body may be nested so deeply that it can be parsed, but not written again. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "nothing";
  } catch {
    return "JSON that is nested too deeply to be shown";
  }
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
