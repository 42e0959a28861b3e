import { expect, it } from "vitest";
import type { Report } from "../model/report.ts";
import { renderJunit } from "./junit.ts";
import { errorsIn } from "./junit-schema.test.support.ts";
import { sampleReport } from "./sample.test.report.ts";

const results = sampleReport.results;
const ofVerdict = (verdict: string) => results.filter((result) => result.verdict === verdict);
/** The `testcase` of a check. */
const testOf = (xml: string, id: string) =>
  new RegExp(`<testcase name="${id}:.*?</testcase>`, "s").exec(xml)?.[0] ?? "";

it("is valid by Jenkins' schema, whatever the target wrote", async () => {
  const hostile = "]]>\u0000\u001b[2J\ud800\uffff <b a='1' & \"2\"> é🦊";
  const painted = results.map((result) => ({
    ...result,
    message: hostile,
    expected: hostile,
    actual: hostile,
    claim: hostile,
  }));
  for (const report of [
    sampleReport,
    { ...sampleReport, results: painted, summary: hostile, notes: [hostile] },
    { ...sampleReport, results: [] },
  ]) {
    expect(await errorsIn(renderJunit(report as Report))).toEqual([]);
  }
});

it("has a suite for each section, and counts what it holds", () => {
  const xml = renderJunit(sampleReport);
  expect(xml).toContain('<testsuite name="§5.2" tests="2" failures="0" errors="0" skipped="2"');
  expect(xml.match(/<testcase /g)).toHaveLength(results.length);
  expect(xml.match(/<failure /g)).toHaveLength(ofVerdict("fail").length);
  expect(xml.match(/<error /g)).toHaveLength(ofVerdict("inconclusive").length + ofVerdict("broken").length);
});

it("says of a failure what was expected, what was received, and how to see it again", () => {
  const failed = testOf(renderJunit(sampleReport), "limit.shared-by-keys");
  expect(failed).toContain('<failure message="expected 429; actual 200" type="stated">');
  expect(failed).toContain("expected  429 for the second key, once the first had used all 100\n");
  expect(failed).toContain("again     fpk check --only limit.shared-by-keys --seed 42\n");
});

it("has a test of the run as a whole where it was cut, also if checks could not be judged, and names a check's scenario", () => {
  const open = ofVerdict("inconclusive").map((result) => ({ ...result, scenario: "flow" }));
  const summary = "inconclusive: the run was interrupted; 1 could not be judged";
  const xml = renderJunit({ ...sampleReport, exitCode: 3, summary, results: open });
  expect(open).not.toEqual([]);
  expect(xml).toMatch(
    /<testcase name="the run as a whole" classname="run">\s*<error message="inconclusive: the run was/,
  );
  expect(xml).toContain(`<testcase name="${open[0]?.id} (flow): `);
  expect(renderJunit(sampleReport)).not.toContain("the run as a whole");
});

it("calls a failed threshold of a load script that, and not stated by the document", () => {
  const thresholds = ofVerdict("fail").map((result) => ({ ...result, section: "" }));
  const xml = renderJunit({ ...sampleReport, results: thresholds });
  expect(xml).toContain('type="threshold"');
  expect(xml).not.toContain('type="stated"');
});

it("has no failure for what does not fail the run", () => {
  const xml = renderJunit(sampleReport);
  expect(testOf(xml, "detail.agrees")).toContain("<skipped>a warning, which does not fail the run: expected");
  const known = { reason: "agreed", until: "2026-12-31" };
  const listed = results.map((result) => (result.verdict === "warn" ? { ...result, known } : result));
  expect(testOf(renderJunit({ ...sampleReport, results: listed }), "detail.agrees")).toContain(
    "<skipped>a failure that is known: agreed, until 2026-12-31: expected",
  );
  const implied = results.map((result) =>
    result.verdict === "inconclusive" ? { ...result, level: "implied" as const } : result,
  );
  expect(testOf(renderJunit({ ...sampleReport, results: implied }), "feedback.status-readable")).toMatch(
    /<skipped>could not be judged: POST/,
  );
});

it("shortens a message of many pages", () => {
  const message = "🦊".repeat(100_000);
  const long = results.map((result) => ({ ...result, message }));
  expect(renderJunit({ ...sampleReport, results: long }).length).toBeLessThan(20_000);
});

it("gives the failure that hides a skipped check as its reason", () => {
  const causes = [{ cause: "c", checks: ["schema.types"], hides: ["auth.expired-key"] }];
  expect(testOf(renderJunit({ ...sampleReport, causes }), "auth.expired-key")).toContain(
    "<skipped>because schema.types fails</skipped>",
  );
});

it("is not green if the run has no verdict, even if no check says so", () => {
  const cut = {
    ...sampleReport,
    results: ofVerdict("pass"),
    exitCode: 3 as const,
    conclusion: "inconclusive" as const,
  };
  expect(renderJunit(cut)).toMatch(
    /<testsuite name="run" tests="1" failures="0" errors="1"[\s\S]*<error message="violates 2 of 61/,
  );
  expect(renderJunit({ ...cut, exitCode: 0 as never })).not.toContain('name="run"');
});
