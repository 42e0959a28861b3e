import { expect, it } from "vitest";
import { contract, type Document, normalOf } from "../contract.test.support.ts";
import { judge } from "../judge/judge.ts";

/** What changed where these are the parts of a product, and of a profile that is sent: the sentences, each with the effects. */
function changes(before: readonly object[], after: readonly object[]) {
  const of = (parts: readonly object[]) => {
    const document: Document = contract();
    const weighed = parts.map((weight) => ({ type: "object", properties: { weight } }));
    document.components.schemas.Parcel = { allOf: weighed };
    document.components.requestBodies.ProfileUpdate.content["application/json"].schema = {
      $ref: "#/components/schemas/Parcel",
    };
    return normalOf(document);
  };
  return judge(of(before), of(after)).map(({ text, clients, implementers }) => `${text}: ${clients}, ${implementers}`);
}

const light = { type: "number", maximum: 20 };
const heavy = { type: "number", maximum: 30 };

it("parts of allOf with the same property are compared by what they say together", () => {
  expect(changes([heavy, light], [heavy])).toEqual([
    "Parcel.weight: maximum changed from 20 to 30 in the request: additive, breaking",
  ]);
  expect(changes([heavy], [light, heavy])).toEqual([
    "Parcel.weight: maximum changed from 30 to 20 in the request: breaking, additive",
  ]);
  expect(changes([light, heavy], [light, { type: "number", maximum: 40 }])).toEqual([]);
  expect(changes([heavy, light], [light, { type: "integer", maximum: 20 }])).toEqual([
    "Parcel.weight: type changed from number to integer in the request: breaking, additive",
  ]);
});

it.each<[string, object, object, object]>([
  ["lengths", { minLength: 1, maxLength: 9 }, { minLength: 3, maxLength: 5 }, { minLength: 3, maxLength: 5 }],
  ["an exclusive bound", { maximum: 30 }, { exclusiveMaximum: 30 }, { exclusiveMaximum: 30 }],
  ["values", { enum: ["a", "b"] }, { enum: ["b", "c"] }, { enum: ["b"] }],
  ["types", { type: ["string", "null"] }, { type: "string" }, { type: "string" }],
  ["an integer and a number", { type: "number" }, { type: ["integer", "string"] }, { type: "integer" }],
  ["bounds of 3.0", { maximum: 20, exclusiveMaximum: true }, { maximum: 10 }, { maximum: 10 }],
])("parts of allOf are the same as one schema that says what they say together: %s", (_, one, other, both) => {
  expect(changes([one, other], [both])).toEqual([]);
  expect(changes([both], [other, one])).toEqual([]);
});

it("parts that no single schema can stand for are one change, if what was outside of them is now in one of them", () => {
  const [a, b] = [
    { type: "string", pattern: "a" },
    { type: "string", pattern: "b" },
  ];
  expect(changes([a], [a, b])).toEqual(["Parcel.weight: allOf gains a schema in the request: breaking, additive"]);
  expect(changes([{ ...a, maxLength: 5 }], [{ ...a, maxLength: 4 }, b])).toEqual([
    "Parcel.weight: the combination of schemas (allOf) changed in the request; which of the two allows more cannot be compared: breaking, breaking",
  ]);
});
