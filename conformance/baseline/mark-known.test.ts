import { describe, expect, it } from "vitest";
import { sampleReport } from "../reports/sample.test.report.ts";
import { draftBaseline } from "./draft-baseline.ts";
import { markKnown } from "./mark-known.ts";
import type { KnownFailure } from "./read-baseline.ts";

const { results, exchanges } = sampleReport;
const marked = (...known: readonly KnownFailure[]) => markKnown(results, exchanges, { known }, "2026-11-22");
const verdictOf = (id: string, ...known: readonly KnownFailure[]) => {
  const { results, problems } = marked(...known);
  return { verdict: results.find((result) => result.id === id)?.verdict, problems };
};
const reason = "agreed";
const check = "schema.types";

describe("markKnown", () => {
  it("makes a listed failure a warning, with its reason and date, until the end of that day", () => {
    const known = { check: "limit.shared-by-keys", reason: " agreed ", until: "2026-11-22" };
    const { results, problems, unjudged } = marked(known);
    expect(results.find(({ id }) => id === known.check)).toMatchObject({
      verdict: "warn",
      known: { reason: "agreed", until: "2026-11-22" },
    });
    expect([problems, unjudged]).toEqual([[], []]);
  });

  it.each([
    [{ reason: "" }, "is listed without a reason: add one"],
    [{ reason: "  " }, "is listed without a reason: add one"],
    [{}, "is listed without a reason: add one"],
    [{ reason, until: "2026-11-21" }, "was listed until 2026-11-21: fix it, or agree on another date"],
  ])("an entry with %j does not hold", (entry, problem) => {
    expect(verdictOf(check, { check, ...entry })).toEqual({ verdict: "fail", problems: [`${check} ${problem}`] });
  });

  it("an entry that no longer fails is reported", () => {
    const { problems } = marked({ check: "list.wrapped", reason });
    expect(problems).toEqual(["list.wrapped is listed and no longer fails: remove it"]);
  });

  it("what was not judged may still fail: it is neither known nor fixed", () => {
    const { problems, unjudged } = marked(
      { check: "auth.expired-key", reason },
      { check: "feedback.status-readable", reason },
      { check: "load.latency", reason },
    );
    expect(problems).toEqual([]);
    expect(unjudged).toEqual(["auth.expired-key", "feedback.status-readable", "load.latency"]);
    expect(marked({ check: "auth.expired-key", reason, until: "2026-11-21" }).problems).toHaveLength(1);
    expect(marked({ check: "auth.expired-key", reason: "" }).problems).toHaveLength(1);
  });

  it("a law is known on the operations of its entries, and fails on any other", () => {
    const all = ["listFeatures", "listProducts", "submitFeedback"] as const;
    const [first, ...others] = all;
    expect(verdictOf(check, { check, operations: all, reason })).toEqual({ verdict: "warn", problems: [] });
    const two = [
      { check, operations: [first], reason },
      { check, operations: others, reason: "another" },
    ];
    expect(verdictOf(check, ...two)).toEqual({ verdict: "warn", problems: [] });
    expect(verdictOf(check, { check, operations: [first], reason })).toEqual({
      verdict: "fail",
      problems: [
        "schema.types is listed for other operations, and also fails on listProducts, submitFeedback: fix it, or add that to its entry",
      ],
    });
    expect(verdictOf(check, { check, operations: all, reason }, { check, operations: ["getMe"], reason })).toEqual({
      verdict: "warn",
      problems: ["schema.types is listed for getMe and no longer fails there: remove these operations from its entry"],
    });
  });
});

const listed = {
  ...sampleReport,
  results: results.map((result) => (result.verdict === "warn" ? { ...result, known: { reason } } : result)),
};

describe("draftBaseline", () => {
  it("lists what fails the run, a law with its operations, for a person to give reasons", () => {
    expect(draftBaseline(sampleReport).known).toHaveLength(2);
    expect(draftBaseline(listed)).toEqual({
      known: [
        { check: "limit.shared-by-keys", reason: "" },
        { check, operations: ["listFeatures", "listProducts", "submitFeedback"], reason: "" },
        // It is known already.
        { check: "detail.agrees", reason: "" },
      ],
    });
  });

  it("keeps what still fails as it was, and what was not judged; leaves out what passed; adds what is new", () => {
    const kept = { check: "limit.shared-by-keys", reason, until: "2027-01-01" };
    const inPart = { check, operations: ["listFeatures" as const], reason };
    const before = [
      { check: "auth.expired-key", reason },
      { check: "list.wrapped", reason },
      kept,
      { check: "detail.agrees", reason },
      inPart,
      { check, operations: ["getMe" as const], reason },
    ];
    expect(draftBaseline(listed, { $schema: "x", known: before })).toEqual({
      $schema: "x",
      known: [
        { check: "auth.expired-key", reason },
        kept,
        inPart,
        { check, operations: ["listProducts", "submitFeedback"], reason: "" },
        { check: "detail.agrees", reason },
      ],
    });
  });
});
