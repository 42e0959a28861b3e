/** From a schema of the contract to values that it does not allow, one field at a time. */
import type { JsonSchema } from "../../spec/contract.ts";
import { typesOf } from "./arbitrary.ts";
import { type Field, fieldsOf, isEnumeration } from "./fields.ts";
import { type Body, withValue } from "./place.ts";

/** A value that breaks the contract at one field. */
export interface WrongValue {
  readonly field: Field;
  readonly value: unknown;
  /** Of another type, or beyond the enumeration. */
  readonly violates: "type" | "enumeration";
}

/**
 * One of each type. A scalar stands for no other scalar: parsers that take 7 for "7", or "true" for true, are common, and
 * the document does not exclude them. `null` stands for nothing: in a request it may well mean that the field is not set.
 */
const examples = [
  { value: { value: 7 }, is: "object", fits: ["object"] },
  { value: ["one", 7], is: "array", fits: ["array"] },
  { value: "a string", is: "scalar", fits: ["string", "number", "integer", "boolean"] },
  { value: 7, is: "scalar", fits: ["string", "number", "integer", "boolean"] },
  { value: true, is: "scalar", fits: ["string", "number", "integer", "boolean"] },
] as const;

/** For each field of the schema the values of other types; for an enumeration a text that is none of its values besides. */
export function wrongValuesOf(schema: JsonSchema): readonly WrongValue[] {
  return fieldsOf(schema).flatMap((field): readonly WrongValue[] => {
    const types = typesOf(field.schema);
    const ofOtherTypes = examples
      .filter(({ fits }) => !fits.some((type) => types.includes(type)))
      .map(({ value }) => ({ field, value, violates: "type" as const }));
    const unknown = isEnumeration(field) ? [{ field, value: "no_such_value", violates: "enumeration" as const }] : [];
    return [...unknown, ...ofOtherTypes];
  });
}

/** The body with all these wrong values in it. */
export function withWrong(body: Body, wrong: readonly WrongValue[]): Body {
  return wrong.reduce((changed, { field, value }) => withValue(changed, field.path, value), body);
}
