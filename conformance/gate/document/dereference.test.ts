import { describe, expect, it } from "vitest";
import { normalOf } from "../contract.test.support.ts";
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

describe(`a ring of ${count} schemas`, () => {
  it("is compared if an operation uses it", () => {
    const changes = judge(ring(1), ring(1, "S200"));
    expect(changes.map(({ text }) => text)).toEqual(["S200.text: type changed from string to integer in the response"]);
  });

  it("is refused as too deep if operations use every schema of it", () => {
    expect(() => ring(count)).toThrow("is too deep for this tool");
  });
});
