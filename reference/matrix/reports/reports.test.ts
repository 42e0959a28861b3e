import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { expectedCheck, fails, other, runOf, sampleMatrix } from "../sample.test.support.ts";
import { checkReportPath, writeReport } from "./files.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderTerminal } from "./terminal.ts";

const good = await sampleMatrix();
const bad = await sampleMatrix({
  "expired-key-accepted": runOf("expired-key-accepted"),
  "expiry-in-seconds": runOf("expiry-in-seconds", { [other]: fails(3) }),
  "expiry-on-writes-only": { id: "expiry-on-writes-only", failure: "no verdict after 60 s" },
  "limiter-gcra": runOf("limiter-gcra", { [expectedCheck]: fails(9) }),
});

const folder = mkdtempSync(join(tmpdir(), "matrix-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the JSON", () => {
  const schema = JSON.parse(readFileSync(new URL("./matrix.schema.json", import.meta.url), "utf8"));
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

  it.each([
    ["good", good],
    ["bad", bad],
  ])("of a %s matrix is as the schema says", (_name, matrix) => {
    expect(validate(JSON.parse(renderJson(matrix))), JSON.stringify(validate.errors)).toBe(true);
  });

  it("with another verdict, or a key too many, is not", () => {
    const [first, ...rest] = good.mutants;
    expect(validate({ ...good, mutants: [{ ...first, verdict: "wounded" }, ...rest] })).toBe(false);
    expect(validate({ ...good, extra: 1 })).toBe(false);
  });
});

describe("the HTML of some mutants", () => {
  const checksOf = (text: string) =>
    [...text.slice(text.indexOf('id="checks"')).matchAll(/<tr id="([^"]+)"/g)].map(([, id]) => id);

  it("lists the checks that fail on one of them, and leads to each", () => {
    expect(checksOf(renderHtml(good))).toEqual([expectedCheck]);
    expect(checksOf(renderHtml(bad))).toEqual([other, expectedCheck]);
    const ids = new Set([...renderHtml(bad).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, id] of renderHtml(bad).matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
  });
});

describe("every format", () => {
  const formats = [
    ["terminal", renderTerminal(bad, { colour: false })],
    ["Markdown", renderMarkdown(bad).replaceAll("\\", "")],
    ["HTML", renderHtml(bad)],
  ] as const;

  it.each(formats)("%s says what is wrong, and where", (_name, text) => {
    for (const part of [
      "alive: no check failed",
      "expired-key-accepted (auth.key-expiry)",
      "found by checks of other clauses only",
      "expiry-in-seconds",
      `failed: ${other}`,
      "expiry-on-writes-only: no verdict after 60 s",
      "false positives: legal choices on which a check fails, or leaves a clause unjudged that it should judge",
      "limiter-gcra: auth.expired-key (stated): fail",
      bad.summary,
    ]) {
      expect(text).toContain(part);
    }
  });

  it.each(formats)("%s shows no control character of an answer", (_name, text) => {
    expect(text).not.toContain("\u001b");
  });

  it("HTML and Markdown take no markup from an answer", () => {
    expect(renderHtml(bad)).toContain("&lt;401&gt;");
    expect(renderMarkdown(bad)).toContain("\\<401\\>");
  });
});

it("the terminal's last line is the summary", async () => {
  const lines = renderTerminal(good, { colour: false }).trimEnd().split("\n");
  expect(lines.at(-1)).toBe(
    `✓ ${good.mutants.length} of ${good.mutants.length} mutants killed · 1 of 1 checks kill · 2 of 2 legal choices conform · median 92 requests to the first failure · 1.5 s`,
  );
});

describe("a file", () => {
  it.each(["json", "html", "md"])(
    "of .%s takes the place of an earlier matrix, and of nothing else",
    async (extension) => {
      const path = join(folder, `matrix.${extension}`);
      await checkReportPath(path);
      await writeReport(good, path);
      await checkReportPath(path);
      writeFileSync(path, "precious");
      await expect(checkReportPath(path)).rejects.toThrow("is not a kill matrix");
    },
  );

  it.each([
    ["matrix.pdf", ".json, .html, .md"],
    ["no/such/folder/matrix.json", "does not exist"],
  ])("%s is rejected", async (path, sentence) => {
    await expect(checkReportPath(join(folder, path))).rejects.toThrow(sentence);
  });
});
