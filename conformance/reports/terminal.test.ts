import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columns } from "../../cli/wrap.ts";
import type { Report, Result } from "../model/report.ts";
import { sampleReport } from "./sample.test.report.ts";
import { renderTerminal } from "./terminal.ts";

const plain = { colour: false, width: 120 };
const [, failure, , warning] = sampleReport.results;

function rendered(of: Partial<Report> = {}, style: Partial<Parameters<typeof renderTerminal>[1]> = {}): string {
  return renderTerminal({ ...sampleReport, ...of }, { ...plain, ...style });
}

function many(count: number, like: Result | undefined): Result[] {
  if (like === undefined) throw new Error("the sample has no such result");
  return Array.from({ length: count }, (_, at) => ({ ...like, id: `many.${at + 1}` }));
}

describe("renderTerminal", () => {
  it("shows a failure with its rule, what was seen, and how to see it again", () => {
    expect(rendered()).toContain(
      [
        "✗ limit.shared-by-keys   §8 stated   two keys of one organization share its limit",
        "    expected  429 for the second key, once the first had used all 100",
        "    actual    200, X-RateLimit-Remaining: 99",
        "    in        3 exchanges within 0.28 s; the last GET /v1/products/prod_1/features → 200 (exchange 2)",
        "    again     fpk check --only limit.shared-by-keys --seed 42",
        '    by hand   curl -i -H "Authorization: Bearer $KEY_A2" https://dev.example.com/api/v1/products/prod_1/features',
        "",
      ].join("\n"),
    );
    expect(rendered()).toContain("    in        3 of 104 responses; the first GET /v1/products/prod_1");
  });

  it("shows once what a failure of a stated clause and one of an implied clause say alike", () => {
    const implied = { ...failure, id: "limit.repeated", level: "implied", verdict: "warn" } as Result;
    const other = { ...implied, id: "limit.otherwise", actual: "another" };
    const text = rendered({ results: [...sampleReport.results, implied, other] });
    expect(text).toContain("    also      limit.repeated, which is implied, fails for the same reason\n");
    expect(text).toContain("⚠ limit.otherwise ");
    expect(text).not.toContain("⚠ limit.repeated");
  });

  it("says of a failure whether the document's words or our reading of them are violated", () => {
    const results = sampleReport.results.map((result) =>
      result.id === "limit.shared-by-keys" ? { ...result, level: "reading" as const } : result,
    );
    expect(rendered({ results })).toContain("✗ limit.shared-by-keys   §8 our reading   two keys");
  });

  it("counts the exchanges that prove it together, and shows the last", () => {
    const together = sampleReport.results.map((result) =>
      result.id === "limit.shared-by-keys" ? { ...result, judged: 104, failed: 1 } : result,
    );
    expect(rendered({ results: together })).toContain("    in        3 exchanges within 0.28 s; the last GET");
  });

  it("says that one submission may be kept where some of many are lost", () => {
    const results = sampleReport.results.map((result) => ({
      ...result,
      id: "feedback.no-lost-submissions",
      curl: "curl",
    }));
    expect(rendered({ results })).toMatch(/ one submission by itself may be kept: the run sent \d+/);
  });

  it("says of a command that uses the limit up when to send it, and how many responses are too many", () => {
    const curl = "seq 110 | xargs -P 10 -I@@ curl";
    const results = sampleReport.results.map((result) => ({ ...result, curl }));
    const after = "after 60 s without requests of the organization, since a run uses its limit up";
    expect(rendered({ results }, { width: 400 })).toContain(`    by hand   ${curl}\n              ${after}\n`);
    const overrun = results.map((result) => ({ ...result, id: "limit.refused-when-exceeded" }));
    expect(rendered({ results: overrun }, { width: 400 })).toContain(
      `${after}: then 100 may be served, and one more for each 0.6 s if the limit is refilled gradually; any further one is too many\n`,
    );
  });

  it("counts and names what else a law found, and with verbose lists it", () => {
    expect(rendered()).toContain(
      "    also      3 other findings (listFeatures 200, listProducts 200): --verbose lists them\n",
    );
    expect(rendered({}, { verbose: true })).toContain(
      [
        "    also      expected /data/0/name to be a string; actual null (exchange 2)",
        "    also      expected /data/0/slug to be a string; actual 8 (exchanges 1, 2)",
        "    also      9 (exchange 3)",
      ].join("\n"),
    );
  });

  it("warns of implied clauses more briefly, and fails them in a strict run", () => {
    expect(rendered()).toContain("⚠ detail.agrees   §4 implied");
    expect(rendered()).toContain("2 failed, 1 warning,");
    const results = sampleReport.results.map((result) =>
      result === warning ? { ...result, verdict: "fail" as const } : result,
    );
    expect(rendered({ strict: true, results })).toContain("✗ detail.agrees   §4 implied");
    const curl = `curl -i -X POST --data-raw '{"email":7}' http://127.0.0.1/v1/organizations/org_1/invite`;
    expect(rendered()).toContain(
      "    in        2 exchanges within 0.18 s; the last GET /v1/products → 200 (exchange 1)\n    again     fpk",
    );
    const byHand = sampleReport.results.map((result) => (result === warning ? { ...result, curl } : result));
    expect(rendered({ results: byHand })).toContain(`    by hand   ${curl}\n`);
    expect(rendered({ strict: true, results })).toContain("3 failed, 1 inconclusive,");
  });

  it("says what could not be judged and what broke, and groups skips by what is missing", () => {
    expect(rendered()).toContain("? feedback.status-readable   §4.1 stated");
    expect(rendered()).toContain("    POST /v1/feedback timed out after 30 s, twice\n");
    expect(rendered()).toContain("‼ me.restored   §2.9 stated   The profile can be updated\n    TypeError");
    expect(rendered()).toContain(
      [
        "○ 3 checks skipped:",
        "    needs a key of a second organization",
        "      tenancy.foreign-product, tenancy.foreign-feedback",
        "    needs an expired key",
        "      auth.expired-key",
      ].join("\n"),
    );
  });

  it("numbers the causes of failures, and lists what a failure hides apart from what the target lacks", () => {
    const causes = [
      { cause: "lists are bare", checks: ["list.wrapped", "b.c"], hides: ["auth.expired-key"] },
      { cause: "createdAt is null", checks: ["a.b"], hides: [] },
    ];
    const text = rendered({ causes });
    expect(text).toContain(
      [
        "3 failures, 2 causes, in the order in which to fix them:",
        "  1. lists are bare (list.wrapped, b.c; 1 check skipped because of it)",
        "  2. createdAt is null (a.b)",
      ].join("\n"),
    );
    expect(text).toContain(
      "    because list.wrapped fails, or what fails for the same reason\n      auth.expired-key\n",
    );
    expect(rendered({ causes: causes.slice(1) })).not.toContain("cause");
    const question = "createdAt is null: is it stored?";
    expect(rendered({ causes: [{ cause: question, checks: ["a.b"], hides: [] }] })).toContain(
      `1 cause:\n  1. ${question} (a.b)`,
    );
    expect(rendered({ causes, doubts: ["the key has expired"] })).toContain(
      "! the key has expired\n\n3 failures, 2 causes",
    );
    const timesDoubted = (of: Partial<Report>) =>
      rendered({ ...of, causes, doubts: ["a doubt"] }).split("! a doubt").length - 1;
    expect([timesDoubted({}), timesDoubted({ results: sampleReport.results.slice(0, 2) })]).toEqual([2, 1]);
    const ofWarnings = [{ cause: "x", checks: ["limit.shared-by-keys", "detail.agrees"], hides: [] }];
    expect(rendered({ causes: ofWarnings })).toContain("\n1 failure and 1 warning, 1 cause:\n  1. x ");
    expect(rendered({ causes: ofWarnings, strict: true })).toContain("\n2 failures, 1 cause:\n");
  });

  it("ends with the conclusion, the requests and the time", () => {
    const lastLine = (text: string) => text.trimEnd().split("\n").at(-1);
    const counts = " · 104 requests · 63.4 s";
    expect(lastLine(rendered())).toBe(`✗ violates 2 of 61 judged stated clauses; 13 of 74 were not judged${counts}`);
    expect(lastLine(rendered({ conclusion: "conforms", summary: "conforms in what was judged" }))).toBe(
      `✓ conforms in what was judged${counts}`,
    );
    expect(lastLine(rendered({ conclusion: "inconclusive", summary: "nothing ran" }))).toBe(
      `? inconclusive: nothing ran${counts}`,
    );
    expect(rendered()).toMatch(/[^\n]\n$/);
  });

  it("lists the provoked errors if it is verbose", () => {
    const errors = [
      { kind: "an oversized body", operations: ["updateMe"], others: ["submitFeedback", "inviteMember"] },
      { kind: "a malformed path", operations: [], others: ["getProduct"] },
    ];
    expect(rendered({ errors }, { verbose: true })).toContain(
      "Errors provoked, and at which operations:\n  an oversized body: 1 of 3 operations (updateMe)\n",
    );
    expect(rendered({ errors })).not.toContain("Errors provoked");
  });

  it("stays readable when one cause fails many checks", () => {
    const text = rendered({ results: many(43, failure) });
    expect(text.match(/^✗ many/gm)).toHaveLength(10);
    const where = "shown with --verbose and in the JSON report (--report report.json writes it)";
    expect(text.replace(/\s+/g, " ")).toContain(`… 33 more failures, all ${where}: many.11, many.12`);
    expect(rendered({ results: many(11, failure) })).toContain("… 1 more failure, all shown");
    expect(rendered({ results: many(43, failure) }, { file: "r.json" })).toContain(
      "… 33 more failures, all shown with --verbose and in r.json: ",
    );
    expect(rendered({ results: many(43, failure) }, { verbose: true }).match(/^✗ many/gm)).toHaveLength(43);
    expect(rendered({ results: many(30, warning) }).match(/^⚠ many/gm)).toHaveLength(5);
  });

  it("shows of each cause one failure in full", () => {
    const checks = (from: number, to: number) =>
      many(43, failure)
        .slice(from, to)
        .map(({ id }) => id);
    const causes = [
      { cause: "a fault", checks: checks(0, 40), hides: [] },
      { cause: "another", checks: checks(40, 43), hides: [] },
    ];
    const text = rendered({ results: many(43, failure), causes });
    expect(text.match(/^✗ many\S+/gm)?.slice(-2)).toEqual([`✗ ${checks(8, 9)}`, `✗ ${checks(40, 41)}`]);
    expect(text.replace(/\s+/g, " ")).toContain(`writes it): ${checks(9, 10)}, `);
  });

  it("says in a line how many choices were observed, and lists passes and whole choices when asked for more", () => {
    const narrow = { width: 80 };
    const line = "Where the document is silent, this target made 35 choices: --verbose and the JSON report show them\n";
    expect(rendered()).toContain(line);
    expect(rendered()).not.toContain("open.point-3");
    expect(rendered()).not.toContain("✓ list.wrapped");
    const verbose = rendered({}, { ...narrow, verbose: true });
    expect(verbose).toContain("open.point-34");
    expect(verbose).not.toContain("open.unseen");
    expect(verbose).toContain(`issues[].code\n${" ".repeat(24)}invalid_type, and the path`);
    expect(verbose).toContain("✓ list.wrapped   §2   Lists are wrapped in data");
  });

  it("shows no choices if only some checks were asked for", () => {
    for (const verbose of [false, true])
      expect(rendered({}, { isPart: true, verbose })).not.toContain("Where the document is silent");
    expect(rendered({}, { isPart: true })).toContain("! §7 open.wavers: the target contradicts itself");
  });

  it("warns if the target contradicts itself, even if choices are not shown", () => {
    const sentence =
      "! §7 open.wavers: the target contradicts itself: submitFeedback answered the same request with 200";
    expect(rendered()).toContain(`\n${sentence} (exchange`);
    expect(rendered({}, { colour: true })).toContain(`${String.fromCharCode(27)}[33m${sentence}`);
  });

  it.each([40, 80, 120])("fits into %i columns, but for what is to be copied and the summary", (width) => {
    const text = rendered({}, { width }) + rendered({}, { width, verbose: true });
    const lines = text.split("\n").filter((line) => !line.startsWith("✗ violates"));
    const wide = lines.filter((line) => columns(line) > width && !/^ {4}(again|by hand) /.test(line));
    expect(wide).toEqual([]);
  });

  it("cuts an answer of megabytes, and a command that would flood the screen", () => {
    const results = many(1, failure).map((result) => ({
      ...result,
      actual: "y".repeat(3e6),
      curl: `curl ${"z".repeat(3e6)}`,
    }));
    const text = rendered({ results });
    expect(text).toContain("… shortened; all 3000000 characters are in the JSON report");
    expect(text).toContain("by hand   too long to show");
    expect(text.length).toBeLessThan(5000);
  });

  it("shows an answer whole with verbose, and says so where it is shortened", () => {
    const results = many(1, failure).map((result) => ({ ...result, actual: "y".repeat(1000) }));
    expect(rendered({ results })).toContain("… shortened; all 1000 characters are shown with --verbose");
    const whole = rendered({ results }, { verbose: true });
    expect(whole).not.toContain("shortened");
    expect(whole.match(/y/g)?.length).toBeGreaterThanOrEqual(1000);
  });

  it("does not let a target paint the terminal", () => {
    expect(rendered()).toContain('"\\u001b[2J'.replaceAll('"', ""));
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, verbose) => {
        const result = { message: text, claim: text, expected: text, actual: text, replay: text, curl: text, id: text };
        const hostile: Report = {
          ...sampleReport,
          summary: text,
          notes: [text],
          target: { ...sampleReport.target, baseUrl: text },
          observations: [{ clause: text, section: text, choice: text, choices: [text], contradiction: text }],
          results: sampleReport.results.map((original) => ({ ...original, ...result })),
          exchanges: sampleReport.exchanges.map((exchange) => ({
            ...exchange,
            request: { ...exchange.request, url: text, method: text },
          })),
        };
        expect(renderTerminal(hostile, { ...plain, verbose }).replaceAll("\n", "")).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Cs}]/u,
        );
      }),
    );
  });

  it("says the same with colours and without", () => {
    const coloured = rendered({}, { colour: true });
    const start = String.fromCharCode(27);
    expect(coloured).toContain(`${start}[31m✗`);
    expect(coloured.replaceAll(new RegExp(`${start}\\[\\d+m`, "g"), "")).toBe(rendered());
  });

  it("reads a report whose indexes lead nowhere, and one in which nothing ran", () => {
    expect(rendered({ exchanges: [] })).not.toContain("after  ");
    expect(rendered({ results: [], observations: [], notes: [] })).toContain("0 checks: none ran");
  });
});
