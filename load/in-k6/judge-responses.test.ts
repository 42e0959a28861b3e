/** That the scripts' judge remembers responses changes no verdict. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorNamesError } from "../../conformance/laws/errors.ts";
import * as headers from "../../conformance/laws/rate-limit-headers.ts";
import { judgesOperation, type Law } from "../../conformance/model/check.ts";
import { type ExchangeOverrides, exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Verdict } from "../../conformance/model/verdict.ts";
import { createLawContext, laws } from "./contract.ts";
import { createResponseJudge } from "./judge-responses.ts";

const context = createLawContext({ limit: 100, windowSeconds: 60 });

const value = fc.oneof(
  fc.constantFrom(undefined, "100", "0", "1", "-0", "007", " 5", "1e2", "none", "99.5", "9223372036854775807"),
  fc.integer({ min: -2, max: 102 }).map(String),
);

const overrides: fc.Arbitrary<ExchangeOverrides> = fc.record({
  status: fc.constantFrom(0, 200, 201, 204, 206, 400, 401, 403, 404, 429, 500, 503),
  operation: fc.constantFrom("listProducts", "listFeatures", "submitFeedback", "getFeedbackStatus", "getMe"),
  kind: fc.constantFrom("api-key", "session", "none"),
  intent: fc.constantFrom("valid", "unknown-id"),
  text: fc.constantFrom(
    "",
    "{",
    "[]",
    '{"data":[]}',
    '{"error":"x"}',
    '{"error":1}',
    '{"data":[{"id":"a"},{"id":"a"}]}',
  ),
  isUtf8: fc.boolean(),
  isCut: fc.boolean(),
  requestBody: fc.constantFrom("", "{}"),
  headers: fc.record({
    "X-RateLimit-Limit": value,
    "X-RateLimit-Remaining": value,
    "X-RateLimit-Reset": value,
    "Content-Type": fc.constantFrom(undefined, "application/json", "text/html"),
  }),
});

/** Judges every exchange by every law. */
function expected(exchanges: readonly Exchange[]) {
  const findings: Verdict[] = [];
  const counts = new Map<string, { judged: number; failed: number }>();
  for (const exchange of exchanges) {
    for (const law of laws.filter((each) => judgesOperation(each, exchange.operation))) {
      const judgement = law.judge(exchange, context);
      if (judgement.verdict === "not-applicable") continue;
      const count = counts.get(law.id) ?? { judged: 0, failed: 0 };
      counts.set(law.id, count);
      count.judged += 1;
      if (judgement.verdict === "pass") continue;
      count.failed += 1;
      findings.push(judgement);
    }
  }
  return { findings: sorted(findings), counts: Object.fromEntries([...counts].sort()) };
}

const sorted = (findings: readonly unknown[]) => findings.map((finding) => JSON.stringify(finding)).sort();

function judged(exchanges: readonly Exchange[]) {
  const findings: Verdict[] = [];
  const { judge, countsByLaw } = createResponseJudge(laws, context, (_law, finding) => findings.push(finding));
  for (const exchange of exchanges) judge(exchange);
  const counts = [...countsByLaw()].map(([law, count]) => [law.id, count] as const).sort();
  return { findings: sorted(findings), counts: Object.fromEntries(counts) };
}

describe("the judge", () => {
  it("counts no law about a resource that the response cannot show", () => {
    const products = exchangeWith({ operation: "listProducts", status: 200, text: '{"data":[{"id":"a"}]}' });
    const { counts } = judged([products]);
    expect(counts).toHaveProperty(["product.has-identifier"]);
    expect(Object.keys(counts).filter((id) => /^(?:member|feature|problem|release|installation)\./.test(id))).toEqual(
      [],
    );
  });

  it("says of each exchange what each law says of it", () => {
    fc.assert(
      fc.property(fc.array(overrides, { minLength: 1, maxLength: 30 }), (all) => {
        // Each twice, because the judge may remember the first.
        const exchanges = [...all, ...all].map((generated, index) => exchangeWith({ ...generated, index }));
        expect(judged(exchanges)).toEqual(expected(exchanges));
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it("asks a law once about the same answer", () => {
    let asked = 0;
    const counting: Law = {
      ...errorNamesError,
      judge(...of) {
        asked += 1;
        return errorNamesError.judge(...of);
      },
    };
    const { judge, countsByLaw } = createResponseJudge([counting], context, () => {});
    for (const index of [0, 1, 2]) judge(exchangeWith({ index, status: 404, json: { error: "none" } }));
    expect(asked).toBe(1);
    expect(countsByLaw().get(counting)).toEqual({ judged: 3, failed: 0 });
  });

  it("remembers an answer by all that the laws read", () => {
    const read = new Set<string>();
    const others = laws.filter((law) => !Object.values(headers).some((headerLaw) => headerLaw === law));
    fc.assert(
      fc.property(overrides, (generated) => {
        const exchange = exchangeWith(generated);
        const watched: Exchange = Object.create(exchange, {
          header: {
            value(name: string) {
              read.add(name.toLowerCase());
              return exchange.header(name);
            },
          },
          response: { value: exchange.response },
          json: { value: () => exchange.json() },
          isJson: { value: () => exchange.isJson() },
          status: { value: exchange.status },
          isSuccess: { value: exchange.isSuccess },
        });
        for (const law of others) law.judge(watched, context);
      }),
      { seed: 1 },
    );
    // These only say why an answer is wrong, and a failure is not remembered.
    const reasons = ["content-encoding", "content-length", "location"];
    expect([...read].filter((name) => !reasons.includes(name)).sort()).toEqual([
      "connection",
      "content-type",
      "retry-after",
    ]);
  });
});
