import { expect, it } from "vitest";
import { renderAnnotations } from "./github.ts";
import { sampleReport } from "./sample.test.report.ts";

const linesOf = (report = sampleReport) => renderAnnotations(report).trimEnd().split("\n");

it("annotates failures as errors, warnings and what could not be judged as warnings", () => {
  expect(linesOf()).toEqual([
    "::error title=limit.shared-by-keys §8::two keys of one organization share its limit: expected 429; actual 200",
    expect.stringMatching(/^::error title=schema\.types §2\.2::Each field/),
    expect.stringMatching(/^::warning title=detail\.agrees §4::/),
    "::warning title=feedback.status-readable §4.1::The feedbackId of an acceptance is known to the status endpoint: POST /v1/feedback timed out after 30 s, twice",
    "::warning title=me.restored §2.9::The profile can be updated: TypeError: cannot read properties of undefined\\n    at run",
  ]);
});

it("stays on one line each, whatever the target wrote", () => {
  const message = "50 %\r\n::error::forged";
  const results = sampleReport.results.slice(1, 2).map((result) => ({ ...result, message, id: "a:b,c" }));
  expect(linesOf({ ...sampleReport, results })).toEqual([
    "::error title=a%3Ab%2Cc §8::two keys of one organization share its limit: 50 %25\\r\\n::error::forged",
  ]);
});

it("shows as many as GitHub does, and how many more there are", () => {
  const results = Array.from({ length: 30 }, () => sampleReport.results.slice(1, 2)).flat();
  const lines = linesOf({ ...sampleReport, results });
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe("::error::and 21 more checks");
});

it("names what does not fit in the baseline", () => {
  const doubts = ["the key has expired", "baseline: auth.expired-key is listed and no longer fails: remove it"];
  expect(linesOf({ ...sampleReport, results: [], exitCode: 1, doubts })).toEqual([
    "::error title=baseline::baseline: auth.expired-key is listed and no longer fails: remove it",
  ]);
});

it("says why a run has no verdict", () => {
  expect(
    linesOf({ ...sampleReport, results: [], exitCode: 3, summary: "inconclusive: the target did not answer" }),
  ).toEqual(["::error::inconclusive: the target did not answer"]);
});
