import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterAll, expect, it } from "vitest";
import { scenarioChecks } from "../../load/in-k6/scenario-checks.ts";
import { loadContract, operationIds } from "../../spec/contract.ts";
import { fuzzLaws, fuzzRunChecks } from "../fuzz/fuzz-laws.ts";
import { trafficLaws, trafficSequenceLaws } from "../traffic/traffic-laws.ts";
import { checksOfOtherVerbs } from "./checks-of-other-verbs.ts";
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
    '{"known":[{"check":"http_req_duration"},{"check":"auth.expird-key"}]}',
    /\/known\/1\/check: there is no check auth\.expird-key; did you mean auth\.expired-key\?$/,
  ],
  ['{"known":[{"check":"load.served-agian"}]}', /no check load\.served-agian; did you mean load\.served-again\?$/],
  ['{"known":[{"check":"fuzz.anserd"}]}', /no check fuzz\.anserd; did you mean fuzz\.answered\?$/],
  ['{"known":[{"check":"traffic.x"}]}', /no check traffic\.x; a report names each check that failed$/],
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

it("knows the checks of load, fuzz and judge", () => {
  const contract = loadContract();
  const ofLaws = [...fuzzLaws(contract), ...trafficLaws([], contract), ...trafficSequenceLaws([])].map(({ id }) => id);
  const ofLoad = Object.values(scenarioChecks).map(({ id }) => id);
  const ofRun = Object.values(fuzzRunChecks).map(({ id }) => id);
  expect([...checksOfOtherVerbs].sort()).toEqual([...ofLaws, ...ofLoad, ...ofRun].sort());
});
