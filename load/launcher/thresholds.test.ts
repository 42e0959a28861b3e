import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { percentile } from "../../conformance/model/percentile.ts";
import type { Judged } from "../../conformance/model/verdict.ts";
import { judgeThresholds } from "./judge-thresholds.ts";
import { mergeThresholds, selectorOf } from "./merge-thresholds.ts";
import { readThresholds, type Threshold } from "./read-thresholds.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fpk-samples-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the thresholds of a summary", () => {
  it("are read with what was measured; `true` says that one was crossed", () => {
    const summary = {
      metrics: {
        fpk_findings: { count: 3, rate: 1, thresholds: { "count==0": true } },
        fpk_limited: { value: 0.25, passes: 1, fails: 3, thresholds: { "rate>0": false } },
        http_reqs: { count: 9 },
      },
    };
    expect(readThresholds(summary)).toEqual([
      { metric: "fpk_findings", expression: "count==0", holds: false, actual: "count = 3" },
      { metric: "fpk_limited", expression: "rate>0", holds: true, actual: "rate = 0.25" },
    ]);
  });

  it.each([undefined, null, [], { metrics: 3 }])("%j is not a summary", (summary) => {
    expect(readThresholds(summary)).toBeUndefined();
  });
});

describe("over several processes", () => {
  const points = (name: string, kind: string, values: readonly number[], tags: object = {}) => [
    JSON.stringify({ type: "Metric", data: { name, type: kind }, metric: name }),
    ...values.map((value) => JSON.stringify({ metric: name, type: "Point", data: { value, tags } })),
  ];
  const files = (...lines: readonly (readonly string[])[]) =>
    lines.map((content, at) => {
      const path = join(folder, `${at}.json`);
      writeFileSync(path, `${content.join("\n")}\n{"metric":"cut`);
      return path;
    });
  const crossed = (metric: string, expression: string): Threshold => ({ metric, expression, holds: false, actual: "" });

  it("a percentile is that of all samples, not the mean of each process's", async () => {
    const paths = files(points("t", "trend", [1, 1, 1, 1, 1, 1, 1, 1, 1]), points("t", "trend", [100]));
    const [threshold] = await mergeThresholds([crossed("t", "p(50)<2"), crossed("t", "p(50)<2")], paths, 1);
    expect(threshold).toEqual({ metric: "t", expression: "p(50)<2", holds: true, actual: "p(50) = 1" });
    const [max] = await mergeThresholds([crossed("t", "max<100")], paths, 1);
    expect(max).toMatchObject({ holds: false, actual: "max = 100" });
  });

  it.each([
    ["c", "count==7", true, "count = 7"],
    ["c", "rate>3", true, "rate = 3.5"],
    ["r", "rate<0.5", false, "rate = 0.5"],
    ["c{of:a}", "count==3", true, "count = 3"],
    ["c", "count<1e1", true, "count = 7"],
    ["c", "count<1e0", false, "count = 7"],
    ["none", "p(95)<1", true, ""],
    ["none", "count>0", false, "count = 0"],
  ])("%s %s: %s", async (metric, expression, holds, actual) => {
    const paths = files(points("c", "counter", [1, 2], { of: "a" }), [
      ...points("c", "counter", [4], { of: "b" }),
      ...points("r", "rate", [0, 1]),
    ]);
    expect(await mergeThresholds([crossed(metric, expression)], paths, 2)).toEqual([
      { metric, expression, holds, actual },
    ]);
  });

  it("an expression that it cannot read is judged as the process did", async () => {
    const unreadable = { ...crossed("c", "median<3"), holds: true };
    expect(await mergeThresholds([unreadable, crossed("c", "")], files(points("c", "counter", [9])), 1)).toMatchObject([
      { holds: true },
      { holds: false },
    ]);
  });

  it("reads the tags of a metric", () => {
    expect(selectorOf("a{b:c,d:e:f}")).toEqual({
      name: "a",
      tags: [
        ["b", "c"],
        ["d", "e:f"],
      ],
    });
  });

  it("counts percentiles as k6 does", () => {
    expect(percentile([1, 2, 3, 4], 50)).toBe(2.5);
    expect(percentile([], 50)).toBe(0);
  });
});

describe("what crossed thresholds say", () => {
  const judged = (clause: string, verdict: "fail" | "pass" | "inconclusive"): Judged => ({
    check: { id: clause, clause, claim: "" },
    verdict: { verdict, reason: "", expected: "", actual: "", exchanges: [] } as Judged["verdict"],
  });
  const crossed = (metric: string, expression = "count==0") => ({
    metric,
    expression,
    holds: false,
    actual: "count = 2",
  });
  const verdicts = (metric: string, ...seen: readonly Judged[]) =>
    judgeThresholds([crossed(metric)], seen).map((result) => result.verdict.verdict);

  it("a crossed threshold of the user's script fails", () => {
    const [result] = judgeThresholds([crossed("http_req_failed")], [judged("limit.headers", "fail")]);
    expect(result?.verdict).toMatchObject({
      verdict: "fail",
      expected: "http_req_failed count==0",
      actual: "count = 2",
    });
  });

  it("a count of findings is reported once, by the check", () => {
    expect(verdicts("fpk_findings", judged("limit.headers", "fail"))).toEqual([]);
    expect(verdicts("fpk_findings")).toEqual(["fail"]);
  });

  it("a finding that only warns does not hide what the scenario claims", () => {
    expect(verdicts("fpk_findings", judged("limit.sessions", "fail"))).toEqual(["fail"]);
  });

  it("a failed claim decides the run, even if the document only implies it", () => {
    const counted = { metric: "fpk_findings", expression: "count==0", holds: true, actual: "count = 0" };
    const failed = judged("limit.sessions", "fail");
    expect(judgeThresholds([counted], [failed], [])).toEqual([]);
    const [result] = judgeThresholds([counted], [failed], [failed.check.id]);
    expect(result?.check.id).toBe("load.claim");
    expect(result?.verdict).toMatchObject({
      verdict: "fail",
      expected: "no failure",
      actual: "limit.sessions, which the document implies, does not hold",
    });
  });

  it("is named without k6's metric if it says that something was not seen, and is a scenario's or a script's", () => {
    const named = (metric: string, expression: string) =>
      judgeThresholds([crossed(metric, expression)], []).map(({ check: { id, claim } }) => [id, claim]);
    expect(named("fpk_limited{organization:A}", "count>0")).toEqual([
      ["load.limit-exceeded", "The scenario exceeds the limit, so that 429 comes"],
    ]);
    expect(named("fpk_latency_ratio", "max<=5")).toEqual([
      ["fpk_latency_ratio", "The threshold max<=5 of the scenario"],
    ]);
    expect(named("http_reqs", "count>9")).toEqual([["http_reqs", "The threshold count>9 of the script"]]);
  });

  it("what was not judged is inconclusive, and no failure", () => {
    const open = (metric: string, expression: string, ...seen: readonly Judged[]) =>
      judgeThresholds([crossed(metric, expression)], seen).map((result) => result.verdict.verdict);
    expect(open("fpk_judged", "count>0")).toEqual(["inconclusive"]);
    expect(open("fpk_limited", "count>0", judged("limit.headers", "pass"))).toEqual(["inconclusive"]);
    expect(open("fpk_limited", "count>0", judged("limit.headers", "fail"))).toEqual([]);
    expect(open("fpk_limited", "count==0", judged("limit.headers", "pass"))).toEqual(["fail"]);
    expect(open("fpk_limited", "count>0", judged("limit.headers", "inconclusive"))).toEqual([]);
    expect(open("fpk_limited{organization:A}", "count>0")).toEqual(["inconclusive"]);
    expect(open("fpk_limited{organization:A}", "count>0", judged("threshold", "inconclusive"))).toEqual([
      "inconclusive",
    ]);
    expect(open("fpk_judged{check:load.answered}", "count>0")).toEqual(["inconclusive"]);
    expect(open("fpk_judged{check:limit.headers}", "count>0", judged("limit.headers", "pass"))).toEqual([]);
    expect(verdicts("fpk_unjudged", judged("limit.headers", "pass"))).toEqual([]);
    expect(verdicts("fpk_unjudged", judged("limit.headers", "inconclusive"))).toEqual([]);
    expect(verdicts("fpk_unjudged", judged("feedback.unique", "inconclusive"))).toEqual(["inconclusive"]);
  });
});
