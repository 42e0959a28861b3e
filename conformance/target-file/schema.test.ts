import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { operationIds } from "../../spec/contract.ts";

it("the schema knows the contract's operations", () => {
  const schema = JSON.parse(readFileSync(new URL("./target.schema.json", import.meta.url), "utf8"));
  expect(schema.definitions.credential.properties.denied.items.enum).toEqual([...operationIds]);
});
