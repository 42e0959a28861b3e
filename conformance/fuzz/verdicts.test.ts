import { describe, expect, it } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { findClause } from "../../spec/ledger.ts";
import { createLawContext } from "../laws/apply.ts";
import { type ExchangeOverrides, exchangeWith, samples } from "../model/exchange.test.support.ts";
import { fails } from "../model/verdict.ts";
import { checksFor, loadChecks } from "../run/checks/registry.ts";
import { fuzzLaws } from "./fuzz-laws.ts";
import { createJudge } from "./judged-exchange.ts";
import { verdictsOf } from "./verdicts.ts";

const contract = loadContract();
const checks = checksFor(await loadChecks(), contract);
const laws = checks.flatMap((check) => (check.kind === "law" ? [check.check] : []));
const sequenceLaws = checks.flatMap(({ kind, check }) =>
  kind === "sequence" && check.needs?.limitExceeded !== true ? [check] : [],
);
const context = createLawContext(contract, { limit: 100, windowSeconds: 60 });
const judge = createJudge([...laws, ...fuzzLaws(contract)], context);

function verdicts(...changesOfEach: readonly ExchangeOverrides[]) {
  const fuzzed = changesOfEach.map((changes, index) => judge(exchangeWith({ ...changes, index })));
  const judged = verdictsOf({ laws, fuzzLaws: fuzzLaws(contract), sequenceLaws, context, ours: [], fuzzed });
  return new Map(judged.map(({ check, verdict, ...counts }) => [check.id, { ...verdict, ...counts }]));
}

const good = { json: { data: [] } };
const error = { json: samples.Error };
const crashed = { status: 500, ...error };

describe("what Schemathesis found", () => {
  it("has a clause of the ledger", () => {
    expect(fuzzLaws(contract)).toHaveLength(5);
    for (const { id, clause } of fuzzLaws(contract)) expect(findClause(clause), id).toBeDefined();
    expect([...verdicts().keys()]).toEqual(expect.arrayContaining(fuzzLaws(contract).map(({ id }) => id)));
  });

  it("is a failure if a valid request is answered 5xx", () => {
    expect(verdicts(crashed).get("fuzz.no-server-error")).toMatchObject({
      verdict: "fail",
      expected: "no 5xx",
      shown: 0,
    });
    expect(verdicts(good).get("fuzz.no-server-error")?.verdict).toBe("pass");
  });

  it("is one result for one cause: a law that says the same goes before it", () => {
    const both = verdicts(crashed, { ...crashed, intent: "invalid" });
    expect(both.get("error.never-5xx")?.verdict).toBe("fail");
    expect(both.get("fuzz.no-server-error")?.verdict).toBe("skip");
  });

  it("is a failure if a request without valid credentials is not answered 401; a 429 is not counted", () => {
    const without = (status: number, kind: "none" | "unknown") => verdicts({ kind, credential: "", status, ...error });
    expect(without(200, "none").get("fuzz.without-credentials")?.verdict).toBe("fail");
    expect(without(403, "none").get("fuzz.without-credentials")?.verdict).toBe("fail");
    expect(without(404, "unknown").get("fuzz.invalid-credentials")?.verdict).toBe("fail");
    for (const status of [401, 429]) {
      expect(without(status, "none").get("fuzz.without-credentials")?.verdict).toBe("pass");
      expect(without(status, "unknown").get("fuzz.invalid-credentials")?.verdict).toBe("pass");
    }
    expect(verdicts(good).get("fuzz.invalid-credentials")?.verdict).toBe("skip");
  });

  it("is a failure if a wrong body is accepted", () => {
    const submission = { operation: "submitFeedback", requestBody: '{"notes":{}}' } as const;
    const taken = verdicts({ ...submission, json: samples.FeedbackAcceptance }).get("fuzz.refused-submit-feedback");
    expect(taken).toMatchObject({ verdict: "fail", expected: "a 4xx for notes {}" });
    const rejected = verdicts({ ...submission, status: 400, ...error }).get("fuzz.refused-submit-feedback");
    expect(rejected?.verdict).toBe("pass");
  });
});

describe("what is shown of a cause", () => {
  it("is the smallest request", () => {
    const at = (path: string) => ({ text: "[", path });
    const outcome = verdicts(at("/v1/products?a=12345"), at("/v1/products"), at("/v1/products?a")).get("body.is-json");
    expect(outcome).toMatchObject({ verdict: "fail", shown: 1, exchanges: [1, 2, 0], failed: 3 });
  });
});

describe("a submission that crashed", () => {
  const submission = { operation: "submitFeedback", ...crashed } as const;
  const replayed = {
    check: { id: "fuzz.submission-text", clause: "submission.text", claim: "" },
    verdict: fails({ expected: "a", actual: "b" }),
  };
  const outcomeOf = (of: readonly ExchangeOverrides[]) => {
    const fuzzed = of.map((changes, index) => judge(exchangeWith({ ...changes, index })));
    const lawsOfFuzzing = fuzzLaws(contract);
    const judged = verdictsOf({ laws, fuzzLaws: lawsOfFuzzing, sequenceLaws, context, ours: [], fuzzed, replayed });
    return judged.find(({ check }) => check.id === "fuzz.no-server-error")?.verdict;
  };

  it("is one result if a replay shows why, and other crashes are still found", () => {
    expect(outcomeOf([submission])?.verdict).toBe("skip");
    expect(outcomeOf([submission, crashed])).toMatchObject({ verdict: "fail", shown: 1 });
  });
});
