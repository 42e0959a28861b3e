import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { renderMarkdown } from "../reports/markdown.ts";
import { sampleReport } from "../reports/sample.test.report.ts";
import { checked } from "./check.test.support.ts";
import { capture } from "./context.test.support.ts";
import { run } from "./report.ts";
import type { ReportOptions } from "./write-report.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fpk-report-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string, text?: string) => {
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
};

async function rendered(path: string, options: ReportOptions = {}) {
  const { io, printed } = capture();
  const code = await run(path, options, io);
  return { code, stdout: printed.stdout };
}

describe("fpk report", () => {
  it("shows a report as the run showed it, and names the file in which the exchanges are", async () => {
    const path = file("a.json", JSON.stringify(sampleReport));
    const { code, stdout } = await rendered(path);
    expect(code).toBe(0);
    expect(stdout).toContain("✗ limit.shared-by-keys   §8 stated");
    expect(stdout).toContain(`in full   fpk show ${path} 2`);
    expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^✗ violates 2 of 61/);
  });

  it("writes it in other formats", async () => {
    const path = file("a.json", JSON.stringify(sampleReport));
    const report = [file("b.md"), file("b.xml"), file("b.har"), file("b.sarif"), file("b.json")];
    expect(await rendered(path, { report })).toEqual({
      code: 0,
      stdout: report.map((each) => `${each} is written\n`).join(""),
    });
    expect(readFileSync(file("b.md"), "utf8")).toBe(renderMarkdown(sampleReport));
    expect(JSON.parse(readFileSync(file("b.json"), "utf8"))).toEqual(sampleReport);
  });

  it("reads a report of schema version 1", async () => {
    const { counts: _, ...rest } = sampleReport;
    const results = rest.results.map((result) => (result.verdict === "warn" ? { ...result, verdict: "fail" } : result));
    const { inPart: __, ...clauses } = rest.clauses;
    const path = file("old.json", JSON.stringify({ ...rest, schemaVersion: 1, results, clauses }));
    await rendered(path, { report: [file("b.json")] });
    expect(JSON.parse(readFileSync(file("b.json"), "utf8"))).toEqual(sampleReport);
  });

  it.each([
    ["[]", "is not a report of fpk check"],
    ["<xml/>", "is not a JSON report; fpk check --report NAME.json makes one"],
    ['{"schemaVersion":9}', "is a report of schema version 9, and this fpk reads versions 1 and 2"],
  ])("refuses %s with a sentence, and writes nothing", async (text, sentence) => {
    await expect(rendered(file("a.json", text), { report: [file("b.md")] })).rejects.toThrow(sentence);
    expect(existsSync(file("b.md"))).toBe(false);
  });

  it("overwrites no other file, and then none at all", async () => {
    const path = file("a.json", JSON.stringify(sampleReport));
    file("b.md", "# Mine\n");
    const report = [file("b.xml"), file("b.md")];
    await expect(rendered(path, { report })).rejects.toThrow(/b\.md already exists and is not a report/);
    expect([existsSync(file("b.xml")), readFileSync(file("b.md"), "utf8")]).toEqual([false, "# Mine\n"]);
  });
});

describe("in a GitHub workflow", () => {
  it("fpk check annotates what fails, and adds to the job's summary", async () => {
    const summary = file("summary", "before\n");
    const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
    const { stdout, code } = await checked({ mutant: "expired-key-accepted" }, { only: ["auth"] }, env);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error title=auth\.expired-key §5\.3::An expired API key is .*: expected 401 for /m);
    expect(readFileSync(summary, "utf8")).toMatch(/^before\n<!-- fpk-check -->\n## ❌ Conformance: violates 1/);
  });

  it("keeps standard output for the report where that is asked for as JSON", async () => {
    const env = { GITHUB_ACTIONS: "true" };
    const { stdout, stderr } = await checked(
      { mutant: "expired-key-accepted" },
      { only: ["auth.expired-key"], json: true },
      env,
    );
    expect(JSON.parse(stdout)).toMatchObject({ conclusion: "violates" });
    expect(stderr).toContain("::error title=auth.expired-key");
  });

  it("elsewhere it does neither", async () => {
    const summary = file("summary", "");
    const only = ["auth.expired-key"];
    const { stdout } = await checked({ mutant: "expired-key-accepted" }, { only }, { GITHUB_STEP_SUMMARY: summary });
    expect([stdout.includes("::error"), readFileSync(summary, "utf8")]).toEqual([false, ""]);
  });
});
