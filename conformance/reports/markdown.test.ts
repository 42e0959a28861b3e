import { marked, type Tokens } from "marked";
import { expect, it } from "vitest";
import { renderMarkdown } from "./markdown.ts";
import { sampleReport } from "./sample.test.report.ts";

const tablesOf = (markdown: string) =>
  marked.lexer(markdown).filter((token): token is Tokens.Table => token.type === "table");
const textsOf = (cells: readonly Tokens.TableCell[] = []) =>
  cells.map(({ tokens }) => marked.Parser.parseInline(tokens));

it("begins with the mark by which a workflow finds it, and the verdict", () => {
  expect(renderMarkdown(sampleReport)).toMatch(/^<!-- fpk-check -->\n## ❌ Conformance: violates 2 of 61/);
});

it("has a table of what failed, the worst first, with a row for each and its difference", () => {
  const [failures] = tablesOf(renderMarkdown(sampleReport));
  expect(failures?.rows.map((row) => textsOf(row)[0])).toEqual(["❌", "❌", "❓", "❓", "⚠️"]);
  expect(textsOf(failures?.rows[0])).toEqual([
    "❌",
    "<code>limit.shared-by-keys</code><br>§8 stated",
    "two keys of one organization share its limit",
    "expected 429 for the second key, once the first had used all 100<br>actual 200, X-RateLimit-Remaining: 99",
  ]);
});

it("says first what to fix, before the long table", () => {
  const markdown = renderMarkdown(sampleReport);
  expect(markdown.indexOf("**Probable causes")).toBeLessThan(markdown.indexOf("| | Check |"));
  expect(markdown).toContain("**Probable causes");
});

it("folds what is long: each failure with its commands, the skipped, the choices", () => {
  const html = marked.parse(renderMarkdown(sampleReport), { async: false });
  expect(html.match(/<details>/g)).toHaveLength(5);
  expect(html.match(/<\/details>/g)).toHaveLength(5);
  expect(html).toContain("<summary>❌ <code>limit.shared-by-keys</code></summary>");
  expect(html).toMatch(/<pre><code class="language-text">✗ limit\.shared-by-keys[\s\S]*again {5}fpk check --only/);
  expect(html).toMatch(/<summary>3 checks skipped<\/summary>\s*<ul>/);
});

it("renders nothing of what the target wrote", () => {
  const hostile = "<img src=x> | [a](b) ![i](j) **b** ``` @team #1 \u001b[2J `x` </details>";
  const painted = sampleReport.results.map((result) => ({
    ...result,
    message: hostile,
    expected: hostile,
    actual: hostile,
  }));
  const [choice] = sampleReport.observations.slice(1);
  const observations = choice === undefined ? [] : [{ ...choice, choice: hostile, contradiction: hostile }];
  const markdown = renderMarkdown({
    ...sampleReport,
    results: painted,
    observations,
    notes: [hostile],
    doubts: [hostile],
  });
  const html = marked.parse(markdown, { async: false });
  expect(html).not.toMatch(/<(img|a)\b|<strong>b/);
  expect(html.match(/<\/details>/g)).toHaveLength(html.match(/<details>/g)?.length ?? 0);
  for (const table of tablesOf(markdown)) for (const row of table.rows) expect(row).toHaveLength(table.header.length);
  expect(textsOf(tablesOf(markdown)[0]?.rows[0])[3]).toContain("&lt;img src=x&gt; | [a](b)");
});

it("stays below GitHub's limit of 65,536 characters, and says that there is more", () => {
  const [, failed] = sampleReport.results;
  const long = "🦊 lorem ipsum ".repeat(500);
  const results = Array.from({ length: 200 }, (_, at) => ({
    ...failed,
    id: `many.failures-${at}`,
    expected: long,
    actual: long,
  }));
  const markdown = renderMarkdown({ ...sampleReport, results: results as never });
  expect(Buffer.byteLength(markdown)).toBeLessThan(65_536);
  expect(markdown).toMatch(/… and \d+ more, all in the JSON report \(--report report\.json writes it\)/);
  const causes = results.map(({ id }) => ({ cause: long, checks: [id], hides: [] }));
  const shortest = renderMarkdown({ ...sampleReport, results: results as never, causes });
  expect(Buffer.byteLength(shortest)).toBeLessThan(65_536);
  expect(shortest).toContain("violates 2 of 61");
});

it("does not say of a script's own threshold that the document asks for it", () => {
  const heading = (section: string) => {
    const results = sampleReport.results.map((result) => ({ ...result, section }));
    return textsOf(tablesOf(renderMarkdown({ ...sampleReport, results }))[0]?.header)[2];
  };
  expect([heading("8"), heading("")]).toEqual(["What the document asks", "What the document, or the script, asks"]);
});
