import { describe, expect, it } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { findClause } from "../../spec/ledger.ts";
import { createLawContext } from "../laws/apply.ts";
import { exchangeWith, type Said, samples } from "../model/exchange.test.support.ts";
import { checksFor, loadChecks } from "../run/registry.ts";
import { verdictsOf } from "./verdicts.ts";

const contract = loadContract();
const checks = checksFor(await loadChecks(), contract);

function verdicts(...said: readonly (Said & { readonly failed?: readonly string[] })[]) {
  const fuzzed = said.map(({ failed = [], ...one }, index) => ({ exchange: exchangeWith({ ...one, index }), failed }));
  const exchanges = fuzzed.map(({ exchange }) => exchange);
  const context = createLawContext(contract, { limit: 100, windowSeconds: 60 });
  const judged = verdictsOf({ contract, checks, context, exchanges, fuzzed });
  return new Map(judged.map((one) => [one.check.id, one]));
}

const good = { json: { data: [] } };
const error = { json: samples.Error };
const crashed = { status: 500, ...error, failed: ["not_a_server_error"] };

describe("what Schemathesis found", () => {
  it("stands under a clause of the ledger", () => {
    const judged = verdictsOf({
      contract,
      checks,
      context: createLawContext(contract, null),
      exchanges: [],
      fuzzed: [],
    });
    const own = judged.filter(({ check }) => check.id.startsWith("fuzz."));
    expect(own).toHaveLength(5);
    for (const { check } of own) expect(findClause(check.clause), check.id).toBeDefined();
  });

  it("is a 5xx on what is valid, as the contract says it", () => {
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

  it("is anything but 401 without valid credentials; 429 is no answer", () => {
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

  it("is a wrong body that is taken", () => {
    const submission = { operation: "submitFeedback", requestBody: '{"notes":{}}' } as const;
    const taken = verdicts({ ...submission, json: samples.FeedbackAcceptance }).get("fuzz.refused-submit-feedback");
    expect(taken).toMatchObject({ verdict: "fail", expected: "a 4xx for notes {}" });
    const refused = verdicts({ ...submission, status: 400, ...error }).get("fuzz.refused-submit-feedback");
    expect(refused?.verdict).toBe("pass");
  });
});

describe("what is shown of a cause", () => {
  it("is the smallest request", () => {
    const at = (path: string) => ({ text: "[", path });
    const outcome = verdicts(at("/v1/products?a=12345"), at("/v1/products"), at("/v1/products?a")).get("body.is-json");
    expect(outcome).toMatchObject({ verdict: "fail", shown: 1, exchanges: [1, 2, 0], failed: 3 });
  });
});

describe("the limiter", () => {
  it("is judged by fpk check, which crosses the limit", () => {
    expect([...verdicts(good).keys()]).not.toContain("limit.remaining-falls");
  });
});
