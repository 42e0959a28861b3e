/** Unusual texts and structures of the right types, on which servers often fail. One request combines all of them. */
import type { JsonSchema } from "../../spec/contract.ts";
import { type Field, fieldsOf, isFreeForm, isFreeText } from "./fields.ts";
import { type Body, valueAt, withValue } from "./place.ts";
import { sampleEntries, sampleTexts, shownSample } from "./samples.ts";

/** An unusual value, and the fields to which it is added. */
export interface Hazard {
  readonly name: string;
  readonly fields: readonly Field[];
  /** The text, if it was generated. */
  readonly generated?: string;
  /** The field's value with the hazard added. */
  addTo(value: unknown, field: Field): unknown;
}

/** Added to the text of the field, unless it then exceeds a maximum of an overlay, which a target may enforce. */
const textHazard = (name: string, fields: readonly Field[], text: string): Hazard => ({
  name,
  fields,
  addTo(value, { schema }) {
    const before = String(value ?? "");
    // Some servers read only the first letters, such as for a log.
    const whole = name === beyondAscii ? `${text} ${before}` : `${before} ${text}`;
    return typeof schema.maxLength === "number" && [...whole].length > schema.maxLength ? value : whole;
  },
});

/** A generated text, for one field. */
export const generatedText = (field: Field, text: string): Hazard => ({
  ...textHazard(`the text ${shownSample(text)}`, [field], text),
  generated: text,
});

/** Added to the entries of the object. */
export const objectHazard = (
  name: string,
  fields: readonly Field[],
  entries: Readonly<Record<string, unknown>>,
): Hazard => ({
  name,
  fields,
  addTo: (value) => ({ ...(typeof value === "object" ? value : {}), ...entries }),
});

const beyondAscii = "text beyond ASCII";

/** For every text. Together they are printable, and short enough for a title of 255 characters. */
const texts: Readonly<Record<string, string>> = {
  "quotes and backslashes": `"a" 'b' \`c\` \\ \\" \\n`,
  [beyondAscii]: "Zürich 東京 العربية",
  "text beyond the basic plane": "🙂 𝔘𝔫𝔦 👩‍👩‍👧",
  markup: `<script>alert(1)</script> &amp;`,
  SQL: `'; DROP TABLE feedback; --`,
  templates: `\${7*7} {{7*7}} %s %n %00`,
};

/** For the body's first text only: a title may reject them, which would hide the other hazards. */
const longerTexts: Readonly<Record<string, string>> = {
  "line breaks and tabs": "one\r\ntwo\n\tthree\u2028four",
  "a null character": "before\u0000after",
  "marks of direction": "one\u200ftwo\u202ethree\u2066four\ufefffive",
  "a long line": "long ".repeat(400),
};

/** `depth` objects, each inside the one before. */
export function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = { next: value };
  return value;
}

/** From JSON, since in an object literal `__proto__` sets the prototype. */
const prototypeKey = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":"text"},"hasOwnProperty":1}');

const objects: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "a deep object": { deep: nested(20) },
  "names of the prototype": prototypeKey,
  "odd names": { "": "empty", "a.b": 1, $where: 1, "0": [], "name with spaces": null },
  "numbers at the edge": { big: 1e21, small: 5e-324, negative: -0.5, safe: Number.MAX_SAFE_INTEGER },
};

/** The hazards for every free text and every free-form object of the schema. `seed` chooses the samples among them. */
export function hazardsOf(schema: JsonSchema, seed: number): readonly Hazard[] {
  const fields = fieldsOf(schema);
  const ofText = fields.filter(isFreeText);
  const ofObject = fields.filter(isFreeForm);
  const all = [
    ...Object.entries(texts).map(([name, text]) => textHazard(name, ofText, text)),
    ...Object.entries(longerTexts).map(([name, text]) => textHazard(name, ofText.slice(0, 1), text)),
    ...Object.entries(objects).map(([name, entries]) => objectHazard(name, ofObject, entries)),
    ...ofText.flatMap((field, at) => sampleTexts(field, seed + at, 2).map((text) => generatedText(field, text))),
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

/** All fields to which the hazards are added. */
export const fieldsOfHazards = (hazards: readonly Hazard[]): readonly Field[] => [
  ...new Set(hazards.flatMap(({ fields }) => fields)),
];

/** The hazards, only in these fields. */
export const inFields = (hazards: readonly Hazard[], fields: readonly Field[]): readonly Hazard[] =>
  hazards
    .map((hazard) => ({ ...hazard, fields: hazard.fields.filter((field) => fields.includes(field)) }))
    .filter((hazard) => hazard.fields.length > 0);

/** The hazards without `excluded`; each of these is removed only from its own fields. */
export const withoutHazards = (hazards: readonly Hazard[], excluded: readonly Hazard[]): readonly Hazard[] =>
  hazards.flatMap((hazard) => {
    const taken = excluded.filter(({ name }) => name === hazard.name).flatMap(({ fields }) => fields);
    return inFields(
      [hazard],
      hazard.fields.filter((field) => !taken.includes(field)),
    );
  });
