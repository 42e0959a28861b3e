import { expect, it } from "vitest";
import { contract, type Document, normalOf, normalOfFiles } from "../contract.test.support.ts";
import { judge } from "./judge.ts";

type Change = (document: Document) => unknown;

const schemas = (document: Document) => document.components.schemas;
const card = { type: "object", required: ["number"] };

/** A product is what is named and what is priced; it is paid for in one of two ways. */
function merged(document: Document): void {
  const text = { type: "string" };
  Object.assign(schemas(document), {
    Named: { type: "object", required: ["id"], properties: { description: text, id: text, name: text, slug: text } },
    Priced: { type: "object", properties: { price: text, payment: { $ref: "#/components/schemas/Payment" } } },
    Payment: { oneOf: [{ type: "object", required: ["iban"] }, { $ref: "#/components/schemas/Card" }] },
    Card: card,
    Cheque: { properties: { number: { type: "string", writeOnly: true } } },
    Tender: { properties: { number: { type: "string", writeOnly: true }, till: text } },
    Actor: { anyOf: [{ $ref: "#/components/schemas/Cheque" }, { $ref: "#/components/schemas/Tender" }] },
    Product: { allOf: [{ $ref: "#/components/schemas/Named" }, { $ref: "#/components/schemas/Priced" }] },
  });
}

/** Where each change is in BASE and in HEAD, below the schemas. */
function places(change: Change) {
  const [base, head] = [contract(), contract()];
  for (const document of [base, head]) merged(document);
  change(head);
  const below = (pointer: string | undefined) => pointer?.replace("/components/schemas/", "");
  return judge(normalOf(base), normalOf(head)).map((each) => [below(each.base?.pointer), below(each.head.pointer)]);
}

it.each<[string, Change, ...(string | undefined)[]]>([
  ["now required", (d) => schemas(d).Named.required.push("name"), "Named/required", "Named/required"],
  ["required for the first time", (d) => (schemas(d).Priced.required = ["price"]), "Priced", "Priced/required"],
  ["no longer required", (d) => delete schemas(d).Named.required, "Named/required", "Named"],
  ["gone", (d) => delete schemas(d).Named.properties.name, "Named/properties/name", "Named/properties"],
  [
    "added",
    (d) => (schemas(d).Priced.properties.card = { $ref: "#/components/schemas/Card" }),
    undefined,
    "Priced/properties/card",
  ],
  ["an alternative", (d) => schemas(d).Payment.oneOf.unshift({ type: "array" }), undefined, "Payment/oneOf/0"],
  [
    "an alternative by reference",
    (d) => {
      schemas(d).Cash = { type: "object", required: ["coins"] };
      schemas(d).Payment.oneOf.push({ $ref: "#/components/schemas/Cash" });
    },
    undefined,
    "Payment/oneOf/2",
  ],
  [
    "in an alternative that now comes after another one",
    (d) => delete schemas(d).Cheque.properties.number.writeOnly,
    "Cheque/properties/number/writeOnly",
    "Cheque/properties/number",
  ],
  [
    "a whole part gone",
    (d) => {
      schemas(d).Product.allOf.pop();
    },
    "Priced/properties/payment",
    "Product",
  ],
  [
    "a part gone, with a property that has the name of a keyword",
    (d) => {
      schemas(d).Product.description = "What is sold";
      schemas(d).Product.allOf.shift();
    },
    "Named/properties/description",
    "Product",
  ],
  [
    "anything in place of a schema, in a part",
    (d) => (schemas(d).Priced.properties.price = true),
    "Priced/properties/price/type",
    "Priced/properties/price",
  ],
])("a change is at where it is listed, not at the schema that it is merged into: %s", (_, change, base, head) => {
  expect(places(change)[0]).toEqual([base, head]);
});

it.each<[string, Change, Change, string, string]>([
  [
    "a text beside a $ref",
    () => {},
    (d) => (schemas(d).Priced.properties.payment.description = "How it is paid"),
    "Priced.payment: description was added",
    "Priced/properties/payment/description",
  ],
  [
    "a keyword beside a $ref",
    () => {},
    (d) => (schemas(d).Priced.properties.payment.minProperties = 1),
    "Product.payment: minProperties 1 was added in the response",
    "Priced/properties/payment/minProperties",
  ],
  ...(["Named", "Priced"] as const).map((part): [string, Change, Change, string, string] => [
    `a keyword in a part of allOf (${part})`,
    (d) => {
      schemas(d).Named.properties.kind = { type: "string" };
      schemas(d).Priced.properties.kind = { const: "scan" };
    },
    (d) => {
      if (part === "Named") schemas(d).Named.properties.kind.maxLength = 3;
      else schemas(d).Priced.properties.kind.const = "scanned";
    },
    part === "Named"
      ? "Named.kind: maxLength 3 was added in the response"
      : "Priced.kind: the value changed from scan to scanned in the response",
    `${part}/properties/kind/${part === "Named" ? "maxLength" : "const"}`,
  ]),
  [
    "a keyword that a part of allOf no longer has",
    (d) => {
      schemas(d).Named.properties.kind = { type: "string" };
      schemas(d).Priced.properties.kind = { type: "string", maxLength: 3 };
    },
    (d) => delete schemas(d).Priced.properties.kind.maxLength,
    "Priced.kind: maxLength 3 was removed in the response",
    "Priced/properties/kind",
  ],
])("a change has the name and the place of the schema in which it was made: %s", (_, before, change, text, place) => {
  const [base, head] = [contract(), contract()];
  for (const document of [base, head]) {
    merged(document);
    before(document);
  }
  change(head);
  const [first] = judge(normalOf(base), normalOf(head));
  expect([first?.text, first?.head.pointer]).toEqual([text, `/components/schemas/${place}`]);
});

it("a description beside the $ref of a parameter is at the $ref", () => {
  const [base, head] = [contract(), contract()];
  const path = Object.keys(head.paths).find((each) => head.paths[each].parameters?.[0]?.$ref) ?? "";
  head.paths[path].parameters[0].description = "Which one";
  const [change] = judge(normalOf(base), normalOf(head));
  expect(change?.head.pointer).toMatch(/^\/paths\/.*\/parameters\/0\/description$/);
});

it("a webhook that is gone was among the webhooks", () => {
  const before = contract();
  const post = { operationId: "tell", responses: { 204: { description: "" } } };
  before.webhooks = { done: { post }, paid: { post: { ...post, operationId: "pay" } } };
  const after = structuredClone(before);
  delete after.webhooks.done;
  const [change] = judge(normalOf(before), normalOf(after));
  expect([change?.base?.pointer, change?.head.pointer]).toEqual(["/webhooks/done/post", "/webhooks"]);
});

it("what has its usual value now is at where that is written", () => {
  const limit = (required: boolean) => {
    const document = contract();
    const schema = { type: "integer" };
    document.paths["/v1/me"].get.parameters = [{ name: "limit", in: "query", required, schema }];
    return normalOf(document);
  };
  const [change] = judge(limit(true), limit(false));
  expect(change?.head.pointer).toBe("/paths/~1v1~1me/get/parameters/0/required");
});

it("contracts in two folders: no longer required is at where the others still are, and a callback in its file", () => {
  const read = (folder: string, required: string, callback: string) =>
    normalOfFiles({
      [`${folder}/openapi.json`]: `{"openapi":"3.1.0","paths":{"/items":{"$ref":"items.yaml"}}}`,
      [`${folder}/items.yaml`]: `post: { ${callback} responses: { 200: { description: "", content: { application/json: { schema: { required: [${required}] } } } } } }`,
    });
  const callback = `callbacks: { done: { "{$request.body#/url}": { post: { responses: { 204: { description: "" } } } } } },`;
  const changes = judge(read("a", "id, name", callback), read("b", "name", ""));
  expect(new Set(changes.map(({ head }) => `${head.file} ${head.pointer}`))).toEqual(
    new Set(["b/items.yaml /post/responses/200/content/application~1json/schema/required", "b/items.yaml /post"]),
  );
});

it("another kind of credentials is at the scheme, where the operations require the same schemes", () => {
  const [before, after] = [contract(), contract()];
  const [name = ""] = Object.keys(after.components.securitySchemes);
  after.components.securitySchemes[name] = { type: "http", scheme: "basic" };
  const places = judge(normalOf(before), normalOf(after)).filter(({ kind }) => kind === "breaking");
  expect(places.map(({ head }) => head.pointer)).toEqual([`/components/securitySchemes/${name}`]);
});

it.each<[string, Change, Change, string]>([
  [
    "the properties that are not evaluated",
    (d) => (schemas(d).Product.unevaluatedProperties = true),
    (d) => (schemas(d).Product.unevaluatedProperties = false),
    "/components/schemas/Product/unevaluatedProperties",
  ],
  [
    "tags",
    (d) => (d.paths["/v1/me"].get.tags = ["a"]),
    (d) => (d.paths["/v1/me"].get.tags = ["b"]),
    "/paths/~1v1~1me/get/tags",
  ],
  [
    "the property of a discriminator with a mapping",
    (d) => (schemas(d).Product.discriminator = { propertyName: "id", mapping: { f: "Feature" } }),
    (d) => (schemas(d).Product.discriminator = { propertyName: "slug", mapping: { f: "Feature" } }),
    "/components/schemas/Product/discriminator/propertyName",
  ],
  ...[{ p: "Feature" }, { p: "Product", f: "Feature" }].map((mapping): [string, Change, Change, string] => {
    const withMapping = (names: object) => (d: Document) =>
      Object.assign(schemas(d).Product, {
        oneOf: [{ $ref: "#/components/schemas/Feature" }, { $ref: "#/components/schemas/Installation" }],
        discriminator: { propertyName: "kind", mapping: names },
      });
    return [
      `the mapping ${Object.keys(mapping)}`,
      withMapping({ p: "Product" }),
      withMapping(mapping),
      "/components/schemas/Product/discriminator/mapping",
    ];
  }),
])("a keyword that the normal form writes otherwise is at where it is written: %s", (_, before, after, pointer) => {
  const [base, head] = [contract(), contract()];
  before(base);
  after(head);
  expect(judge(normalOf(base), normalOf(head))[0]?.head.pointer).toBe(pointer);
});
