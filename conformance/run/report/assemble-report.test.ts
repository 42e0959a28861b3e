import { describe, expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { loadClauses } from "../../../spec/ledger.ts";
import { isBinding } from "../../../spec/level.ts";
import { contract, exchangeWith } from "../../model/exchange.test.support.ts";
import { exchangeOf } from "../../model/exchange.ts";
import { type Fail, fails, holds, unjudged } from "../../model/verdict.ts";
import { validateReport } from "../../reports/schema.ts";
import { reportOf } from "./assemble-report.ts";
import type { Assembly } from "./assembly.ts";

const check = { id: "answers.listProducts", clause: "endpoint.listProducts", claim: "It is listed" };

function assembled(verdict: "pass" | "fail", more: Partial<Assembly> = {}) {
  return reportOf({
    target: { baseUrl: "https://dev.example.com/api", credentials: [], rateLimit: null, feedbackGraceSeconds: 5 },
    contract,
    seed: 1,
    clock: virtualClock(0),
    startedAt: 0,
    judged: [{ check, verdict: verdict === "pass" ? holds : fails({ expected: "a", actual: "b" }) }],
    observations: [],
    notes: [],
    exchanges: [],
    replayOf: () => "fpk check --seed 1",
    ...more,
  });
}

it("a summary of failures points to the doubts", () => {
  const doubts = ["KEY_A is declared to be of org_1, but is of org_2"];
  expect(assembled("fail", { doubts }).summary).toMatch(/^violates .*; first read what is in doubt \(!\)$/);
  expect(assembled("pass", { doubts }).summary).not.toContain("in doubt");
});

describe("a run that is not complete", () => {
  const incomplete = ["the run was interrupted"];

  it("is inconclusive where all that was judged holds", () => {
    expect(assembled("pass").exitCode).toBe(0);
    const report = assembled("pass", { incomplete });
    expect(report).toMatchObject({ exitCode: 3, conclusion: "inconclusive" });
    expect(report.summary).toContain("inconclusive: the run was interrupted; judged: 1 of");
  });

  it("violates where something does not hold", () => {
    expect(assembled("fail", { incomplete }).exitCode).toBe(1);
  });
});

describe("a run that must be complete", () => {
  const skip = (clause: string, effect: "no-action" | "clause-open") => ({
    check: { ...check, id: "scope.lists-disjoint", clause },
    verdict: { ...unjudged("skip", "nothing shows it"), effect },
  });
  const wanted = (judged: Assembly["judged"]) =>
    /needs every stated clause, and ([^ ,]*)/.exec(assembled("pass", { judged, complete: true }).summary)?.[1];

  it("asks for no clause that a target need not have", () => {
    const [first, next] = loadClauses().filter(({ kind, level }) => kind === "judged" && isBinding(level));
    const passed = { check, verdict: holds };
    expect(wanted([passed])).toBe(first?.id);
    expect(wanted([passed, skip(first?.id ?? "", "no-action")])).toBe(next?.id);
  });

  it("asks for a clause that a check leaves open, whatever its other checks say", () => {
    const open = assembled("pass", { judged: [{ check, verdict: holds }, skip(check.clause, "clause-open")] });
    expect(open.clauses).toMatchObject({ judged: 0, inPart: [] });
    expect(open.clauses.unjudged).toContainEqual({ clause: check.clause, section: "4", reason: "nothing shows it" });
  });
});

describe("what a dashboard counts", () => {
  const implied = { id: "body.has-json-type", clause: "body.media-type", claim: "It is labelled" };
  const skipped = { ...check, id: "feature-list.status-200" };
  const judged = [
    { check, verdict: holds },
    { check: skipped, verdict: unjudged("skip", "needs a product: create one") },
    { check: implied, verdict: fails({ expected: "a", actual: "b" }) },
  ];

  it("is a warning where an implied clause does not hold, and a failure in a strict run", () => {
    const report = assembled("pass", { judged });
    expect(report).toMatchObject({
      exitCode: 0,
      counts: { stated: { pass: 1, fail: 0 }, implied: { fail: 0, warn: 1 } },
    });
    expect(report.results.find(({ id }) => id === implied.id)?.verdict).toBe("warn");
    const strict = assembled("pass", { judged, strict: true });
    expect(strict).toMatchObject({ exitCode: 1, counts: { implied: { fail: 1, warn: 0 } } });
  });

  it("is inconclusive in a strict run where an implied clause was contradicted once, and could not be confirmed", () => {
    const unsteady = [...judged.slice(0, 1), { check: implied, verdict: unjudged("inconclusive", "unsteady") }];
    expect(assembled("pass", { judged: unsteady }).exitCode).toBe(0);
    expect(assembled("pass", { judged: unsteady, strict: true }).exitCode).toBe(3);
  });

  it("counts our reading like what is stated, and says whose it is", () => {
    const reading = { id: "submission.hazards", clause: "submission.text", claim: "No text is answered with a 5xx" };
    const failed = fails({ expected: "a", actual: "b" });
    const ofReading = assembled("pass", { judged: [{ check: reading, verdict: failed }] });
    expect(ofReading).toMatchObject({ exitCode: 1, counts: { stated: { fail: 1 }, implied: { fail: 0 } } });
    expect(ofReading.results).toMatchObject([{ level: "reading", verdict: "fail" }]);
    expect(ofReading.summary).toContain("violates 1 clause of our reading; judged: 1 of 79 stated clauses");
    const both = assembled("pass", { judged: [reading, check].map((each) => ({ check: each, verdict: failed })) });
    expect(both.summary).toContain("violates 1 stated clause and 1 clause of our reading;");
    const unsteady = assembled("pass", { judged: [{ check: reading, verdict: unjudged("inconclusive", "unsteady") }] });
    expect(unsteady.exitCode).toBe(3);
  });

  it("says which clauses are judged in part, also in the summary", () => {
    const { clauses, counts, summary } = assembled("pass", { judged });
    const reason = "needs a product: create one";
    expect(clauses.inPart).toEqual([{ clause: check.clause, section: "4", checks: [skipped.id], reason }]);
    expect(counts.stated.skip).toBe(1);
    expect(summary).toContain(`1 of 79 stated clauses judged, 1 of them in part (${check.clause})`);
  });
});

describe("the request by hand", () => {
  const exchanges = ["one", "two", "three"].map((name, index) => exchangeWith({ index, path: `/v1/products/${name}` }));
  const curlWith = (more: Partial<Fail>) => {
    const judged = [{ check, verdict: fails({ expected: "a", actual: "b", exchanges: [0, 1, 2], ...more }) }];
    return assembled("fail", { judged, exchanges }).results[0]?.curl;
  };

  it("is the last of those that prove the failure, whose answer is reported", () => {
    expect(curlWith({})).toMatch(/three$/);
  });

  it("is another, where that one's answer is reported", () => {
    expect(curlWith({ shown: 0 })).toMatch(/one$/);
  });

  it("is there only where something is to be seen again", () => {
    expect(
      assembled("pass", { judged: [{ check, verdict: { ...holds, exchanges: [0] } }], exchanges }).results[0]?.curl,
    ).toBeUndefined();
    expect(curlWith({ exchanges: [] })).toBeUndefined();
  });
});

describe("a response's body", () => {
  const bodyIn = (text: string) => {
    const report = assembled("pass", { exchanges: [exchangeWith({ text })] });
    expect(validateReport(JSON.parse(JSON.stringify(report)))).toEqual([]);
    return report.exchanges[0];
  };

  it("stands whole in the report up to 64 KiB", () => {
    const body = "é".repeat(32 * 1024);
    expect(bodyIn(body)?.response).toMatchObject({ body, isCut: false });
    expect(bodyIn(body)?.response).not.toHaveProperty("bodyBytes");
  });

  it("is cut beyond that, between characters, and is then no body that could be judged", () => {
    const record = bodyIn(`7${"é".repeat(40_000)}`);
    expect(record?.response).toMatchObject({ isCut: true, bodyBytes: 80_001 });
    expect(Buffer.byteLength(record?.response?.body ?? "")).toBe(64 * 1024 - 1);
    const digits = bodyIn("7".repeat(70_000));
    expect(digits && exchangeOf(digits).isJson()).toBe(false);
  });
});

describe("a request's body", () => {
  it("is cut beyond 64 KiB, and the command by which it is sent again stays short", () => {
    const plain = exchangeWith({});
    const body = `{"padding":"${"x".repeat(3_000_000)}"}`;
    const sent = exchangeOf({ ...plain, request: { ...plain.request, method: "POST", body } });
    const verdict = fails({ expected: "a", actual: "b", exchanges: [0] });
    const report = assembled("fail", { judged: [{ check, verdict }], exchanges: [sent] });
    expect(validateReport(JSON.parse(JSON.stringify(report)))).toEqual([]);
    expect(report.exchanges[0]?.request).toMatchObject({ body: body.slice(0, 64 * 1024), bodyBytes: 3_000_014 });
    expect(report.results[0]?.curl).toContain("head -c 3000000 /dev/zero");
    expect(report.results[0]?.curl?.length).toBeLessThan(300);
  });
});
