/** Text and structure within the types of a body that servers often fail on. All of it is combined in one request. */
import type { JsonSchema } from "../../spec/contract.ts";
import { type Field, fieldsOf, isFreeForm, isFreeText } from "./fields.ts";
import { type Body, valueAt, withValue } from "./place.ts";
import { sampleEntries, sampleTexts, shownSample } from "./samples.ts";

/** An unusual value, and the fields that it goes into. */
export interface Hazard {
  readonly name: string;
  readonly fields: readonly Field[];
  /** The field's value with the hazard added. */
  addTo(value: unknown, field: Field): unknown;
}

/** Goes behind the text of the field. A text that would exceed a maximum of an overlay is left as it is: it would be rejected rightly. */
const textHazard = (name: string, fields: readonly Field[], text: string): Hazard => ({
  name,
  fields,
  addTo(value, { schema }) {
    const whole = `${String(value ?? "")} ${text}`;
    return typeof schema.maxLength === "number" && [...whole].length > schema.maxLength ? value : whole;
  },
});

/** Goes beside the entries of the object. */
export const objectHazard = (
  name: string,
  fields: readonly Field[],
  entries: Readonly<Record<string, unknown>>,
): Hazard => ({
  name,
  fields,
  addTo: (value) => ({ ...(typeof value === "object" ? value : {}), ...entries }),
});

/** For every text: together they are printable, and fit in a title of 255 characters. */
const texts: Readonly<Record<string, string>> = {
  "quotes and backslashes": `"a" 'b' \`c\` \\ \\" \\n`,
  "text beyond ASCII": "Zürich 東京 العربية",
  "text beyond the basic plane": "🙂 𝔘𝔫𝔦 👩‍👩‍👧",
  markup: `<script>alert(1)</script> &amp;`,
  SQL: `'; DROP TABLE feedback; --`,
  templates: `\${7*7} {{7*7}} %s %n %00`,
};

/** For the body's first text only: a title may well reject them, and would hide the other hazards. */
const longerTexts: Readonly<Record<string, string>> = {
  "line breaks and tabs": "one\r\ntwo\n\tthree\u2028four",
  "a null character": "before\u0000after",
  "a long line": "long ".repeat(400),
};

/** As many objects, each in the one before. */
export function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = { next: value };
  return value;
}

/** In an object literal `__proto__` would set the prototype. */
const prototypeKey = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":"text"},"hasOwnProperty":1}');

const objects: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "a deep object": { deep: nested(20) },
  "names of the prototype": prototypeKey,
  "odd names": { "": "empty", "a.b": 1, $where: 1, "0": [], "name with spaces": null },
  "numbers at the edge": { big: 1e21, small: 5e-324, negative: -0.5, safe: Number.MAX_SAFE_INTEGER },
};

/** For every free text and every free-form object of the schema; `seed` chooses the samples among them. */
export function hazardsOf(schema: JsonSchema, seed: number): readonly Hazard[] {
  const fields = fieldsOf(schema);
  const ofText = fields.filter(isFreeText);
  const ofObject = fields.filter(isFreeForm);
  const all = [
    ...Object.entries(texts).map(([name, text]) => textHazard(name, ofText, text)),
    ...Object.entries(longerTexts).map(([name, text]) => textHazard(name, ofText.slice(0, 1), text)),
    ...Object.entries(objects).map(([name, entries]) => objectHazard(name, ofObject, entries)),
    ...ofText.flatMap((field, at) =>
      sampleTexts(field, seed + at, 2).map((text) => textHazard(`the text ${shownSample(text)}`, [field], text)),
    ),
    ...ofObject.flatMap((field, at) =>
      sampleEntries(field, seed + at, 2).map((value, nth) =>
        objectHazard(`the entry ${shownSample(value)}`, [field], { [`sample ${nth + 1}`]: value }),
      ),
    ),
  ];
  return all.filter((hazard) => hazard.fields.length > 0);
}

/** The body with all these hazards in it. */
export function withHazards(body: Body, hazards: readonly Hazard[]): Body {
  return hazards.reduce(
    (changed, { fields, addTo }) =>
      fields.reduce((at, field) => withValue(at, field.path, addTo(valueAt(at, field.path), field)), changed),
    body,
  );
}

/** All fields that the hazards go into. */
export const fieldsOfHazards = (hazards: readonly Hazard[]): readonly Field[] => [
  ...new Set(hazards.flatMap(({ fields }) => fields)),
];

/** The hazards, in no other than these fields. */
export const inFields = (hazards: readonly Hazard[], fields: readonly Field[]): readonly Hazard[] =>
  hazards
    .map((hazard) => ({ ...hazard, fields: hazard.fields.filter((field) => fields.includes(field)) }))
    .filter((hazard) => hazard.fields.length > 0);

/** The hazards except `excluded`, each of which is taken out of its own fields only. */
export const withoutHazards = (hazards: readonly Hazard[], excluded: readonly Hazard[]): readonly Hazard[] =>
  hazards.flatMap((hazard) => {
    const taken = excluded.filter(({ name }) => name === hazard.name).flatMap(({ fields }) => fields);
    return inFields(
      [hazard],
      hazard.fields.filter((field) => !taken.includes(field)),
    );
  });
