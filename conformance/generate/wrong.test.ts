import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryOf } from "./arbitrary.ts";
import { bodies } from "./bodies.test.support.ts";
import { fieldsOf, nameOf } from "./fields.ts";
import type { Body } from "./place.ts";
import { isValid } from "./valid.ts";
import { withWrong, wrongValuesOf } from "./wrong.ts";

describe.each(bodies)("what is wrong for %s", (_, schema) => {
  const wrong = wrongValuesOf(schema);

  it("covers each field", () => {
    expect(new Set(wrong.map(({ field }) => nameOf(field)))).toEqual(new Set(fieldsOf(schema).map(nameOf)));
  });

  it("makes any valid body invalid", () => {
    fc.assert(
      fc.property(arbitraryOf(schema), fc.constantFrom(...wrong), (body, wrongValue) => {
        // What is generated for an object schema is an object.
        expect(isValid(schema, withWrong(body as Body, [wrongValue]))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it("is rejected for no other reason than its field", () => {
    for (const wrongValue of wrong)
      expect(isValid(wrongValue.field.schema, wrongValue.value), nameOf(wrongValue.field)).toBe(false);
  });
});

it("an enumeration has a value beyond it, of its own type", () => {
  const schema = { type: "object", properties: { kind: { type: "string", enum: ["a", "b"] } } };
  expect(wrongValuesOf(schema).filter(({ violates }) => violates === "enumeration")).toMatchObject([
    { field: { path: ["kind"] }, value: expect.any(String) },
  ]);
});

it("no lenient parser makes a wrong value right: no scalar is replaced by another, nor by null", () => {
  const properties = { name: { type: "string" }, count: { type: "integer" }, isProd: { type: "boolean" } };
  for (const { value } of wrongValuesOf({ type: "object", properties })) expect(value).toBeInstanceOf(Object);
});

it("wrong values are set where they belong, and the rest is left", () => {
  const schema = {
    type: "object",
    properties: { content: { type: "object", properties: { body: { type: "string" } } } },
  };
  const body = { content: { title: "kept" }, notes: "kept" };
  const [first] = wrongValuesOf(schema).filter(({ field }) => nameOf(field) === "content.body");
  expect(withWrong(body, first === undefined ? [] : [first])).toEqual({
    content: { title: "kept", body: first?.value },
    notes: "kept",
  });
  expect(body).toEqual({ content: { title: "kept" }, notes: "kept" });
});
