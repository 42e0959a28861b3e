/** A report with something of everything, for the tests of what reads reports. */
import { clausesInPart, countsOf } from "../model/counts.ts";
import type { ExchangeRecord } from "../model/exchange.ts";
import type { Report, Result } from "../model/report.ts";

const baseUrl = "https://dev.example.com/api";

const headers = [
  ["Content-Type", "application/json"],
  ["X-RateLimit-Limit", "100"],
  ["X-RateLimit-Remaining", "99"],
] as const;

function read(index: number, path: string, status: number, body: string): ExchangeRecord {
  return {
    index,
    operation: "listProducts",
    intent: "valid",
    request: { method: "GET", url: `${baseUrl}${path}`, headers: [["accept", "application/json"]], body: "" },
    response: { status, headers, body, isUtf8: true, isCut: false },
    kind: "api-key",
    credential: "KEY_A",
    organization: "org_1",
    sentAt: 1_763_700_000_000 + index * 100,
    receivedAt: 1_763_700_000_080 + index * 100,
  };
}

const exchanges: readonly ExchangeRecord[] = [
  read(0, "/v1/products", 200, '{"data":[]}'),
  read(1, "/v1/products", 200, '{"data":[]}'),
  {
    ...read(2, "/v1/products/prod_1/features", 200, '{"data":[{"id":7}]}'),
    operation: "listFeatures",
    credential: "KEY_A2",
  },
  {
    index: 3,
    operation: "submitFeedback",
    intent: "valid",
    request: {
      method: "POST",
      url: `${baseUrl}/v1/feedback`,
      headers: [["content-type", "application/json"]],
      body: '{"productId":"prod_1","content":{"body":"it\'s 🦊"}}',
    },
    failure: "timed out after 30 s",
    reason: "timeout",
    redirects: 1,
    kind: "session",
    credential: "SESS",
    sentAt: 1_763_700_000_300,
    receivedAt: 1_763_700_030_300,
  },
];

function result(of: Pick<Result, "id" | "section" | "claim" | "verdict"> & Partial<Result>): Result {
  return { clause: `${of.id}.clause`, level: "stated", message: "", exchanges: [], ...of };
}

const results: readonly Result[] = [
  result({
    id: "list.wrapped",
    section: "2",
    claim: "Lists are wrapped in data",
    verdict: "pass",
    judged: 8,
    failed: 0,
  }),
  result({
    id: "limit.shared-by-keys",
    section: "8",
    claim: "two keys of one organization share its limit",
    verdict: "fail",
    message: "expected 429; actual 200",
    expected: "429 for the second key, once the first had used all 100",
    actual: "200, X-RateLimit-Remaining: 99",
    exchanges: [0, 1, 2],
    replay: "fpk check --only limit.shared-by-keys --seed 42",
    curl: `curl -i -H "Authorization: Bearer $KEY_A2" ${baseUrl}/v1/products/prod_1/features`,
  }),
  result({
    id: "schema.types",
    section: "2.2",
    claim: "Each field that is present has the type that the document gives it, and null only where it is nullable",
    verdict: "fail",
    message: "expected …; actual …",
    expected: "string at /data/0/id (Feature.id)",
    actual: `7 in ${JSON.stringify({ data: [{ id: 7, name: "\u001b[2J\u001b[31mpainted", description: "lorem ipsum ".repeat(80) }] })}`,
    findings: [
      { expected: "string at /data/0/id (Feature.id)", actual: "7", exchanges: [2] },
      { expected: "/data/0/name to be a string", actual: "null", exchanges: [2] },
      { expected: "/data/0/slug to be a string", actual: "8", exchanges: [1, 2] },
      { expected: "string at /data/0/id (Feature.id)", actual: "9", exchanges: [3] },
    ],
    exchanges: [2],
    judged: 104,
    failed: 3,
    replay: "fpk check --only schema.types --seed 42",
    curl: `curl -i -H "Authorization: Bearer $KEY_A2" ${baseUrl}/v1/products/prod_1/features`,
  }),
  result({
    id: "detail.agrees",
    section: "4",
    level: "implied",
    claim: "A product's detail agrees with its entry in the list",
    verdict: "warn",
    message: "expected …; actual …",
    expected: 'name "Lamp" as listed',
    actual: 'name "Lamp (old)"',
    exchanges: [0, 1],
    replay: "fpk check --only detail.agrees --seed 42",
  }),
  result({
    id: "feedback.status-readable",
    section: "4.1",
    claim: "The feedbackId of an acceptance is known to the status endpoint",
    verdict: "inconclusive",
    message: "POST /v1/feedback timed out after 30 s, twice",
    exchanges: [3],
  }),
  result({
    id: "me.restored",
    section: "2.9",
    claim: "The profile can be updated",
    verdict: "broken",
    message: "TypeError: cannot read properties of undefined\n    at run",
  }),
  result({
    id: "tenancy.foreign-product",
    section: "5.2",
    claim: "A key does not read another organization's product",
    verdict: "skip",
    message: "needs a key of a second organization",
  }),
  result({
    id: "auth.expired-key",
    section: "5.3",
    claim: "An expired key is answered with 401",
    verdict: "skip",
    message: "needs an expired key",
  }),
  result({
    id: "tenancy.foreign-feedback",
    section: "5.2",
    claim: "A key does not read another organization's feedback",
    verdict: "skip",
    message: "needs a key of a second organization",
  }),
];

/** Violates two stated clauses; every optional field stands somewhere in it. */
export const sampleReport: Report = {
  schemaVersion: 2,
  suite: { name: "fpk-conformance", version: "0.1.0", contract: "1.0.0" },
  conclusion: "violates",
  summary: "violates 2 of 61 judged stated clauses; 13 of 74 were not judged",
  exitCode: 1,
  target: { baseUrl, rateLimit: { limit: 100, windowSeconds: 60 }, credentials: ["KEY_A", "KEY_A2", "SESS"] },
  startedAt: "2025-11-21T04:40:00.000Z",
  seconds: 63.417,
  seed: 42,
  strict: false,
  requests: { total: 104, byOrganization: { org_1: 103, "": 1 } },
  clauses: {
    stated: 74,
    judged: 61,
    unjudged: [{ clause: "auth.key-expiry", section: "5.3", reason: "needs an expired key" }],
    inPart: clausesInPart(results),
  },
  counts: countsOf(results),
  results,
  causes: [
    {
      cause: "this does not hold: two keys of one organization share its limit",
      checks: ["limit.shared-by-keys"],
      hides: [],
    },
    { cause: "id has the wrong type in Feature", checks: ["schema.types", "detail.agrees"], hides: [] },
  ],
  observations: [
    { clause: "open.unseen", section: "6", choice: "", choices: [], unobserved: "no endpoint has it" },
    ...Array.from({ length: 34 }, (_, at) => {
      const choice =
        at === 2 ? "a body without productId: 422 with issues[].code invalid_type, and the path as an array" : "201";
      return { clause: `open.point-${at + 1}`, section: `4.${at + 1}`, choice, choices: [choice] };
    }),
    {
      clause: "open.wavers",
      section: "7",
      choice: "200 submitFeedback; 202 submitFeedback",
      choices: ["200 submitFeedback", "202 submitFeedback"],
      contradiction:
        "submitFeedback answered the same request with 200 (exchange 41), then 202 (exchange 42), then 200 (exchange 43)",
    },
  ],
  notes: [
    "waited 41 s for a window that an earlier run had used up",
    "organizations are assumed to be used by nobody else during the run",
  ],
  exchanges,
};
