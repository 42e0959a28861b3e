import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, expect, it } from "vitest";
import { operationIds } from "../../spec/contract.ts";
import { readBaseline } from "./read-baseline.ts";

const folder = mkdtempSync(join(tmpdir(), "fpk-baseline-"));
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  const path = join(folder, "b.json");
  writeFileSync(path, text);
  return readBaseline(path, "--baseline");
}

it("reads what the schema allows", () => {
  const text = '{"known":[{"check":"a.b","operations":["getMe"],"reason":"r","until":"2026-12-31"},{"check":"c.d"}]}';
  expect(read(text)).toEqual(JSON.parse(text));
});

it.each([
  ["{", /^--baseline \S+b\.json is not JSON at line 1, column 2: /],
  ["[]", /is not a baseline: must be an object, not an array$/],
  ['{"schemaVersion":2}', /is not a baseline: the property `known` is missing/],
  ['{"known":[{"chek":"a.b"}]}', /is not a baseline, \/known\/0: the property `check` is missing; `chek` is not known/],
  ['{"known":[{"check":"a","operations":["getMee"]}]}', /\/known\/0\/operations\/0: .* did you mean `getMe`\?$/],
  ['{"known":[{"check":"a","reason":7}]}', /\/known\/0\/reason: must be a string, not a number$/],
  [
    '{"known":[{"check":"load.x"},{"check":"auth.expird-key"}]}',
    /\/known\/1\/check: there is no check auth\.expird-key; did you mean auth\.expired-key\?$/,
  ],
  ['{"known":[{"check":"a","until":"31.12.2026"}]}', /\/known\/0\/until: must match format "date"; change it$/],
])("refuses %s in a sentence", (text, sentence) => {
  expect(() => read(text)).toThrow(sentence);
});

it("names a file that is not there", () => {
  expect(() => readBaseline("nowhere.json", "--baseline")).toThrow("--baseline nowhere.json is not there");
});

it("the schema is valid, and knows the contract's operations", () => {
  const schema = JSON.parse(readFileSync(new URL("./baseline.schema.json", import.meta.url), "utf8"));
  expect(new Ajv().validateSchema(schema, true)).toBe(true);
  expect(schema.properties.known.items.properties.operations.items.enum).toEqual([...operationIds]);
});
