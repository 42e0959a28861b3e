import { expect, it } from "vitest";
import { contract, normalOf } from "../contract.test.support.ts";
import type { Kind } from "./effects.ts";
import { judge } from "./judge.ts";

const text = { type: "string", maxLength: 9 };
const listOf = (items: object, bounds: object = {}) => ({ type: "array", items, ...bounds });

function withParameter(location: string, schema: object, others: object = {}) {
  const document = contract();
  const parameter = {
    name: "productId",
    in: location,
    schema,
    ...others,
    ...(location === "path" ? { required: true } : {}),
  };
  document.paths["/v1/products/{productId}"].get.parameters = [parameter];
  return normalOf(document);
}

function verdicts(location: string, before: object, after: object, [of, others]: readonly [object?, object?] = []) {
  const changes = judge(withParameter(location, before, of), withParameter(location, after, others));
  return changes.map(({ clients, implementers }): readonly Kind[] => [clients, implementers]);
}

it.each(["query", "path", "header"])(
  "a list for a text in a %s is additive for clients, whose one text is written as before, and breaking for implementers, who have to read several",
  (location) => {
    expect(verdicts(location, text, listOf(text))).toEqual([["additive", "breaking"]]);
    expect(verdicts(location, text, listOf({ type: "string" }, { minItems: 1, maxItems: 5 }))).toEqual([
      ["additive", "breaking"],
    ]);
    expect(verdicts(location, listOf(text), text)).toEqual([["breaking", "additive"]]);
  },
);

it("a list that a single text is not written as, or that does not allow each, is breaking for both", () => {
  const forBoth = [["breaking", "breaking"]];
  expect(verdicts("query", text, listOf({ ...text, maxLength: 5 }))).toEqual(forBoth);
  expect(verdicts("query", text, listOf(text, { minItems: 2 }))).toEqual(forBoth);
  const deep = { style: "pipeDelimited", explode: false };
  expect(verdicts("query", text, listOf(text), [deep, deep])).toEqual(forBoth);
});

it("explode says nothing about a list for a text: one is written the same", () => {
  expect(verdicts("query", text, listOf(text), [{}, { explode: false }])).toEqual(
    expect.arrayContaining([
      ["editorial", "editorial"],
      ["additive", "breaking"],
    ]),
  );
});
