import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { normalOfFiles } from "../contract.test.support.ts";
import { judge } from "../judge/judge.ts";

/** A contract whose response has this schema, which is written in JSON with `NUMBER` in it. */
function normalOf(schema: string, number: string, write: (document: object) => string) {
  const responses = { 200: { description: "", content: { "application/json": { schema: JSON.parse(schema) } } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Parcels", version: "1.0.0" },
    paths: { "/parcels": { get: { operationId: "listParcels", responses } } },
  };
  return normalOfFiles({ "openapi.yaml": write(document).replaceAll(/["']?NUMBER["']?/g, number) });
}

describe.each([
  ["YAML", stringify],
  ["JSON", (document: object) => JSON.stringify(document)],
])("an integer that a number of JavaScript rounds, in %s", (_, write) => {
  const changed = (schema: string, before: string, after: string) =>
    judge(normalOf(schema, before, write), normalOf(schema, after, write)).map(
      ({ text, clients, implementers }) => `${text}: ${clients}, ${implementers}`,
    );

  it.each([
    [
      "a bound",
      '{ "type": "integer", "maximum": "NUMBER" }',
      "9223372036854775807",
      "9223372036854775806",
      "the body of 200: maximum changed from 9223372036854775807 to 9223372036854775806 in the response: additive, breaking",
    ],
    [
      "a bound that is exclusive",
      '{ "type": "number", "exclusiveMinimum": "NUMBER" }',
      "-9223372036854775807",
      "-9223372036854775808",
      "the body of 200: exclusiveMinimum changed from -9223372036854775807 to -9223372036854775808 in the response: breaking, additive",
    ],
    [
      "the tighter of two bounds",
      '{ "allOf": [{ "type": "integer", "maximum": 9007199254740996 }, { "maximum": "NUMBER" }] }',
      "9223372036854775807",
      "9007199254740992",
      "the body of 200: maximum changed from 9007199254740996 to 9007199254740992 in the response: additive, breaking",
    ],
    [
      "a value",
      '{ "type": "integer", "enum": [1, "NUMBER"] }',
      "1234567890123456789",
      "1234567890123456788",
      "the body of 200: enum gains 1234567890123456788 and loses 1234567890123456789 in the response: breaking, breaking",
    ],
    [
      "the only value",
      '{ "const": "NUMBER" }',
      "1234567890123456789",
      "1234567890123456788",
      "the body of 200: the value changed from 1234567890123456789 to 1234567890123456788 in the response: breaking, breaking",
    ],
    [
      "a default",
      '{ "type": "integer", "default": "NUMBER" }',
      "1234567890123456789",
      "1234567890123456788",
      "the body of 200: default changed from 1234567890123456789 to 1234567890123456788: editorial, editorial",
    ],
  ])("is compared and shown as it is written: %s", (_name, schema, before, after, sentence) => {
    expect(changed(schema, before, after)).toEqual([sentence]);
  });

  it("is the same however it is written", () => {
    expect(changed('{ "maximum": "NUMBER" }', "100000000000000000000", "1e20")).toEqual([]);
    expect(changed('{ "maximum": "NUMBER" }', "100000000000000000000", "100000000000000000000.0")).toEqual([]);
  });

  it("is shown as a number of JavaScript is, if it is not written with all its digits", () => {
    const schema = '{ "type": "number", "maximum": "NUMBER" }';
    expect(changed(schema, "1.7976931348623157E+308", "1e20")).toEqual([
      "the body of 200: maximum changed from 1.7976931348623157e+308 to 100000000000000000000 in the response: additive, breaking",
    ]);
  });

  it.each([
    ["BASE", "1e20", "100000000000000000000"],
    ["HEAD", "100000000000000000000", "1e20"],
  ])("is the same bound, inclusive and exclusive, with an exponent in %s", (_name, before, after) => {
    const [inclusive, exclusive] = ["maximum", "exclusiveMaximum"].map(
      (key) => `{ "type": "number", "${key}": "NUMBER" }`,
    );
    const [wide, tight] = [normalOf(inclusive ?? "", before, write), normalOf(exclusive ?? "", after, write)];
    expect(judge(wide, tight)).toMatchObject([{ clients: "additive", implementers: "breaking" }]);
    expect(judge(tight, wide)).toMatchObject([{ clients: "breaking", implementers: "additive" }]);
    const both = '{ "type": "number", "maximum": 100000000000000000000, "exclusiveMaximum": "NUMBER" }';
    expect(judge(tight, normalOf(both, before, write))).toEqual([]);
  });

  it("is one less than a bound that is exclusive, if it is an integer", () => {
    const schema = (key: string) => `{ "type": "integer", "${key}": "NUMBER" }`;
    const judged = judge(
      normalOf(schema("maximum"), "1e20", write),
      normalOf(schema("exclusiveMaximum"), "1e20", write),
    );
    expect(judged).toMatchObject([{ clients: "additive", implementers: "breaking" }]);
  });

  it("is an integer, within the bounds that contain it", () => {
    const schema = (more: string) => `{ "type": "integer", "enum": ["NUMBER"]${more} }`;
    const [before, after] = [schema(', "maximum": 9223372036854775807'), schema("")].map((each) =>
      normalOf(each, "1234567890123456789", write),
    );
    expect(before && after && judge(before, after)).toEqual([]);
  });
});
