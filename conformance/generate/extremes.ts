/** Values of the right types that more targets reject than other hazards: long and short texts, odd addresses, extreme JSON. */
import type { JsonSchema } from "../../spec/contract.ts";
import { exactly } from "./exact-numbers.ts";
import { type Field, fieldsOf, isAddress, isFreeForm, isFreeText } from "./fields.ts";
import { type Hazard, nested, objectHazard } from "./hazards.ts";
import { isValid } from "./valid.ts";

/** Replaces the text of the field, unless the contract excludes the new one. */
const textInstead = (name: string, fields: readonly Field[], text: string): Hazard => ({
  name,
  fields,
  addTo: (value, { schema }) => (isValid(schema, text) ? text : value),
});

/** Without half surrogate pairs and numbers beyond doubles, which parsers read differently (RFC 8259, 6 and 8.2). */
const extremeObjects: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "a very deep object": { veryDeep: nested(200) },
  "a number of 17 digits": { "17 digits": exactly("12345678901234567") },
  "a number beyond 64 bits": { beyond: exactly("123456789012345678901234567890") },
};

/** Longer than a database column for a title or an address, and than many columns for a text. */
const longText = "longer ".repeat(800).trim();
const aLongText = "a text of 5,599 characters";

const oddAddress = "https://user@[2001:db8::1]:8443/a;b=c/%E2%98%83/../?q=1&q=&x%5B%5D=2#frag/ment?";
const longAddress = `https://example.com/${"path/".repeat(500)}`;

/** If a server cuts this text after an even number of UTF-16 units, such as for a log, it ends with half a character. */
const rowOfEmoji = `a${"🙂".repeat(40)}`;

/**
 * The extremes in two submissions. One has the long text in the first field and an empty text in every other: one field
 * has a minimum length of 1 (§2.11), most likely the first; for every second seed, emoji in the second. The other has a
 * short text in the first, the long text in the others, and no entries in objects.
 */
export function extremesOf(schema: JsonSchema, seed: number): readonly (readonly Hazard[])[] {
  const ofText = fieldsOf(schema).filter(isFreeText);
  const first = ofText.slice(0, 1);
  const others = ofText.slice(1);
  const ofEmoji = seed % 2 === 0 ? others.slice(0, 1) : [];
  const addresses = fieldsOf(schema).filter(isAddress);
  const objects = fieldsOf(schema).filter(isFreeForm);
  return [
    [
      textInstead(aLongText, first, longText),
      textInstead("a row of emoji", ofEmoji, rowOfEmoji),
      textInstead("an empty text", others.slice(ofEmoji.length), ""),
      textInstead("an odd address", addresses, oddAddress),
      ...Object.entries(extremeObjects).map(([name, entries]) => objectHazard(name, objects, entries)),
    ],
    [
      textInstead("a text of 2 characters", first, "No"),
      textInstead(aLongText, others, longText),
      textInstead("an address of 2,520 characters", addresses, longAddress),
      { name: "an empty object", fields: objects, addTo: () => ({}) },
    ],
  ].map((hazards) => hazards.filter(({ fields }) => fields.length > 0));
}
