/** A problem of a response body in words: what was expected at its place, and what was there. Pure: k6 runs it, too. */
import type { JsonSchema } from "./read-contract.ts";

/** An error of Ajv. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
}

/** The contract's rules for a place in a body. */
export interface SchemaPlace {
  /** The innermost schema of `components.schemas` around the place; `""` if there is none. */
  readonly resource: string;
  /** The property of that schema; `""` for the whole. */
  readonly field: string;
  readonly isRequired: boolean;
  readonly isDateTime: boolean;
  readonly schema: JsonSchema;
}

interface Difference {
  readonly expected: string;
  readonly actual: string;
}

/** Describes a wrong value. `isField` is true if the value is `place.field` itself, not a value within it. */
export function describeWrong(error: SchemaError, value: unknown, place: SchemaPlace, isField: boolean): Difference {
  const nullText = value === null && isField ? insteadOfNull(place) : "";
  return {
    expected: `${nameOf(error.instancePath)} ${expectedOf(error, place)}${nullText}`,
    actual: truncatedJson(value),
  };
}

/** Describes a missing field. `within` is the JSON pointer of the object `value`, which lacks the field. */
export function describeMissing(field: string, within: string, value: unknown, place: SchemaPlace): Difference {
  return {
    expected: `a field \`${field}\` (${typeOf(place)})${within === "" ? "" : ` in ${within}`}`,
    actual: `${nameOf(within)} was ${truncatedJson(value, maxEnclosing)}`,
  };
}

const nameOf = (pointer: string) => (pointer === "" ? "the body" : pointer);

/** The maximum number of characters that are shown of an object that lacks a field. */
const maxEnclosing = 240;

/** The schemas whose optional fields may be absent, because the document marks these as optional (§2.14). */
export const optionalByDocument: ReadonlySet<string> = new Set(["Error", "Issue"]);

/** For a field that is `null`: what would follow from leaving it out. */
function insteadOfNull({ resource, isRequired }: SchemaPlace): string {
  if (isRequired) return "; leaving it out fails, too";
  return optionalByDocument.has(resource)
    ? ", or not to be there"
    : "; leaving it out is a warning, and fails with --strict";
}

function expectedOf(error: SchemaError, place: SchemaPlace): string {
  switch (error.keyword) {
    case "enum": {
      const values = [error.params.allowedValues].flat();
      return values.length === 1 ? `to be ${truncatedJson(values[0])}` : `to be one of ${values.join(", ")}`;
    }
    case "const":
      return `to be ${truncatedJson(error.params.allowedValue)}`;
    case "format":
      return error.params.format === "rfc3339"
        ? "to be an RFC 3339 date-time, such as 2026-01-28T12:00:00+00:00"
        : "to be an ISO 8601 date-time";
    case "type":
      return place.isDateTime ? "to be an ISO 8601 date-time string" : phraseOf([error.params.type].flat());
    default:
      return error.message ?? error.keyword;
  }
}

/** A phrase such as `to be a string or null`. */
const phraseOf = ([first, ...others]: readonly unknown[]) =>
  `to be ${[`${/^[aio]/.test(String(first)) ? "an" : "a"} ${first}`, ...others].join(" or ")}`;

/** The type of a field, such as `string or null` or `one of draft, published`. */
function typeOf({ schema, isDateTime }: SchemaPlace): string {
  if (isDateTime) return "ISO 8601 date-time string";
  if (Array.isArray(schema.enum) && schema.enum.length > 1) return `one of ${schema.enum.join(", ")}`;
  if (Array.isArray(schema.enum)) return truncatedJson(schema.enum[0]);
  return "const" in schema ? truncatedJson(schema.const) : [schema.type ?? "of any type"].flat().join(" or ");
}

/** A value as JSON, cut at `max` characters, for a report. */
export function truncatedJson(value: unknown, max = 120): string {
  const text = jsonOf(value);
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** JSON of a value. A body may be nested so deeply that it can be parsed, but not serialized. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "nothing";
  } catch {
    return "JSON that is nested too deeply to be shown";
  }
}
