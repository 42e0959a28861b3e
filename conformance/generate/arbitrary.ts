/** Generates valid values from a schema of the contract. */
import * as fc from "fast-check";
import { isRecord, type JsonSchema } from "../../spec/contract.ts";
import { propertiesOf } from "./fields.ts";
import { type SchemaType, typesOf } from "./schema-types.ts";
import { objectsWith, texts } from "./texts.ts";

/** The keywords that generated values respect, or that restrict none. The contract's request bodies use no others. */
export const supportedKeywords: ReadonlySet<string> = new Set([
  ...["type", "enum", "const", "format", "contentEncoding", "pattern", "minLength", "maxLength", "minimum", "maximum"],
  ...["properties", "required", "additionalProperties", "items", "minItems", "maxItems"],
  ...["title", "description", "examples"],
]);

/** Values that the schema, without `$ref`s, allows. Keywords that are not in `supportedKeywords` are ignored. */
export function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  return fc.oneof(...typesOf(schema).map((type) => arbitraryByType[type](schema)));
}

const arbitraryByType: Readonly<Record<SchemaType, (schema: JsonSchema) => fc.Arbitrary<unknown>>> = {
  string: strings,
  integer: (schema) => fc.integer(range(schema)),
  number: (schema) => fc.double({ noNaN: true, noDefaultInfinity: true, ...range(schema) }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items, minItems, maxItems }) =>
    fc.array(arbitraryOf(isRecord(items) ? items : { type: "string" }), {
      maxLength: 4,
      ...numbersIn({ minLength: minItems, maxLength: maxItems }),
    }),
  object: objects,
};

const range = ({ minimum, maximum }: JsonSchema) => numbersIn({ min: minimum, max: maximum });

/** E-mail addresses and URLs are at example.com, so that nobody gets mail and nothing is fetched. */
const arbitraryByFormat: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  email: () => fc.emailAddress().map((address) => address.replace(/@[^@]*$/, "@example.com")),
  "date-time": () => days().map((day) => day.toISOString()),
  date: () => days().map((day) => day.toISOString().slice(0, 10)),
  uri: () => fc.webPath().map((path) => `https://example.com${path}`),
  uuid: () => fc.uuid(),
};

const days = () => fc.date({ min: new Date("1970-01-01"), max: new Date("2999-12-31"), noInvalidDate: true });

function strings({ format, pattern, contentEncoding, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  const lengths = numbersIn({ minLength, maxLength });
  const formatted = typeof format === "string" ? arbitraryByFormat[format]?.() : undefined;
  if (formatted !== undefined) return formatted;
  if (contentEncoding === "base64") return fc.base64String(lengths);
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern, "u"));
  return texts(lengths);
}

function objects(schema: JsonSchema): fc.Arbitrary<unknown> {
  const properties = propertiesOf(schema);
  if (properties.length > 0) {
    const required = [schema.required].flat();
    return fc.record(Object.fromEntries(properties.map(([name, inner]) => [name, arbitraryOf(inner)])), {
      requiredKeys: properties.map(([name]) => name).filter((name) => required.includes(name)),
      noNullPrototype: true,
    });
  }
  const { additionalProperties } = schema;
  if (additionalProperties === false) return fc.constant({});
  if (isRecord(additionalProperties)) return objectsWith(arbitraryOf(additionalProperties));
  return objectsWith(fc.jsonValue({ maxDepth: 3, stringUnit: "grapheme" }));
}

/** The values of keywords, under fast-check's names for them. Absent keywords are left out. */
function numbersIn<Name extends string>(values: Readonly<Record<Name, unknown>>) {
  const present = Object.entries(values).filter(([, value]) => typeof value === "number");
  return Object.fromEntries(present) as { readonly [name in Name]?: number };
}
