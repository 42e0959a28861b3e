import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { parse } from "yaml";
import { readBaseline } from "../conformance/baseline/read-baseline.ts";
import { reportExtensions } from "../conformance/reports/files.ts";
import { loadChecks } from "../conformance/run/checks/registry.ts";

const page = readFileSync(new URL("./reports.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, text = ""]) => text);
const folder = mkdtempSync(join(tmpdir(), "fpk-docs-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("names every format", () => {
  for (const extension of reportExtensions.split(", ")) expect(page).toContain(`| \`${extension}\` |`);
});

it("has workflows that are YAML, which write the reports that they publish", () => {
  const [github, gitlab] = blocks("yaml");
  expect(parse(github ?? "").steps.map((step: object) => Object.keys(step))).toEqual([
    ["uses"],
    ["run"],
    ["run"],
    ["if", "run", "env"],
    ["if", "uses", "with"],
  ]);
  const { script, artifacts } = parse(gitlab ?? "").conformance;
  // Without the installed package, npx would fetch another one that is called fpk.
  expect(script).toEqual(["npm ci", expect.stringContaining(`--report ${artifacts.reports.junit} `)]);
});

it("has a baseline that is read, of checks that there are", async () => {
  const ids = (await loadChecks()).map(({ check }) => check.id);
  for (const text of blocks("json")) {
    const path = join(folder, "baseline.json");
    writeFileSync(path, text);
    for (const { check } of readBaseline(path, "--baseline").known) expect(ids).toContain(check);
  }
});
