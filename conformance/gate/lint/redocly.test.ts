import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { newFolder } from "../repository.test.support.ts";
import { lint, ruleset } from "./redocly.ts";

it("a contract is linted as our contract is", () => {
  const ours = parse(readFileSync(new URL("../../../.redocly.yaml", import.meta.url), "utf8"));
  expect(ruleset).toEqual(ours);
});

it("a long chain of references is linted", async () => {
  const folder = newFolder();
  const ref = (at: number) => ({ $ref: `#/components/schemas/S${at}` });
  const count = 700;
  const schemas = Array.from({ length: count }, (_, at) => [
    `S${at}`,
    { type: "object", properties: { lines: { type: "array", items: { anyOf: [ref((at + 1) % count)] } } } },
  ]);
  const content = { "application/json": { schema: ref(0) } };
  const paths = { "/a": { get: { operationId: "a", responses: { 200: { description: "", content } } } } };
  const document = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths };
  const text = JSON.stringify({ ...document, components: { schemas: Object.fromEntries(schemas) } });
  writeFileSync(join(folder, "chain.json"), text);
  await expect(lint(folder, ["chain.json"])).resolves.toBeDefined();
});

it("a linter that reports nothing is not taken for one that finds nothing", async () => {
  await expect(lint(newFolder(), ["nowhere.yaml"])).rejects.toThrow("Redocly's linter could not be run");
});
