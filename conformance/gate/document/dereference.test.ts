import { describe, expect, it } from "vitest";
import { type Document, normalOf } from "../contract.test.support.ts";
import { judge } from "../judge/judge.ts";

const count = 400;

/** Schemas of which each refers to the next, and the last to the first; `used` of them by an operation each. */
function ring(used: number, changed?: string) {
  const names = Array.from({ length: count }, (_, at) => `S${at}`);
  const schemas = Object.fromEntries(
    names.map((name, at) => [
      name,
      {
        type: "object",
        properties: {
          next: { $ref: `#/components/schemas/S${(at + 1) % count}` },
          text: { type: name === changed ? "integer" : "string" },
        },
      },
    ]),
  );
  const get = (name: string) => ({
    responses: {
      "200": { description: "", content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } },
    },
  });
  const paths = Object.fromEntries(names.slice(0, used).map((name) => [`/${name}`, { get: get(name) }]));
  return normalOf({ openapi: "3.1.0", info: { title: "Ring", version: "1.0.0" }, paths, components: { schemas } });
}

it("the place at which a circular schema ends does not depend on the names of the schemas between", () => {
  const tree = (children: object, schemas: object) => {
    const Node = { type: "object", properties: { children } };
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Node" } } };
    const paths = { "/tree": { get: { responses: { "200": { description: "", content } } } } };
    const info = { title: "Tree", version: "1.0.0" };
    return normalOf({ openapi: "3.1.0", info, paths, components: { schemas: { Node, ...schemas } } });
  };
  const list = { type: "array", items: { $ref: "#/components/schemas/Node" } };
  const inPlace = tree(list, {});
  const named = tree({ $ref: "#/components/schemas/Nodes" }, { Nodes: list });
  const asPart = tree({ allOf: [{ $ref: "#/components/schemas/Nodes" }] }, { Nodes: list });
  expect(judge(inPlace, named)).toEqual([]);
  expect(judge(inPlace, asPart)).toEqual([]);
});

it("a contract whose schemas stand at too many places is refused", () => {
  const names = Array.from({ length: 30 }, (_, at) => `S${at}`);
  const ref = (at: number) => ({ $ref: `#/components/schemas/${names[at] ?? names.at(-1)}` });
  const schemas = names.map((name, at) => [
    name,
    at === names.length - 1 ? { type: "string" } : { properties: { left: ref(at + 1), right: ref(at + 1) } },
  ]);
  const content = { "application/json": { schema: ref(0) } };
  const paths = { "/tree": { get: { responses: { "200": { description: "", content } } } } };
  const info = { title: "Tree", version: "1.0.0" };
  expect(() =>
    normalOf({ openapi: "3.1.0", info, paths, components: { schemas: Object.fromEntries(schemas) } }),
  ).toThrow("is too deep for this tool");
});

/** Schemas that refer to each other, as in an API whose fields hold an id or, if it is asked for, the object. */
function expandable(change: (schemas: Document) => void = () => {}) {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schema = (own: string, ...others: string[]) => ({
    type: "object",
    required: ["id"],
    properties: {
      id: { type: "string" },
      [own]: { type: "string" },
      ...Object.fromEntries(others.map((name) => [`of${name}`, { anyOf: [{ type: "string" }, ref(name)] }])),
      parent: { allOf: [ref(others[0] ?? "")], nullable: true },
    },
  });
  const schemas: Document = {
    Card: schema("number", "Customer", "Charge"),
    Charge: schema("amount", "Card", "Customer"),
    Customer: schema("email", "Card", "Charge"),
  };
  schemas.Customer.properties.sources = {
    type: "array",
    items: { anyOf: [ref("Card"), ref("Charge"), { type: "null" }] },
  };
  change(schemas);
  const responses = (name: string) => ({
    responses: { "200": { description: "", content: { "application/json": { schema: ref(name) } } } },
  });
  const paths: Document = Object.fromEntries(
    Object.keys(schemas).map((name) => [`/${name}`, { get: { operationId: name, ...responses(name) } }]),
  );
  const requestBody = { content: { "application/json": { schema: ref("Charge") } } };
  paths["/Charge"] = { ...paths["/Charge"], post: { operationId: "pay", requestBody, responses: {} } };
  return normalOf({ openapi: "3.0.3", info: { title: "Pay", version: "1.0.0" }, paths, components: { schemas } });
}

it.each<[string, (schemas: Document) => void, ...string[]]>([
  ["nothing", () => {}],
  ["the order of alternatives", (d) => d.Customer.properties.sources.items.anyOf.reverse()],
  ["a reference inlined", (d) => (d.Card.properties.ofCharge.anyOf[1] = structuredClone(d.Charge))],
  [
    "an alternative for null, instead of nullable",
    (d) => (d.Card.properties.parent = { anyOf: [{ type: "null" }, { $ref: "#/components/schemas/Customer" }] }),
  ],
  [
    "a property that is gone",
    (d) => delete d.Card.properties.number,
    "Card.number: removed from the response and the request: Card,pay,Charge,Customer",
  ],
])("schemas that refer to each other are compared: %s", (_, change, ...expected) => {
  const changes = judge(expandable(), expandable(change));
  expect(changes.map(({ text, operations }) => `${text}: ${operations}`)).toEqual(expected);
});

describe(`a ring of ${count} schemas`, () => {
  it("is compared if an operation uses it", () => {
    const changes = judge(ring(1), ring(1, "S200"));
    expect(changes.map(({ text }) => text)).toEqual(["S200.text: type changed from string to integer in the response"]);
  });

  it("is compared if operations use every schema of it", () => {
    const [change, ...others] = judge(ring(count), ring(count, "S200"));
    expect(change?.text).toBe("S200.text: type changed from string to integer in the response");
    expect(change?.operations).toHaveLength(count);
    expect(others).toEqual([]);
  });
});
