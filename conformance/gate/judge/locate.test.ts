import { expect, it } from "vitest";
import { contract, type Document, normalOf } from "../contract.test.support.ts";
import { judge } from "./judge.ts";

type Change = (document: Document) => unknown;

const schemas = (document: Document) => document.components.schemas;
const card = { type: "object", required: ["number"] };

/** A product is what is named and what is priced; it is paid for in one of two ways. */
function merged(document: Document): void {
  const text = { type: "string" };
  Object.assign(schemas(document), {
    Named: { type: "object", required: ["id"], properties: { id: text, name: text, slug: text } },
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
])("a change is at where it is listed, not at the schema that it is merged into: %s", (_, change, base, head) => {
  expect(places(change)[0]).toEqual([base, head]);
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
