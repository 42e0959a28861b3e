/** A few generated values of a field, which depend on a seed. */
import * as fc from "fast-check";
import { arbitraryOf } from "./arbitrary.ts";
import type { Field } from "./fields.ts";

/** Short, so that the samples and all other hazards fit in a title of 255 characters. */
const maxCharacters = 12;

/** Control characters are removed, since a target may reject a text because of them. They are a hazard of their own. */
const controls = /\p{Cc}/gu;

/** `count` texts of at most 12 characters that are valid for the field; fewer if some would be empty. */
export function sampleTexts({ schema }: Field, seed: number, count: number): readonly string[] {
  const declaredMax = typeof schema.maxLength === "number" ? schema.maxLength : maxCharacters;
  const short = { ...schema, minLength: 1, maxLength: Math.min(maxCharacters, declaredMax) };
  const samples = fc.sample(arbitraryOf(short), { seed, numRuns: count });
  return samples.map((text) => String(text).replace(controls, "")).filter((text) => text !== "");
}

/** At most `count` JSON values for properties of a free-form object, of at most 400 characters each. */
export function sampleEntries({ schema }: Field, seed: number, count: number): readonly unknown[] {
  const samples = fc.sample(arbitraryOf(schema), { seed, numRuns: 8 * count });
  const isFit = (text: string) => text.length > 2 && text.length <= 400 && !/\\u00[01]/.test(text);
  return samples.filter((value) => isFit(JSON.stringify(value))).slice(0, count);
}

/** A value as a report shows it: JSON of printable ASCII, shortened to 60 characters. */
export function shownSample(value: unknown): string {
  const text = JSON.stringify(value).replace(
    /[^\x20-\x7e]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
