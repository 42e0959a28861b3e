/** Changes of the wording only: the contract stays the same. */

import { contract, type Document } from "../contract.test.support.ts";
import { children, extra, media, product, schemas, shown, text } from "./schemas.test.support.ts";
import { type Single, single } from "./single.test.support.ts";

const statuses = ["unreviewed", "draft", "published", "archived"];

const ofMapping = (p: string, f: string) => (document: Document) => {
  const oneOf = [product, { $ref: "#/components/schemas/Feature" }];
  media(document, "Product").schema = { oneOf, discriminator: { propertyName: "kind", mapping: { p, f } } };
};

/** A body is the component `Thing`, by this reference. */
const byAnchor = ($ref: string, thing: object) => (document: Document) => {
  schemas(document).Thing = { $anchor: "thing", ...thing };
  media(document, "Product").schema = { $ref };
};

export function synonymChanges(): readonly Single[] {
  const { status: described } = contract().components.schemas.Feature.properties;
  const { description, examples } = described;
  const status = (now: object) => extra("Feature", "status", { description, examples, ...now });
  return [
    {
      name: "values one by one",
      label: "",
      ...status({ type: "string", anyOf: statuses.map((value) => ({ const: value })) }),
    },
    {
      name: "values one by one, each with a title",
      label: "",
      ...status({ oneOf: statuses.map((value) => ({ type: "string", const: value, title: value })) }),
    },
    {
      name: "nullable without a type, which has no effect",
      label: "",
      ...shown({ properties: { a: { nullable: true, minLength: 1 } } }, { properties: { a: { minLength: 1 } } }),
    },
    {
      name: "a bound beside a tighter one",
      label: "",
      ...shown({ type: "number", exclusiveMinimum: 0, minimum: 0 }, { type: "number", exclusiveMinimum: 0 }),
    },
    {
      name: "one item that must be contained, in words",
      label: "",
      ...shown({ contains: text, minContains: 1 }, { contains: text }),
    },
    {
      name: "a number without a fraction",
      label: "",
      ...shown({ type: "number", multipleOf: 1 }, { type: "integer" }),
    },
    {
      name: "null as a type only, or as a value only",
      label: "",
      ...shown({ type: ["string", "null"], enum: ["a"] }, { type: "string", enum: ["a", null] }),
    },
    { name: "values without their type", label: "", ...status({ enum: statuses }) },
    {
      name: "numbers and null without their types",
      label: "",
      ...shown({ enum: [1, 2.5, null] }, { type: ["number", "null"], enum: [1, 2.5, null] }),
    },
    single("a schema by its anchor", "", byAnchor("#thing", text), byAnchor("#/components/schemas/Thing", text)),
    single(
      "a schema by its anchor is an integer",
      "BB",
      byAnchor("#thing", { type: "integer" }),
      byAnchor("#thing", text),
    ),
    single("the one alternative", "", (d) => (media(d, "Product").schema = { oneOf: [product] })),
    single("all of one", "", (d) => (media(d, "Product").schema = { allOf: [product] })),
    single("all of it, and the same again", "", (d) => {
      media(d, "Product").schema = { allOf: [product, { type: "object", required: ["id"], properties: { id: text } }] };
    }),
    {
      name: "the parts of allOf, closed around them",
      label: "",
      ...shown(
        { allOf: [{ properties: { a: text } }, { properties: { b: text } }], unevaluatedProperties: false },
        { properties: { a: text, b: text }, additionalProperties: false },
      ),
    },
    {
      name: "what a member of allOf requires of the properties that it does not name",
      label: "",
      ...shown(
        { allOf: [{ properties: { a: { maxLength: 3 } } }, { additionalProperties: text }] },
        { properties: { a: { maxLength: 3, type: "string" } }, additionalProperties: text },
      ),
    },
    { name: "true for anything", label: "", ...shown(true) },
    {
      name: "bytes as OpenAPI 3.0 writes them, and as 3.1 does",
      label: "",
      ...shown(
        { properties: { a: { type: "string", format: "binary" }, b: { type: "string", format: "byte" } } },
        {
          properties: {
            a: { type: "string", contentMediaType: "application/octet-stream" },
            b: { type: "string", contentEncoding: "base64" },
          },
        },
      ),
    },
    {
      name: "an example as OpenAPI 3.0 writes it, and as 3.1 does",
      label: "",
      ...shown({ properties: { a: { ...text, examples: ["b"] } } }, { properties: { a: { ...text, example: "b" } } }),
    },
    {
      name: "alternatives and null as OpenAPI 3.0 writes them, and as 3.1 does",
      label: "",
      ...shown(
        { oneOf: [product, { $ref: "#/components/schemas/Feature" }, { type: "null" }] },
        { nullable: true, oneOf: [product, { $ref: "#/components/schemas/Feature" }] },
      ),
    },
    {
      name: "alternatives of which one is null, and nullable again",
      label: "",
      ...shown(
        { oneOf: [product, { ...text, maxLength: 9 }, { type: "null" }] },
        { nullable: true, oneOf: [product, { ...text, maxLength: 9 }, { type: "null" }] },
      ),
    },
    single(
      "a file as OpenAPI 3.0 writes it, and as 3.1 does",
      "",
      (d) => (d.components.responses.Product.content = { "application/pdf": {} }),
      (d) => {
        const schema = { type: "string", format: "binary" };
        d.components.responses.Product.content = { "application/pdf": { schema } };
      },
    ),
    single(
      "schemas in a mapping by their names",
      "",
      ofMapping("Product", "Feature"),
      ofMapping("#/components/schemas/Product", "#/components/schemas/Feature"),
    ),
    single("no schema for anything", "", (d) => delete media(d, "MemberInvited").schema),
    single(
      "a schema that holds itself, renamed",
      "",
      (d) => {
        children(d).items.$ref = "#/components/schemas/F";
        schemas(d).F = schemas(d).Feature;
        delete schemas(d).Feature;
        media(d, "FeatureList").schema.properties.data.items.$ref = "#/components/schemas/F";
      },
      children,
    ),
    single("UTF-8", "", (d) => {
      const { content } = d.components.responses.Product;
      content["application/json; charset=utf-8"] = content["application/json"];
      delete content["application/json"];
    }),
  ];
}
