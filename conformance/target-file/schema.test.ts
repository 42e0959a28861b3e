import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { operationIds } from "../../spec/contract.ts";

const schema = JSON.parse(readFileSync(new URL("./target.schema.json", import.meta.url), "utf8"));

it("the schema is valid, as its readers take for granted", () => {
  expect(new Ajv().validateSchema(schema, true)).toBe(true);
});

it("the schema knows the contract's operations", () => {
  expect(schema.definitions.credential.properties.denied.items.enum).toEqual([...operationIds]);
});
