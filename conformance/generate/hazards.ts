/** Text and structure that is valid JSON within the types of a body, and that servers stumble over. Combined into one request. */
import type { JsonSchema } from "../../spec/contract.ts";
import { type Field, fieldsOf, isFreeForm, isFreeText } from "./fields.ts";
import { type Body, valueAt, withValue } from "./place.ts";
import { sampleEntries, sampleTexts, shownSample } from "./samples.ts";

/** Something odd, and the fields that it goes into. */
export interface Hazard {
  readonly name: string;
  readonly fields: readonly Field[];
  /** The field's value with it, given what was there. */
  put(value: unknown, field: Field): unknown;
}

/** Behind the text that is there. A maximum that an overlay pins is kept: what is longer would be refused rightly. */
const inText = (name: string, fields: readonly Field[], text: string): Hazard => ({
  name,
  fields,
  put(value, { schema }) {
    const whole = `${String(value ?? "")} ${text}`;
    return typeof schema.maxLength === "number" && [...whole].length > schema.maxLength ? value : whole;
  },
});

/** Beside the entries that are there. */
const inObject = (name: string, fields: readonly Field[], entries: Readonly<Record<string, unknown>>): Hazard => ({
  name,
  fields,
  put: (value) => ({ ...(typeof value === "object" ? value : {}), ...entries }),
});

/** Short enough to stand in a title of 255 characters all together, and printable: for every text. */
const texts: Readonly<Record<string, string>> = {
  "quotes and backslashes": `"a" 'b' \`c\` \\ \\" \\n`,
  "text beyond ASCII": "Zürich 東京 العربية",
  "text beyond the basic plane": "🙂 𝔘𝔫𝔦 👩‍👩‍👧",
  markup: `<script>alert(1)</script> &amp;`,
  SQL: `'; DROP TABLE feedback; --`,
  templates: `\${7*7} {{7*7}} %s %n %00`,
};

/** What a title may well refuse: for the body's first text only, so that a refusal takes nothing else with it. */
const longerTexts: Readonly<Record<string, string>> = {
  "line breaks and tabs": "one\r\ntwo\n\tthree\u2028four",
  "a null character": "before\u0000after",
  "a long line": "long ".repeat(400),
};

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level += 1) value = { next: value };
  return value;
}

/** A key that a literal would take for the prototype. */
const prototypeKey = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":"text"},"hasOwnProperty":1}');

const objects: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "a deep object": { deep: nested(20) },
  "names of the prototype": prototypeKey,
  "odd names": { "": "empty", "a.b": 1, $where: 1, "0": [], "name with spaces": null },
  "numbers at the edge": { big: 1e21, small: 5e-324, negative: -0.5, safe: Number.MAX_SAFE_INTEGER },
};

/** For every free text and every free-form object of the schema; the samples among them are chosen by `seed`. */
export function hazardsOf(schema: JsonSchema, seed: number): readonly Hazard[] {
  const fields = fieldsOf(schema);
  const ofText = fields.filter(isFreeText);
  const ofObject = fields.filter(isFreeForm);
  const all = [
    ...Object.entries(texts).map(([name, text]) => inText(name, ofText, text)),
    ...Object.entries(longerTexts).map(([name, text]) => inText(name, ofText.slice(0, 1), text)),
    ...Object.entries(objects).map(([name, entries]) => inObject(name, ofObject, entries)),
    ...ofText.flatMap((field, at) =>
      sampleTexts(field, seed + at, 2).map((text) => inText(`the text ${shownSample(text)}`, [field], text)),
    ),
    ...ofObject.flatMap((field, at) =>
      sampleEntries(field, seed + at, 2).map((value, nth) =>
        inObject(`the entry ${shownSample(value)}`, [field], { [`sample ${nth + 1}`]: value }),
      ),
    ),
  ];
  return all.filter((one) => one.fields.length > 0);
}

/** The body with all these hazards in it. */
export function withHazards(body: Body, hazards: readonly Hazard[]): Body {
  return hazards.reduce(
    (changed, { fields, put }) =>
      fields.reduce((at, field) => withValue(at, field.path, put(valueAt(at, field.path), field)), changed),
    body,
  );
}

/** The same hazard for each of its fields alone. */
export const inEachField = (hazard: Hazard): readonly Hazard[] =>
  hazard.fields.map((field) => ({ ...hazard, fields: [field] }));

/** Each field that one of them goes into, once. */
export const fieldsIn = (hazards: readonly Hazard[]): readonly Field[] => [
  ...new Set(hazards.flatMap(({ fields }) => fields)),
];

/** The hazards in these fields alone. */
export const within = (hazards: readonly Hazard[], fields: readonly Field[]): readonly Hazard[] =>
  hazards
    .map((hazard) => ({ ...hazard, fields: hazard.fields.filter((field) => fields.includes(field)) }))
    .filter((hazard) => hazard.fields.length > 0);

/** The hazards without those, each in the fields that it stands in there. */
export const without = (hazards: readonly Hazard[], those: readonly Hazard[]): readonly Hazard[] =>
  hazards.flatMap((hazard) => {
    const gone = those.filter(({ name }) => name === hazard.name).flatMap(({ fields }) => fields);
    return within(
      [hazard],
      hazard.fields.filter((field) => !gone.includes(field)),
    );
  });
