import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOperationId, operationIds } from "../../spec/contract.ts";
import { bodyOf, contract, exchangeWith, samples } from "../model/exchange.test.support.ts";
import { exchangeOf } from "../model/exchange.ts";
import { rateLimitHeaders } from "../model/rate-limit-headers.ts";
import type { Verdict } from "../model/verdict.ts";
import { createLawContext } from "./apply.ts";
import { laws, sequenceLaws } from "./index.ts";
import { context, unlimited } from "./judged.test.support.ts";
import { Sequence } from "./sequence-law.ts";

const numRuns = Number(process.env.RUNS ?? 300);

/** Bodies of every kind: any JSON, what is near a conforming one, and what is not JSON. */
const json = fc.jsonValue({ maxDepth: 4 });
const item = fc
  .tuple(fc.constantFrom(...Object.values(samples)), fc.dictionary(fc.string(), json), json)
  .chain(([sample, more, value]) =>
    fc.constantFrom(...Object.keys(sample)).map((field) => ({ ...sample, ...more, [field]: value })),
  );
const near = fc
  .array(item, { maxLength: 4 })
  .chain((items) =>
    fc.constantFrom<unknown>(items, { data: items }, { ...items[0] }, { error: "x", issues: items }, { data: [items] }),
  );
const body = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  near.map((value) => JSON.stringify(value)),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", '{"__proto__":{"data":[]}}', "\ud800", "﻿{}"),
);
const headerName = fc.oneof(
  fc.constantFrom(...rateLimitHeaders, "content-type", "x-ratelimit-limit", "__proto__"),
  fc.string(),
);
const headerValue = fc.oneof(fc.nat().map(String), fc.string({ unit: "binary" }), fc.constantFrom("", "9".repeat(400)));
const response = fc.record({
  status: fc.oneof(fc.constantFrom(200, 201, 204, 400, 401, 403, 404, 429, 500), fc.integer({ min: 100, max: 999 })),
  headers: fc.array(fc.tuple(headerName, headerValue), { maxLength: 6 }),
  body,
  isUtf8: fc.boolean(),
  isCut: fc.boolean(),
});
const record = fc.record(
  {
    index: fc.nat({ max: 500 }),
    operation: fc.constantFrom(...operationIds),
    intent: fc.constantFrom("valid", "invalid", "unknown-id", "foreign-id" as const),
    request: fc.record({
      method: fc.constantFrom("GET", "POST", "PUT"),
      url: fc.oneof(fc.webUrl(), fc.string()),
      headers: fc.constant([]),
      body: fc.oneof(fc.constant(""), body),
    }),
    response,
    kind: fc.constantFrom("api-key", "session", "expired", "none", "unknown", "malformed" as const),
    credential: fc.constantFrom("KEY_A", "KEY_A2", "KEY_B", "SESS", ""),
    organization: fc.constantFrom("org_1", "org_2"),
    holdsKey: fc.constant(true as const),
    sentAt: fc.nat({ max: 100_000 }),
    receivedAt: fc.nat({ max: 100_000 }),
  },
  { requiredKeys: ["index", "intent", "request", "kind", "credential", "sentAt", "receivedAt"] },
);

const verdicts = ["pass", "fail", "not-applicable"];

function expectSound(judgement: Verdict, more: readonly string[] = []): void {
  expect([...verdicts, ...more]).toContain(judgement.verdict);
  if (judgement.verdict !== "fail") return;
  expect(judgement.expected).not.toBe("");
  expect(judgement.actual).not.toBe("");
  expect(judgement.expected.length + judgement.actual.length).toBeLessThan(1000);
}

describe("any law, on any exchange", () => {
  it("judges, without throwing, and the same again", () => {
    fc.assert(
      fc.property(record, (generated) => {
        for (const law of laws) {
          const judgement = law.judge(exchangeOf(generated), context);
          expectSound(judgement);
          // Another reading of the same record, in a context of its own.
          expect(law.judge(exchangeOf(structuredClone(generated)), context)).toEqual(judgement);
        }
      }),
      { numRuns },
    );
  });

  it("does not depend on what was judged before", () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 6 }), (records) => {
        const fresh = createLawContext(contract, { limit: 100, windowSeconds: 60 });
        const exchanges = records.map(exchangeOf);
        for (const law of laws) {
          const backwards = exchanges.toReversed().map((exchange) => law.judge(exchange, fresh));
          expect(exchanges.map((exchange) => law.judge(exchange, context))).toEqual(backwards.toReversed());
        }
      }),
      { numRuns: 20 },
    );
  });

  it("holds over sequences too, which name exchanges that they were given", () => {
    const sequence = fc
      .array(record, { maxLength: 30 })
      .map((records) => records.map((generated, index) => ({ ...generated, index })));
    fc.assert(
      fc.property(sequence, fc.constantFrom(context, unlimited), (records, under) => {
        const sequence = new Sequence(records.map(exchangeOf), under.rateLimit);
        const again = new Sequence(records.map(exchangeOf), under.rateLimit);
        for (const law of sequenceLaws) {
          const judgement = sequence.verdictOf(law);
          expectSound(judgement, ["inconclusive"]);
          expect(again.verdictOf(law)).toEqual(judgement);
          if (judgement.verdict === "fail") expect(judgement.exchanges.length).toBeGreaterThan(0);
          for (const index of judgement.exchanges) expect(index).toBeLessThan(records.length);
        }
      }),
      { numRuns },
    );
  });
});

describe("the laws together", () => {
  it("find nothing wrong with what conforms, on every operation and for every caller", () => {
    const answers: { readonly [operation: string]: string } = {
      listProducts: "Product",
      getProduct: "Product",
      listFeatures: "Feature",
      listProblems: "Problem",
      getProblem: "Problem",
      listReleases: "Release",
      listContexts: "Context",
      listActors: "Actor",
      submitFeedback: "FeedbackAcceptance",
      getFeedbackStatus: "FeedbackStatus",
      getMe: "User",
      updateMe: "User",
      listOrganizations: "Organization",
      createOrganization: "Organization",
      getOrganization: "Organization",
      listMembers: "Member",
      inviteMember: "Member",
      getInstallation: "Installation",
    };
    const exchanges = Object.entries(answers).flatMap(([operation, schema]) => {
      if (!isOperationId(operation)) throw new Error(operation);
      return [
        exchangeWith({ operation, json: bodyOf(operation, samples[schema]) }),
        exchangeWith({ operation, json: bodyOf(operation, samples[schema]), kind: "session" }),
        exchangeWith({ operation, status: 404, json: samples.Error, intent: "unknown-id" }),
        exchangeWith({ operation, status: 401, json: { error: "x" }, kind: "none" }),
      ];
    });
    const judged = new Set<string>();
    for (const exchange of exchanges) {
      for (const law of laws) {
        const judgement = law.judge(exchange, context);
        expect(judgement.verdict, `${law.id} on ${exchange.operation}: ${JSON.stringify(judgement)}`).not.toBe("fail");
        if (judgement.verdict === "pass") judged.add(law.id);
      }
    }
    expect(laws.map(({ id }) => id).filter((id) => !judged.has(id))).toEqual(["resource.unique-in-list"]);
  });

  it("are written so that k6 runs them: no npm, no Node, none of the syntax that its engine takes otherwise", async () => {
    const { readdirSync, readFileSync } = await import("node:fs");
    const here = new URL("./", import.meta.url);
    const files = readdirSync(here, { recursive: true, encoding: "utf8" }).filter((name) =>
      /^(?!.*\.test\.).*\.ts$/.test(name),
    );
    expect(files.length).toBeGreaterThan(8);
    for (const name of files) {
      const text = readFileSync(new URL(name, here), "utf8");
      const imports = [...text.matchAll(/^import (?!type).* from "(.*)";$/gm)].map(([, from]) => from);
      for (const from of imports) expect(from, name).toMatch(/^\.{1,2}\/.*\.ts$/);
      expect(text, name).not.toMatch(/\\p\{|\(\?<[a-z]|new (URL|Headers|TextDecoder)\b|\bIntl\./);
    }
  });
});
