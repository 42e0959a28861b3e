/** Values that a schema of the contract does not allow, for one field each. */
import type { JsonSchema } from "../../spec/contract.ts";
import { type Field, fieldsOf, isEnumeration } from "./fields.ts";
import { type Body, withValue } from "./place.ts";
import { typesOf } from "./schema-types.ts";

/** A text that no enumeration of the contract lists. */
export const unlistedValue = "no_such_value";

/** A value that violates the contract at one field. */
export interface WrongValue {
  readonly field: Field;
  readonly value: unknown;
  /** The value has another type, or is not in the enumeration. */
  readonly violates: "type" | "enumeration";
}

/**
 * An example of each type. A scalar is not used as a wrong value for another scalar type: many parsers accept "7" for
 * 7, and the document does not exclude them. Nor is `null` used: in a request it may mean that the field is not set.
 */
const examples: readonly { readonly value: unknown; readonly fits: readonly string[] }[] = [
  { value: { value: 7 }, fits: ["object"] },
  { value: ["one", 7], fits: ["array"] },
  ...["a string", 7, true].map((value) => ({ value, fits: ["string", "number", "integer", "boolean"] })),
];

/** Wrong values for each field of the schema: of other types; for an enumeration, a text that it does not list. */
export function wrongValuesOf(schema: JsonSchema): readonly WrongValue[] {
  return fieldsOf(schema).flatMap((field): readonly WrongValue[] => {
    const types = typesOf(field.schema);
    const ofOtherTypes = examples
      .filter(({ fits }) => !types.some((type) => fits.includes(type)))
      .map(({ value }) => ({ field, value, violates: "type" as const }));
    const unknown = isEnumeration(field) ? [{ field, value: unlistedValue, violates: "enumeration" as const }] : [];
    return [...unknown, ...ofOtherTypes];
  });
}

/** The body with all these wrong values. */
export function withWrong(body: Body, wrong: readonly WrongValue[]): Body {
  return wrong.reduce((changed, { field, value }) => withValue(changed, field.path, value), body);
}
