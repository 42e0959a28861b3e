import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { operationIds } from "../../spec/contract.ts";
import { clauseLine, operationLine } from "../../spec/contract-lines.ts";
import { loadClauses } from "../../spec/ledger.ts";
import type { Report } from "../model/report.ts";
import { sampleReport } from "./sample.test.report.ts";
import { renderSarif } from "./sarif.ts";
import { validRunOf } from "./sarif-schema.test.support.ts";

const runOf = (report: Report) => validRunOf(renderSarif(report));
const linesOf = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").split("\n");
const contract = linesOf("spec/openapi.yaml");
// biome-ignore lint/suspicious/noExplicitAny: it is valid by the schema
const lineOf = (result: any, below = 0) => contract[result.locations[0].physicalLocation.region.startLine - 1 + below];
// biome-ignore lint/suspicious/noExplicitAny: it is valid by the schema
const lineBelow = (result: any) => lineOf(result, 1);
// biome-ignore lint/suspicious/noExplicitAny: it is valid by the schema
const resultsOf = (run: any, id: string) => run.results.filter(({ ruleId }: { ruleId: string }) => ruleId === id);

it("is valid by SARIF's schema, with a rule for each check", () => {
  const run = runOf(sampleReport);
  expect(run.tool.driver.rules).toHaveLength(sampleReport.results.length);
  for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
});

it("locates a failure in the lines of the operations on which the check fails", () => {
  const found = resultsOf(runOf(sampleReport), "schema.types");
  expect(found.map(lineBelow)).toEqual([
    "      operationId: listFeatures",
    "      operationId: listProducts",
    "      operationId: submitFeedback",
  ]);
  expect(found[0].message.text).toContain("(listFeatures). Expected string at /data/0/id (Feature.id); actual 7.");
  const prints = found.map(({ partialFingerprints }: { partialFingerprints: object }) =>
    JSON.stringify(partialFingerprints),
  );
  expect(new Set(prints).size).toBe(found.length);
});

it("locates what is found in the sequence of requests where the contract names the section", () => {
  const [failed] = sampleReport.results.filter(({ id }) => id === "limit.shared-by-keys");
  const results =
    failed === undefined ? [] : [{ ...failed, id: "limit.recovers", clause: "limit.recovery", judged: 104 }];
  const [found] = runOf({ ...sampleReport, results }).results;
  expect(lineOf(found)).toBe("      description: The limit for the window (§8)");
});

it("has errors, warnings and notes, nothing for what passed, and a broken check as a notification", () => {
  const run = runOf(sampleReport);
  const levels = Object.fromEntries(run.results.map(({ ruleId, level }: Record<string, string>) => [ruleId, level]));
  expect(levels).toEqual({
    "limit.shared-by-keys": "error",
    "schema.types": "error",
    "detail.agrees": "warning",
    "feedback.status-readable": "note",
  });
  expect(run.invocations[0].toolExecutionNotifications).toHaveLength(1);
});

it("tags a threshold of a load script as one, and not as stated by the document", () => {
  const thresholds = sampleReport.results.map((result) => ({ ...result, section: "" }));
  for (const { properties } of runOf({ ...sampleReport, results: thresholds }).tool.driver.rules)
    expect(properties.tags).toEqual(["threshold"]);
});

it("knows the line of every operation and of every clause", () => {
  for (const operation of operationIds) {
    expect(contract.slice(operationLine(operation) - 1, operationLine(operation) + 1).join("\n")).toMatch(
      new RegExp(`^ {4}(get|post|put):\n {6}operationId: ${operation}$`),
    );
  }
  const ledger = linesOf("spec/clauses.yaml");
  for (const { id } of loadClauses()) expect(ledger[(clauseLine(id) ?? 0) - 1]).toBe(`- id: ${id}`);
});
