import { marked, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import type { Observation, Report, Result } from "../model/report.ts";
import { sampleReport } from "../reports/sample.test.report.ts";
import { compareReports } from "./compare.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderTerminal } from "./terminal.ts";

const changed = (results: Readonly<Record<string, Partial<Result>>>, of: Partial<Report> = {}): Report => ({
  ...sampleReport,
  ...of,
  results: sampleReport.results.map((result) => ({ ...result, ...results[result.id] })),
});
const after = changed(
  {
    "limit.shared-by-keys": { verdict: "pass", message: "" },
    "auth.expired-key": { verdict: "pass", message: "" },
    "schema.types": { message: "fails in another way" },
  },
  { summary: "violates 1 stated clause", seconds: 61 },
);
const compared = (...reports: readonly Report[]) =>
  compareReports(reports.map((report, at) => ({ name: `${at}.json`, report })));
const choiceOf = (clause: string, ...choices: readonly string[]): Observation => ({
  clause,
  section: "7.4",
  choice: choices.join(", "),
  choices,
});

it("distinguishes checks that are judged differently from those that only some reports judged", () => {
  const { different, partlyJudged, alike } = compared(sampleReport, after);
  expect(different.map(({ id }) => id)).toEqual(["limit.shared-by-keys"]);
  expect(partlyJudged.map(({ id }) => id)).toEqual(["auth.expired-key"]);
  expect(alike).toBe(sampleReport.results.length - 2);
});

it("takes a known failure for a failure, and a check that was not run for one that was not judged", () => {
  const known = changed({ "limit.shared-by-keys": { verdict: "warn", known: { reason: "agreed" } } });
  expect(compared(sampleReport, known).different).toEqual([]);
  const less = { ...sampleReport, results: sampleReport.results.slice(1) };
  expect(compared(sampleReport, less).partlyJudged.map(({ id }) => id)).toEqual(["list.wrapped"]);
});

it("compares a check that several load scenarios judged by scenario, also with a report of only one of them", () => {
  const [passed] = sampleReport.results.filter(({ verdict }) => verdict === "pass");
  if (passed === undefined) throw new Error("no result of the sample passes");
  const answered = (scenario: string | undefined, verdict: Result["verdict"]): Result => ({
    ...passed,
    id: "load.answered",
    verdict,
    ...(scenario === undefined ? {} : { scenario }),
  });
  const several = { ...sampleReport, results: [answered("limit", "fail"), answered("flow", "pass")] };
  const both = compared(several, { ...several, results: [answered("limit", "pass"), answered("flow", "pass")] });
  expect(both.different.map(({ id }) => id)).toEqual(["load.answered (limit)"]);
  expect(both.alike).toBe(1);
  const latency = { count: 9, p50: 2, p95: 4, p99: 9, max: 9 };
  const load = { requests: 9, perSecond: 3, limited: 0, unanswered: 0, scenario: "limit", latency };
  const ofOne = compared(several, { ...sampleReport, load, results: [answered(undefined, "pass")] });
  expect(ofOne.different.map(({ id }) => id)).toEqual(["load.answered (limit)"]);
  expect(ofOne.partlyJudged.map(({ id }) => id)).toEqual(["load.answered (flow)"]);
});

it("shows the figures of load runs side by side, by scenario", () => {
  const figuresWith = (p95: number) => ({
    ...{ requests: 9, perSecond: 3, limited: 0, unanswered: 0, scenario: "steady" },
    latency: { count: 9, p50: 2, p95, p99: 9, max: 9 },
  });
  const [a, b] = [4, 40].map((p95) => ({ ...sampleReport, load: figuresWith(p95) }));
  const both = compareReports(
    [a, b, sampleReport].flatMap((report, at) => (report ? { name: `${at}.json`, report } : [])),
  );
  expect(both.figures).toContainEqual({ figure: "steady: latency p95", values: ["4 ms", "40 ms", ""] });
  expect(both.figures.map(({ figure }) => figure)).not.toContain("steady: in the queue, p95");
  expect(renderTerminal(both, { colour: false, width: 80 })).toContain(
    "  steady: latency p95   A 4 ms · B 40 ms · C –\n",
  );
  expect(renderMarkdown(both)).toContain("| steady: latency p95 | 4 ms | 40 ms | – |");
  expect(renderHtml(both)).toContain("steady: latency p95");
  expect(compared(sampleReport, after).figures).toEqual([]);
});

it("says when a target stalled in the first or the last load run, in all formats", () => {
  const load = { requests: 9, perSecond: 3 };
  const slowdown = "from second 9 to 11 responses were slow or failed";
  const stalled = {
    ...load,
    scenarios: [
      { ...load, scenario: "steady" },
      { ...load, scenario: "spike", slowdown },
    ],
  };
  const loads = [{ ...load, scenario: "spike" }, { ...load, scenario: "spike", slowdown: "not shown" }, stalled];
  const comparison = compared(...loads.map((each) => ({ ...sampleReport, load: each })));
  const sentence = `2.json: spike: ${slowdown}`;
  expect(comparison.cautions).toEqual([sentence]);
  expect(renderTerminal(comparison, { colour: false, width: 100 })).toContain(`\n! ${sentence}\n`);
  expect(renderMarkdown(comparison).replaceAll("\\", "")).toContain(`- ⚠️ ${sentence}\n`);
  expect(renderHtml(comparison)).toContain(`<li>${sentence}</li>`);
  expect(renderJson(comparison)).toContain(`"${sentence}"`);
});

it("marks a warning as reports do", () => {
  const warned = changed({ "limit.shared-by-keys": { verdict: "warn" } });
  expect(renderTerminal(compared(after, warned), { colour: false, width: 80 })).toContain("\n    B  ⚠ warn\n");
});

it("shows of an open point what not all chose; a point that was not seen is not a difference", () => {
  const a = {
    ...sampleReport,
    observations: [choiceOf("x", "400 a", "404 b"), choiceOf("y", "1"), choiceOf("z", "1", "2")],
  };
  const b = {
    ...sampleReport,
    observations: [choiceOf("x", "404 b", "422 a"), choiceOf("y"), choiceOf("z", "2", "1")],
  };
  const c = { ...sampleReport, observations: [choiceOf("x", "404 b")] };
  expect(compared(a, b, c).choices).toEqual([
    { clause: "x", section: "7.4", choices: ["400 a", "422 a", "nothing else"] },
  ]);
});

it("shows in a terminal what differs first, and nothing of how the target paints", () => {
  const painted = changed({ "limit.shared-by-keys": { message: "\u001b[2Jpainted" } });
  const text = renderTerminal(compared(painted, after), { colour: false, width: 80 });
  expect(text).toBe(`A  0.json
   violates 2 of 61 judged stated clauses; 13 of 74 were not judged
   https://dev.example.com/api · 104 requests · 63.4 s
B  1.json
   violates 1 stated clause
   https://dev.example.com/api · 104 requests · 61.0 s

1 check judged differently:
  limit.shared-by-keys   §8 stated   two keys of one organization share its
  limit
    A  ✗ fail
       \\u001b[2Jpainted
    B  ✓ pass

1 check judged in some reports only:
  auth.expired-key   A skip · B ✓ pass

7 checks with the same verdict
`);
});

it("is Markdown with a table for the reports, the checks and the choices, whatever the target wrote", () => {
  const hostile = "<b> | [a](b) ``` \u001b";
  const observations = [choiceOf("x", hostile)];
  const other = { ...after, observations: [choiceOf("x", "1")], suite: { ...after.suite, version: "9.9.9" } };
  const markdown = renderMarkdown(
    compared(changed({ "limit.shared-by-keys": { message: hostile } }, { observations, summary: hostile }), other),
  );
  expect(markdown).toMatch(/^<!-- fpk-compare -->\n/);
  expect(markdown).toContain("several versions of the suite");
  const tables = marked.lexer(markdown).filter((token): token is Tokens.Table => token.type === "table");
  expect(tables.map(({ header }) => header.length)).toEqual([6, 3, 3, 3]);
  for (const { header, rows } of tables) for (const row of rows) expect(row).toHaveLength(header.length);
  expect(marked.parse(markdown, { async: false })).not.toMatch(/<(b|a)[ >]/);
});

const seeded = (seed: number, ...choices: readonly string[]): Report => ({
  ...sampleReport,
  seed,
  observations: [choiceOf("error.statuses", ...choices)],
});

it("takes for no difference in which order operations were seen, nor how much a list held or a body was long", () => {
  const a = ["404 getProduct, getProblem", "a list of 26 (listProblems)", "a body of 4108 bytes was accepted"];
  const b = ["404 getProblem, getProduct", "a list of 42 (listProblems)", "a body of 4185 bytes was accepted"];
  const still = (count: number) => `none during the run, of ${count} features and problems read more than once`;
  expect(compared(seeded(1, still(5), ...a), seeded(1, still(18), ...b))).toMatchObject({ choices: [], cautions: [] });
  const { choices } = compared(seeded(1, "a wrong value: 415 inviteMember"), seeded(1, "a wrong value: 415 updateMe"));
  expect(choices).toMatchObject([{ choices: ["a wrong value: 415 inviteMember", "a wrong value: 415 updateMe"] }]);
});

describe("reports with other seeds", () => {
  const choicesOf = (...all: readonly (readonly string[])[]) =>
    compared(...all.map((choices, seed) => seeded(seed, ...choices))).choices.map(({ choices }) => choices);

  it("are said to be of different requests", () => {
    expect(compared(seeded(1), seeded(2)).cautions).toEqual([expect.stringContaining("seeds 1, 2")]);
  });

  it("are not, if they are of load runs, which show no choices", () => {
    const loads = [1, 2].map((seed) => ({ ...seeded(seed), load: { requests: 9, perSecond: 3, scenario: "spike" } }));
    expect(compared(...loads).cautions).toEqual([]);
    expect(compared(...loads, seeded(3)).cautions).toEqual([]);
    expect(compared(...loads, seeded(3), seeded(4)).cautions).toEqual([expect.stringContaining("seeds 3, 4")]);
  });

  it.each([
    ["on which operation a fault was tried", ["a wrong value: 415 inviteMember"], ["a wrong value: 422 updateMe"]],
    ["which fields were left out", ["required: content", "not required: notes"], ["required: productId, content"]],
    ["what was left out together", ["without content: 400"], ["without content, productId: 422"]],
    [
      "what else was answered",
      ["a wrong value: 400 updateMe"],
      ["a wrong value: 400 updateMe", "a wrong value: 415 updateMe"],
    ],
    [
      "which fault was tried on an operation",
      ["a body that is not JSON: 400 inviteMember", "a body that is not JSON: 422 updateMe"],
      ["a body that is not JSON: 422 inviteMember"],
    ],
    ["which values were seen", ["type", "enum"], ["enum", "required"]],
    [
      "from which size a body is rejected",
      ["a body of 9000 bytes was rejected as too large"],
      ["a body of 8000 bytes was rejected as too large"],
    ],
  ])("do not differ by %s", (_, ...all) => expect(choicesOf(...all)).toEqual([]));

  it("do not differ by what a resource was doing when it was read", () => {
    const reports = [["queued → processed"], ["queued → processing"]].map((choices, seed) => ({
      ...sampleReport,
      seed,
      observations: [choiceOf("state.feedback-transitions", ...choices)],
    }));
    expect(compared(...reports).choices).toEqual([]);
  });

  it("differ by what they answer to the same operation, field or status, and of that only", () => {
    expect(
      choicesOf(["a wrong value: 422 inviteMember, updateMe"], ["a wrong value: 400 updateMe, getMe"], []),
    ).toEqual([["a wrong value: 422 updateMe", "a wrong value: 400 updateMe", ""]]);
    expect(choicesOf(["required: content, notes"], ["required: content", "not required: notes"])).toEqual([
      ["required: notes", "not required: notes"],
    ]);
    expect(choicesOf(["401, 404 counted"], ["404 not counted"])).toEqual([["404 counted", "404 not counted"]]);
    expect(choicesOf(["title may be empty"], ["title may not be empty"])).toEqual([
      ["title may be empty", "title may not be empty"],
    ]);
    expect(choicesOf(["seconds until the reset"], ["seconds since the epoch"])).toEqual([
      ["seconds until the reset", "seconds since the epoch"],
    ]);
  });
});

it("is a page that loads nothing, in which nothing is markup that a target wrote", () => {
  const hostile = "<img src=x onerror=alert(1)>";
  const page = renderHtml(
    compared(
      changed({ "limit.shared-by-keys": { message: hostile } }, { summary: hostile }),
      seeded(9, hostile),
      after,
    ),
  );
  expect(page).toContain("<title>Conformance compared: 0.json, 1.json, 2.json</title>");
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<(?:img|script|link)\b/);
  expect(page.match(/<h2 id="[\w-]+">[^<]*/g)).toEqual([
    expect.stringContaining("Before you compare"),
    expect.stringContaining("The reports"),
    expect.stringContaining("Judged differently"),
    expect.stringContaining("Judged in some reports only"),
  ]);
});

it("shows the names in a message as code, as the page of one report does", () => {
  const message = "expected a field `name` (string); actual <b>";
  const page = renderHtml(compared(changed({ "limit.shared-by-keys": { message } }, {}), after));
  expect(page).toContain("a field <code>name</code> (string); actual &lt;b&gt;");
});

it("stays below GitHub's limit of 65,536 characters", () => {
  const many = Array.from({ length: 300 }, (_, at) => ({
    ...sampleReport.results[1],
    id: `many.${at}`,
    message: "🦊".repeat(500),
  }));
  const failing = { ...sampleReport, results: many as Result[] };
  const passing = { ...failing, results: failing.results.map((result) => ({ ...result, verdict: "pass" as const })) };
  const markdown = renderMarkdown(compared(failing, passing));
  expect(Buffer.byteLength(markdown)).toBeLessThan(65_536);
  expect(markdown).toMatch(/… and \d+ more/);
});
