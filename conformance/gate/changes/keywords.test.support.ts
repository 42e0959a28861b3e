/** Changes of single keywords, each with its value in BASE, in a request body and in a response body. */
import { extra, shown, text } from "./schemas.test.support.ts";
import { type Label, type Single, single } from "./single.test.support.ts";

const integer = { type: "integer" };
const number = { type: "number" };
const objectOf = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

/** A property of a request, and one of a response, that changes from `before` to `now`. */
function both(name: string, sent: Label, answered: Label, before: object, now: object): readonly Single[] {
  return [
    { name: `${name}, sent`, label: sent, ...extra("ProfileUpdate", "extra", now, before) },
    { name: `${name}, answered`, label: answered, ...extra("User", "extra", now, before) },
  ];
}

const textOrNull = { type: ["string", "null"] };
/** As OpenAPI 3.0 writes it. */
const nullable = (...values: readonly unknown[]) => ({ ...text, nullable: true, enum: values });
const list = (more: object = {}) => ({ type: "array", items: text, ...more });
/** Texts under any name; some have a property of their own. */
const mapOf = (others: object, properties?: object) => ({
  type: "object",
  additionalProperties: others,
  ...(properties && { properties }),
});
/** Texts under names that begin with `x-`, and no others. */
const formOf = (properties?: object) => ({
  type: "object",
  patternProperties: { "^x-": text },
  additionalProperties: false,
  ...(properties && { properties }),
});
const closed = { additionalProperties: false };
const requiring = (dependentRequired: object) => ({ type: "object", dependentRequired });
/** JSON in a text. */
const inText = (contentSchema: object) => ({ ...text, contentMediaType: "application/json", contentSchema });
const condition = (limit: number, kind = "a") => ({
  if: { properties: { kind: { const: kind } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { properties: { note: { maxLength: limit } } },
});
const conditionOr = (more: object) => objectOf({}, { ...more, else: { required: ["note"] } });
const ofValues = (key: string) => ({
  [key]: [
    ["x", "y"],
    ["y", "z"],
  ].map((values) => ({ ...text, enum: values })),
});
const parts = (more: object = {}) => ({
  allOf: [objectOf({ email: text }, { required: ["email"] }), objectOf({ name: text }, more)],
});
const orNull = { type: "null" };
const cat = { type: "object", required: ["claws"], properties: { claws: text } };
const dog = { type: "object", required: ["bark"], properties: { bark: text } };

/** Objects that a required property tells apart. */
const kinds = (...names: readonly string[]) =>
  names.map((name, at) => objectOf({ kind: { const: name }, [`of${at}`]: text }, { required: ["kind"] }));

export function keywordChanges(): readonly Single[] {
  return [
    ...both("at least 0 as above -1", "", "", { ...integer, minimum: 0 }, { ...integer, exclusiveMinimum: -1 }),
    ...both(
      "values within bounds, now the bounds",
      "AB",
      "BA",
      { ...integer, enum: [10, 50] },
      { ...integer, minimum: 1, maximum: 50 },
    ),
    ...both(
      "bounds, now values within them",
      "BA",
      "AB",
      { ...text, minLength: 1, maxLength: 9 },
      { ...text, enum: ["a", "b"] },
    ),
    ...both(
      "values, now a bound that rules out one",
      "BB",
      "BB",
      { ...integer, enum: [10, 50] },
      { ...integer, maximum: 49 },
    ),
    ...both(
      "one of two conditions is gone",
      "AB",
      "BA",
      objectOf({}, { allOf: [condition(5, "a"), condition(6, "b")] }),
      objectOf({}, { allOf: [condition(5, "a")] }),
    ),
    ...both(
      "another condition beside the one",
      "BA",
      "AB",
      objectOf({}, condition(5, "a")),
      objectOf({}, { allOf: [condition(5, "a"), condition(6, "b")] }),
    ),
    ...both("at most 9 as below 10", "", "", { ...integer, maximum: 9 }, { ...integer, exclusiveMaximum: 10 }),
    ...both("at least 0 as above -0.5", "", "", { ...integer, minimum: 0 }, { ...integer, exclusiveMinimum: -0.5 }),
    ...both("above 0, not at least", "BA", "AB", { ...number, minimum: 0 }, { ...number, exclusiveMinimum: 0 }),
    ...both("at least 0, not above", "AB", "BA", { ...number, exclusiveMinimum: 0 }, { ...number, minimum: 0 }),
    ...both(
      "below 10 in place of at most 20",
      "BA",
      "AB",
      { ...number, maximum: 20 },
      { ...number, exclusiveMaximum: 10 },
    ),
    ...both("a lower bound", "BA", "AB", number, { ...number, minimum: 1 }),
    ...both("no item that must match", "AB", "BA", list({ contains: text }), list({ contains: text, minContains: 0 })),
    ...both("an item that must match", "BA", "AB", list({ contains: text, minContains: 0 }), list({ contains: text })),
    ...both(
      "no longer write only, where no other properties are allowed",
      "EE",
      "BA",
      objectOf({ pin: { ...text, writeOnly: true } }, { additionalProperties: false }),
      objectOf({ pin: text }, { additionalProperties: false }),
    ),
    ...both("a number among texts by name", "BB", "BB", mapOf(text), mapOf(text, { n: integer })),
    ...both("a text among texts by name", "EE", "EE", mapOf(text), mapOf(text, { n: text })),
    ...both("a short text among texts by name", "BA", "AB", mapOf(text), mapOf(text, { n: { ...text, maxLength: 3 } })),
    ...both("a number that is required among texts by name", "BB", "BB", mapOf(text), {
      ...mapOf(text, { n: integer }),
      required: ["n"],
    }),
    ...both("any value among any by name", "AA", "AA", mapOf({}), mapOf({}, { n: integer })),
    ...both("a number among texts by the form of their names", "BA", "AB", formOf(), formOf({ "x-n": integer })),
    ...both("a text among texts by the form of their names", "EE", "EE", formOf(), formOf({ "x-n": text })),
    ...both("a property of another form than allowed", "AB", "BA", formOf(), formOf({ n: text })),
    ...both("a multiple of 5", "BA", "AB", integer, { ...integer, multipleOf: 5 }),
    ...both("a multiple of 5, not of 10", "AB", "BA", { ...integer, multipleOf: 10 }, { ...integer, multipleOf: 5 }),
    ...both(
      "a multiple of 0.3, not of 0.1",
      "BA",
      "AB",
      { ...number, multipleOf: 0.1 },
      { ...number, multipleOf: 0.3 },
    ),
    ...both("a multiple of 4, not of 6", "BB", "BB", { ...integer, multipleOf: 6 }, { ...integer, multipleOf: 4 }),
    ...both("at most 5 items", "BA", "AB", list(), list({ maxItems: 5 })),
    ...both("at least 1 item", "BA", "AB", list(), list({ minItems: 1 })),
    ...both("another type, read only", "BA", "BB", integer, { ...text, readOnly: true }),
    ...both("null is no longer among the values of what is nullable", "BA", "AB", nullable("a", null), nullable("a")),
    ...both("null is among the values of what is nullable", "AB", "BA", nullable("a"), nullable("a", null)),
    ...both("nullable, and null is not among the values", "", "", { ...text, enum: ["a"] }, nullable("a")),
    ...both("as 3.1 writes it, null is not among the values", "", "", nullable("a"), { ...textOrNull, enum: ["a"] }),
    ...both("as 3.1 writes it, null is new", "AB", "BA", nullable("a"), { ...textOrNull, enum: ["a", null] }),
    ...both("as 3.1 writes it, null is there", "", "", nullable("a", null), { ...textOrNull, enum: ["a", null] }),
    ...both("a minimum of a text", "", "", text, { ...text, minimum: 3, items: integer }),
    ...both("a longest text of a number", "", "", integer, {
      ...integer,
      maxLength: 3,
      pattern: "^a",
      required: ["a"],
    }),
    ...both(
      "a minimum of a text or a number",
      "BA",
      "AB",
      { type: ["string", "integer"] },
      {
        type: ["string", "integer"],
        minimum: 3,
      },
    ),
    ...both(
      "a length that all values have",
      "",
      "",
      { enum: ["a", "bc"] },
      {
        enum: ["a", "bc"],
        maxLength: 2,
      },
    ),
    ...both("a length that one value exceeds", "BA", "AB", { enum: ["a", "bc"] }, { enum: ["a", "bc"], maxLength: 1 }),
    ...both(
      "a bound that all values keep",
      "",
      "",
      { enum: [1, 2] },
      { enum: [1, 2], minimum: 1, exclusiveMaximum: 3 },
    ),
    ...both("a format that is a hint", "EE", "EE", text, { ...text, format: "password" }),
    ...both("a format in place of a hint", "BA", "AB", { ...text, format: "password" }, { ...text, format: "uri" }),
    ...both("no item twice", "BA", "AB", list(), list({ uniqueItems: true })),
    ...both(
      "a third item where two are all",
      "AB",
      "BA",
      list({ prefixItems: [text, text], items: false }),
      list({ prefixItems: [text, text, text], items: false }),
    ),
    ...both(
      "names of another form where others are forbidden",
      "AB",
      "BA",
      { type: "object", additionalProperties: false },
      { type: "object", additionalProperties: false, patternProperties: { "^x-": text } },
    ),
    ...both("a pattern is gone", "AB", "BA", { ...text, pattern: "^a" }, text),
    ...both("another pattern", "BB", "BB", { ...text, pattern: "^a" }, { ...text, pattern: "^b" }),
    ...both(
      "64 bits for what 32 hold",
      "",
      "",
      { ...integer, minimum: 1, maximum: 999 },
      {
        ...integer,
        minimum: 1,
        maximum: 999,
        format: "int64",
      },
    ),
    ...both(
      "64 bits for what 32 do not hold",
      "BA",
      "AB",
      { ...integer, minimum: 0 },
      {
        ...integer,
        minimum: 0,
        format: "int64",
      },
    ),
    ...both("a format is gone", "AB", "BA", { ...text, format: "uri" }, text),
    ...both("another format", "BB", "BB", { ...text, format: "uri" }, { ...text, format: "email" }),
    ...both("must be one value", "BA", "AB", text, { ...text, const: "done" }),
    ...both("one value of two", "BA", "AB", { enum: ["a", "b"] }, { const: "a" }),
    ...both("another value", "BB", "BB", { const: "a" }, { const: "b" }),
    ...both("any value", "AB", "BA", { ...text, enum: ["a"] }, text),
    ...both("an integer for a number", "BA", "AB", number, integer),
    ...both("a text for an integer", "BB", "BB", integer, text),
    ...both("any type", "AB", "BA", text, {}),
    ...both("a condition", "BA", "AB", objectOf({ note: text }), objectOf({ note: text }, condition(9))),
    ...both("no condition", "AB", "BA", objectOf({ note: text }, condition(9)), objectOf({ note: text })),
    ...both("what must not be", "BA", "AB", text, { ...text, not: { const: "x" } }),
    ...both("more must not be", "BA", "AB", { ...text, not: { enum: ["x"] } }, { ...text, not: { enum: ["x", "y"] } }),
    ...both("less must not be", "AB", "BA", { ...text, not: { enum: ["x", "y"] } }, { ...text, not: { enum: ["x"] } }),
    ...both(
      "something else must not be",
      "BB",
      "BB",
      { ...text, not: { const: "x" } },
      { ...text, not: { const: "y" } },
    ),
    ...both("what must not be, described", "EE", "EE", objectOf({}, { not: objectOf({ a: text }) }), {
      ...objectOf({}, { not: objectOf({ a: { ...text, description: "x" } }) }),
    }),
    ...both("what must not be has a further property", "BB", "BB", objectOf({}, { not: objectOf({}, closed) }), {
      ...objectOf({}, { not: objectOf({ a: text }, closed) }),
    }),
    ...both("one more is required beside another", "BA", "AB", requiring({ a: ["b"] }), requiring({ a: ["b", "c"] })),
    ...both(
      "one less is required beside another",
      "AB",
      "BA",
      requiring({ a: ["b"], c: ["d"] }),
      requiring({ a: ["b"] }),
    ),
    ...both("another is required beside another", "BB", "BB", requiring({ a: ["b"] }), requiring({ a: ["c"] })),
    ...both("no else of a condition", "AB", "BA", conditionOr(condition(9)), objectOf({}, condition(9))),
    ...both("an else of a condition", "BA", "AB", objectOf({}, condition(9)), conditionOr(condition(9))),
    ...both("another condition", "BB", "BB", objectOf({}, condition(9)), objectOf({}, condition(9, "b"))),
    ...both(
      "what a condition asks for may be shorter",
      "BA",
      "AB",
      objectOf({}, condition(9)),
      objectOf({}, condition(5)),
    ),
    ...both("a condition, described", "EE", "EE", objectOf({}, condition(9)), {
      ...objectOf({}, { ...condition(9), if: { ...condition(9).if, description: "x" } }),
    }),
    ...both("no further item", "BA", "AB", list({ prefixItems: [text], items: integer }), {
      ...list({ prefixItems: [text], items: false }),
    }),
    ...both("no value under a name", "BA", "BB", objectOf({ a: text }), objectOf({ a: false })),
    ...both(
      "a shorter text in JSON that is a text",
      "BA",
      "AB",
      inText({ ...text }),
      inText({ ...text, maxLength: 5 }),
    ),
    ...both("a description in JSON that is a text", "EE", "EE", inText(text), inText({ ...text, description: "x" })),
    ...both("any of in place of one of", "AB", "BA", { oneOf: [cat, dog] }, { anyOf: [cat, dog] }),
    ...both("one of in place of any of", "BA", "AB", { anyOf: [cat, dog] }, { oneOf: [cat, dog] }),
    ...(["anyOf", "oneOf"] as const).flatMap((key) => [
      ...both(`one more in ${key} with null`, "AB", "BA", { [key]: [cat, orNull] }, { [key]: [cat, text, orNull] }),
      ...both(`one less in ${key} with null`, "BA", "AB", { [key]: [cat, text, orNull] }, { [key]: [cat, orNull] }),
    ]),
    ...both("any of in place of one of, by kind", "", "", { oneOf: kinds("a", "b") }, { anyOf: kinds("a", "b") }),
    ...both(
      "one of in place of any of, of the same kind",
      "BA",
      "AB",
      { anyOf: kinds("a", "a") },
      { oneOf: kinds("a", "a") },
    ),
    ...both("any of in place of one of, by type", "", "", { oneOf: [cat, list()] }, { anyOf: [cat, list()] }),
    ...both("any of in place of one of, of overlapping values", "AB", "BA", ofValues("oneOf"), ofValues("anyOf")),
    ...both("one of in place of any of, of overlapping values", "BA", "AB", ofValues("anyOf"), ofValues("oneOf")),
    ...both("no other properties in one of two parts", "BA", "BB", parts(), parts(closed)),
    ...both("a property that is not allowed, in place of none that is allowed", "", "", objectOf({}, closed), {
      ...objectOf({ a: false }, closed),
    }),
    ...both("a property that is not allowed", "BA", "AB", objectOf({}), objectOf({ a: false })),
    ...both("at most 3 properties", "BA", "AB", objectOf({}), objectOf({}, { maxProperties: 3 })),
    ...both("names by a pattern", "BA", "AB", objectOf({}), objectOf({}, { propertyNames: { pattern: "^a" } })),
    ...both(
      "no other property",
      "BA",
      "AB",
      objectOf({ a: text }),
      objectOf({ a: text }, { additionalProperties: false }),
    ),
    ...both(
      "other properties, too",
      "AB",
      "BA",
      objectOf({ a: text }, { additionalProperties: false }),
      objectOf({ a: text }),
    ),
    ...both(
      "a required property deep inside",
      "BA",
      "AB",
      objectOf({ a: objectOf({ b: text }) }),
      objectOf({ a: objectOf({ b: text }, { required: ["b"] }) }),
    ),
    ...both("items of another type", "BB", "BB", list(), list({ items: integer })),
    ...both("items that may be null", "AB", "BA", list(), list({ items: { type: ["string", "null"] } })),
    ...both("a title", "EE", "EE", text, { ...text, title: "Extra" }),
    ...both("an example", "EE", "EE", text, { ...text, examples: ["a"] }),
    {
      name: "any of in place of one of, and one more",
      label: "BA",
      ...shown({ anyOf: [cat, dog, { type: "array" }] }, { oneOf: [cat, dog] }),
    },
    single(
      "a scalar parameter in one piece",
      "EE",
      (d) =>
        (d.paths["/v1/me"].get.parameters = [
          { name: "full", in: "query", schema: { type: "boolean" }, explode: false },
        ]),
      (d) => (d.paths["/v1/me"].get.parameters = [{ name: "full", in: "query", schema: { type: "boolean" } }]),
    ),
    single("credentials, or none", "AB", (d) => (d.paths["/v1/me"].get.security = [{ bearer: [] }, {}])),
    single(
      "credentials again",
      "BB",
      () => {},
      (d) => (d.paths["/v1/me"].get.security = [{ bearer: [] }, {}]),
    ),
    single(
      "a renamed property",
      "BA",
      (d) => {
        const { properties } = d.components.schemas.Feature;
        properties.title = properties.slug;
        delete properties.slug;
        d.components.schemas.Feature.required = d.components.schemas.Feature.required.filter(
          (name: string) => name !== "slug",
        );
      },
      (d) => {
        d.components.schemas.Feature.required = d.components.schemas.Feature.required.filter(
          (name: string) => name !== "slug",
        );
      },
    ),
  ];
}
