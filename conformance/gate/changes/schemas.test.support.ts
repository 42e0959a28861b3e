/** Changes of schemas. Some have a BASE to which something is added that our contract lacks. */
import type { Document } from "../contract.test.support.ts";
import { rename, type Single, single } from "./single.test.support.ts";

export const schemas = (document: Document): Document => document.components.schemas;

/** The media type of a response or request body under `components`. */
export const media = (document: Document, name: string): Document =>
  (document.components.responses[name] ?? document.components.requestBodies[name]).content["application/json"];

const property = (document: Document, way: string): Document =>
  way
    .split(".")
    .reduce(
      (schema, name) => (name === "[]" ? schema.items : (schema.properties?.[name] ?? schema[name])),
      schemas(document),
    );

/** Adds keywords to a property, some in HEAD and others in BASE. */
const keywords = (way: string, now: object, before: object = {}) => ({
  apply: (document: Document) => Object.assign(property(document, way), now),
  before: (document: Document) => Object.assign(property(document, way), before),
});

/** Gives a body that our contract does not describe this schema in HEAD, and that one in BASE. */
export const shown = (now: object | true, before: object = {}) => ({
  apply: (document: Document) => (media(document, "MemberInvited").schema = now),
  before: (document: Document) => (media(document, "MemberInvited").schema = before),
});

/** Adds a property, with one schema in HEAD and another in BASE. */
export const extra = (schema: string, name: string, now: object, before?: object) => ({
  apply: (document: Document) => (schemas(document)[schema].properties[name] = now),
  before: (document: Document) => {
    if (before !== undefined) schemas(document)[schema].properties[name] = before;
  },
});

export const text = { type: "string" };
const textOrNull = { type: ["string", "null"] };
const cat = { type: "object", required: ["claws"], properties: { claws: text } };
const dog = { type: "object", required: ["bark"], properties: { bark: text } };
const discriminated = (mapping: object) => ({ oneOf: [cat, dog], discriminator: { propertyName: "kind", mapping } });
const ofKinds = (schemas: Readonly<Record<string, object>>) => ({
  oneOf: Object.values(schemas),
  discriminator: {
    propertyName: "kind",
    mapping: Object.fromEntries(Object.keys(schemas).map((name) => [name, name])),
  },
});
export const product = { $ref: "#/components/schemas/Product" };
export const children = (document: Document) =>
  (schemas(document).Feature.properties.children = {
    type: "array",
    items: { $ref: "#/components/schemas/Feature" },
  });

export function schemaChanges(): readonly Single[] {
  return [
    { name: "an item may be null", label: "BA", ...keywords("Release.tags.[]", textOrNull) },
    single("an item is a product or null", "BA", (d) => {
      media(d, "ProductList").schema.properties.data.items = { anyOf: [product, { type: "null" }] };
    }),
    {
      name: "an object sent may be null",
      label: "AB",
      ...keywords("FeedbackSubmission.metadata", { type: ["object", "null"] }),
    },
    { name: "a format of what is sent", label: "BA", ...keywords("FeedbackSubmission.sourceUrl", { format: "uri" }) },
    { name: "a format of what is answered", label: "AB", ...keywords("Release.sourceUrl", { format: "uri" }) },
    {
      name: "a wider integer is answered",
      label: "BA",
      ...extra("User", "n", { type: "integer", format: "int64" }, { type: "integer", format: "int32" }),
    },
    {
      name: "a wider integer is taken",
      label: "AB",
      ...extra("ProfileUpdate", "n", { type: "integer", format: "int64" }, { type: "integer", format: "int32" }),
    },
    {
      name: "any number is taken",
      label: "AB",
      ...extra("ProfileUpdate", "n", { type: "number" }, { type: "integer" }),
    },
    { name: "a higher maximum", label: "AB", ...keywords("Invitation.email", { maxLength: 200 }, { maxLength: 100 }) },
    { name: "a lower minimum", label: "AB", ...keywords("Invitation.email", { minLength: 0 }, { minLength: 1 }) },
    {
      name: "values of metadata are texts",
      label: "BA",
      ...keywords("FeedbackSubmission.metadata", { additionalProperties: text }),
    },
    {
      name: "values of preferences are texts",
      label: "AB",
      ...keywords("User.preferences", { additionalProperties: text }),
    },
    {
      name: "values of preferences are texts or null",
      label: "BA",
      ...keywords("User.preferences", { additionalProperties: textOrNull }, { additionalProperties: text }),
    },
    {
      name: "no preferences but those named",
      label: "BB",
      ...keywords("User.preferences", { additionalProperties: false }, { additionalProperties: text }),
    },
    {
      name: "no preferences of any form",
      label: "BB",
      ...keywords(
        "User.preferences",
        { additionalProperties: false },
        { additionalProperties: false, patternProperties: { "^ui": text } },
      ),
    },
    ...[true, {}].map((others) =>
      single(
        `no other properties where others were declared (${JSON.stringify(others)})`,
        "BB",
        (d) => (schemas(d).Actor.additionalProperties = false),
        (d) => (schemas(d).Actor.additionalProperties = others),
      ),
    ),
    single(
      "a closed answer gains a property",
      "BA",
      (d) => {
        Object.assign(schemas(d).Actor, { additionalProperties: false }).properties.extra = text;
      },
      (d) => (schemas(d).Actor.additionalProperties = false),
    ),
    single(
      "a closed request gains a property",
      "AB",
      (d) => {
        Object.assign(schemas(d).Invitation, { additionalProperties: false }).properties.extra = text;
      },
      (d) => (schemas(d).Invitation.additionalProperties = false),
    ),
    single(
      "a closed answer loses a property",
      "BB",
      (d) => {
        delete Object.assign(schemas(d).Actor, { additionalProperties: false }).properties.name;
      },
      (d) => (schemas(d).Actor.additionalProperties = false),
    ),
    {
      name: "one more of oneOf",
      label: "BA",
      ...shown({ oneOf: [cat, dog, { type: "array" }] }, { oneOf: [cat, dog] }),
    },
    { name: "a second of oneOf", label: "BA", ...shown({ oneOf: [cat, dog] }, { oneOf: [cat] }) },
    {
      name: "one less of oneOf",
      label: "AB",
      ...shown({ oneOf: [cat, dog] }, { oneOf: [cat, dog, { type: "array" }] }),
    },
    {
      name: "an alternative to what is sent",
      label: "AB",
      ...extra("Invitation", "email", { anyOf: [{ type: "string", format: "email" }, { type: "array" }] }),
    },
    single("an alternative to the product", "BA", (d) => (media(d, "Product").schema = { anyOf: [product, cat] })),
    single(
      "the product without an alternative",
      "AB",
      () => {},
      (d) => (media(d, "Product").schema = { anyOf: [product, cat] }),
    ),
    single("alternatives that are no product", "BB", (d) => (media(d, "Product").schema = { anyOf: [cat, dog] })),
    {
      name: "one of two of oneOf, with its name in the discriminator",
      label: "AB",
      ...shown(ofKinds({ cat }), ofKinds({ cat, dog })),
    },
    {
      name: "one of two of oneOf is no longer taken, with its name in the discriminator",
      label: "BA",
      ...extra("ProfileUpdate", "pet", ofKinds({ cat }), ofKinds({ cat, dog })),
    },
    {
      name: "a second of oneOf, with its name in the discriminator",
      label: "BA",
      ...shown(ofKinds({ cat, dog }), ofKinds({ cat })),
    },
    {
      name: "one of oneOf is gone from among the others",
      label: "AB",
      ...shown({ oneOf: [dog, cat] }, { oneOf: [cat, { type: "array" }, dog] }),
    },
    {
      name: "one of oneOf comes between the others",
      label: "BA",
      ...shown({ oneOf: [dog, { type: "array" }, cat] }, { oneOf: [cat, dog] }),
    },
    single(
      "allOf with a property more",
      "AA",
      (d) => (media(d, "Product").schema = { allOf: [product, { properties: { extra: text } }] }),
    ),
    single(
      "allOf with a tighter property",
      "AB",
      (d) => (media(d, "Product").schema = { allOf: [product, { properties: { id: { minLength: 1 } } }] }),
    ),
    {
      name: "allOf whose member forbids what it does not name, now allowed",
      label: "BA",
      ...shown(
        { type: "object", additionalProperties: false, properties: { a: text, b: text } },
        {
          type: "object",
          allOf: [{ additionalProperties: false, properties: { a: text } }, { properties: { b: text } }],
        },
      ),
    },
    {
      name: "allOf whose member now forbids what it does not name",
      label: "BB",
      ...shown(
        { allOf: [{ properties: { a: text } }, { additionalProperties: false, properties: { b: text } }] },
        { allOf: [{ properties: { a: text } }, { properties: { b: text } }] },
      ),
    },
    single("beside a reference: required", "AB", (d) => {
      media(d, "ProductList").schema.properties.data.items = { ...product, required: ["name"] };
    }),
    single(
      "beside a reference: a property",
      "AA",
      (d) => (media(d, "Product").schema = { ...product, properties: { extra: text } }),
    ),
    single(
      "beside a reference: a text",
      "EE",
      (d) => (media(d, "Product").schema = { ...product, description: "One" }),
    ),
    { name: "read only, answered", label: "EE", ...keywords("Product.id", { readOnly: true }) },
    { name: "read only, sent", label: "BA", ...keywords("ProfileUpdate.avatarType", { readOnly: true }) },
    { name: "write only, sent", label: "EE", ...keywords("ProfileUpdate.avatarType", { writeOnly: true }) },
    { name: "write only, answered", label: "BA", ...keywords("User.avatarType", { writeOnly: true }) },
    ...accessChanges(),
    { name: "a discriminator, added", label: "EE", ...shown(discriminated({}), { oneOf: [cat, dog] }) },
    {
      name: "a discriminator, with another mapping",
      label: "BB",
      ...shown(discriminated({ b: "B" }), discriminated({ a: "A" })),
    },
    {
      name: "a discriminator, with a further name",
      label: "BA",
      ...shown(discriminated({ a: "A", b: "B" }), discriminated({ a: "A" })),
    },
    {
      name: "a discriminator, by another property",
      label: "BB",
      ...shown({ ...discriminated({}), discriminator: { propertyName: "sort" } }, discriminated({})),
    },
    { name: "a discriminator, gone", label: "BE", ...shown({ oneOf: [cat, dog] }, discriminated({})) },
    single("how it would be in XML", "EE", (d) => (schemas(d).Product.xml = { name: "product" })),
    { name: "a property called example", label: "BA", ...extra("Context", "example", textOrNull, text) },
    {
      name: "a property called xml",
      label: "BA",
      ...extra("Context", "xml", { type: "string", enum: ["a", "b"] }, { type: "string", enum: ["a"] }),
    },
    { name: "a property called description", label: "BB", ...keywords("Context.description", { type: "integer" }) },
    single(
      "a schema that holds itself",
      "BA",
      (d) => {
        children(d);
        schemas(d).Feature.properties.name.type = ["string", "null"];
      },
      children,
    ),
    { name: "a default that is sent", label: "AB", ...keywords("ProfileUpdate.avatarType", { default: "none" }) },
    { name: "a default that is answered", label: "EE", ...keywords("User.avatarType", { default: "none" }) },
    single(
      "one field asks for another",
      "BA",
      (d) => (schemas(d).FeedbackSubmission.dependentRequired = { contextId: ["actorId"] }),
    ),
    single("a property in another case", "BA", (d) => rename(schemas(d).Product.properties, "name", "Name")),
    single("a required property in another case", "BB", (d) => {
      rename(schemas(d).Product.properties, "id", "ID");
      schemas(d).Product.required = ["ID"];
    }),
    single("a property sent in another case", "BA", (d) => rename(schemas(d).Invitation.properties, "email", "Email")),
    single("a required property that is not described", "AB", (d) => (schemas(d).Product.required = ["id", "owner"])),
  ];
}

const readOnly = { ...text, readOnly: true };
const writeOnly = { ...text, writeOnly: true };

/** What is `readOnly` is not part of requests, and what is `writeOnly` not part of responses. */
function accessChanges(): readonly Single[] {
  const requiring = (schema: string, name: string, property: object) => (document: Document) => {
    const { properties, required = [] } = schemas(document)[schema];
    properties[name] = property;
    schemas(document)[schema].required = [...required, name];
  };
  const required = (schema: string, now: object, before: object) => ({
    apply: requiring(schema, "extra", now),
    before: requiring(schema, "extra", before),
  });
  const listed = (property: object) => ({ type: "array", items: { type: "object", properties: { a: property } } });
  return [
    single("read only and required, new in a request", "EE", requiring("ProfileUpdate", "extra", readOnly)),
    single("write only and required, new in a response", "EE", requiring("User", "extra", writeOnly)),
    single("read only and required, new in a response", "AB", requiring("User", "extra", readOnly)),
    {
      name: "read only, now required in a request",
      label: "EE",
      ...extra("Invitation", "extra", readOnly, readOnly),
      apply: requiring("Invitation", "extra", readOnly),
    },
    {
      name: "read only, gone from a request",
      label: "EE",
      ...required("Invitation", readOnly, readOnly),
      apply: () => {},
    },
    {
      name: "read only, shorter in a request",
      label: "EE",
      ...extra("Invitation", "extra", { ...readOnly, maxLength: 9 }, readOnly),
    },
    {
      name: "read only in a list that is sent, shorter",
      label: "EE",
      ...extra("Invitation", "extra", listed({ ...readOnly, maxLength: 9 }), listed(readOnly)),
    },
    {
      name: "in a list that is read only, shorter in a request",
      label: "EE",
      ...extra(
        "Invitation",
        "l",
        { ...listed({ ...text, maxLength: 9 }), readOnly: true },
        { ...listed(text), readOnly: true },
      ),
    },
    {
      name: "write only, of another type in a response",
      label: "EE",
      ...extra("User", "extra", { ...writeOnly, type: "integer" }, writeOnly),
    },
    {
      name: "read only, longer in a response",
      label: "BA",
      ...extra("User", "extra", readOnly, { ...readOnly, maxLength: 9 }),
    },
    {
      name: "read only and shorter, sent",
      label: "BA",
      ...extra("Invitation", "extra", { ...readOnly, maxLength: 9 }, text),
    },
    single(
      "holds itself, and is read only at the nearest place, but sent at another",
      "BA",
      (d) => {
        withTree(d);
        schemas(d).Node.properties.name = { ...text, maxLength: 9 };
      },
      withTree,
    ),
    { name: "read only and required, sent", label: "BB", ...required("Invitation", readOnly, text) },
    { name: "no longer read only, may be sent", label: "AB", ...extra("Invitation", "extra", text, readOnly) },
    { name: "no longer read only, must be sent", label: "BB", ...required("Invitation", text, readOnly) },
    { name: "no longer write only, may be answered", label: "AA", ...extra("User", "extra", text, writeOnly) },
    { name: "no longer write only, must be answered", label: "AB", ...required("User", text, writeOnly) },
  ];
}

/** A node leads back to the tree that has it: in a list that is not sent, and through a branch that is. */
function withTree(document: Document): void {
  const [tree, branch, node] = ["Tree", "Branch", "Node"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  Object.assign(schemas(document), {
    Tree: { type: "object", properties: { nodes: { type: "array", items: node, readOnly: true }, branch } },
    Branch: { type: "object", properties: { node } },
    Node: { type: "object", properties: { name: text, tree } },
  });
  schemas(document).Invitation.properties.tree = tree;
}
