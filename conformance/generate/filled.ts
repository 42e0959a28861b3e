import * as fc from "fast-check";
import type { JsonSchema } from "../../spec/contract.ts";
import { arbitraryOf } from "./arbitrary.ts";
import { type Field, fieldsOf, isIdentifier, isStructured, nameOf } from "./fields.ts";
import { type Body, withValue } from "./place.ts";
import { isValid } from "./valid.ts";

/** Sets each field to the value in `known`, if the schema allows it, else to a sample. Unknown ids are left out. */
export function filledBody(schema: JsonSchema, known: Readonly<Record<string, unknown>>): Body {
  return fieldsOf(schema)
    .filter((field) => !isStructured(field))
    .reduce<Body>((body, field) => {
      const value = valueFor(field, known[nameOf(field)]);
      return value === undefined ? body : withValue(body, field.path, value);
    }, {});
}

function valueFor(field: Field, known: unknown): unknown {
  if (isIdentifier(field)) return known;
  if (known !== undefined && isValid(field.schema, known)) return known;
  const samples = fc.sample(arbitraryOf(field.schema), { seed: 1, numRuns: 20 });
  return samples.find((sample) => isValid(field.schema, sample));
}
