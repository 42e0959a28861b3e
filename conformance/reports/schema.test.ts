import { describe, expect, it } from "vitest";
import { isRecord, type OperationId, operationIds } from "../../spec/contract.ts";
import { levels } from "../../spec/level.ts";
import type { CredentialKind, ExchangeRecord, ExchangeRequest, ExchangeResponse, Intent } from "../model/exchange.ts";
import type { RateLimit } from "../model/rate-limit.ts";
import type {
  Capacity,
  Cause,
  ClauseInPart,
  Conclusion,
  Counts,
  ErrorsOfKind,
  KnownReason,
  LoadFigures,
  Observation,
  OperationFigures,
  PercentileRange,
  Percentiles,
  Report,
  Result,
  SeriesPoint,
} from "../model/report.ts";
import type { Finding, ReportedVerdict } from "../model/verdict.ts";
import { sampleReport } from "./sample.test.report.ts";
import { reportSchema, validateReport } from "./schema.ts";
import { upgraded } from "./upgrade-report.ts";

/** Says of each key of `T`, to the compiler and to the test, whether it must be there. */
type Presence<T> = { readonly [K in keyof T]-?: object extends Pick<T, K> ? "optional" : "required" };

const required = "required";
const optional = "optional";

const report: Presence<Report> = {
  schemaVersion: required,
  suite: required,
  conclusion: required,
  summary: required,
  exitCode: required,
  target: required,
  startedAt: required,
  seconds: required,
  seed: required,
  strict: required,
  requests: required,
  clauses: required,
  counts: required,
  results: required,
  causes: optional,
  observations: required,
  errors: optional,
  doubts: optional,
  notes: required,
  exchanges: required,
  series: optional,
  load: optional,
};
const load: Presence<LoadFigures> = {
  requests: required,
  perSecond: required,
  limited: optional,
  unanswered: optional,
  failed: optional,
  statuses: optional,
  expectedStatuses: optional,
  inFlight: optional,
  latency: optional,
  capacity: optional,
  slowdown: optional,
  hasStalled: optional,
  latencyNotes: optional,
  operations: optional,
  queue: optional,
  queueAtLeast: optional,
  firstSecond: optional,
  shape: optional,
  isEndedEarly: optional,
  reachedEnd: optional,
  scenarios: optional,
  scenario: optional,
};
const capacity: Presence<Capacity> = {
  perSecond: required,
  isReached: required,
  slowAt: optional,
  without: optional,
  latency: optional,
  operations: optional,
};
const operationFigures: Presence<OperationFigures> = { operation: required, requests: required, latency: optional };
const percentiles: Presence<Percentiles> = {
  count: required,
  p50: required,
  p95: required,
  p99: optional,
  max: required,
  ranges: optional,
};
const percentileRanges: Presence<NonNullable<Percentiles["ranges"]>> = { p50: required, p95: required, p99: required };
const percentileRange: Presence<PercentileRange> = { low: required, high: optional };
const seriesPoint: Presence<SeriesPoint> = {
  second: required,
  requests: required,
  limited: required,
  unanswered: required,
  statuses: optional,
  remaining: required,
  latency: optional,
};
const seriesRemaining: Presence<SeriesPoint["remaining"][number]> = { organization: required, remaining: required };
const seriesLatency: Presence<NonNullable<SeriesPoint["latency"]>> = { p50: required, p95: required };
const suite: Presence<Report["suite"]> = { name: required, version: required, contract: required };
const target: Presence<Report["target"]> = { baseUrl: required, rateLimit: required, credentials: required };
const requests: Presence<Report["requests"]> = { total: required, byOrganization: required };
const clauses: Presence<Report["clauses"]> = {
  stated: required,
  judged: required,
  unjudged: required,
  inPart: required,
};
const inPart: Presence<ClauseInPart> = { clause: required, section: required, checks: required, reason: required };
const counts: Presence<Counts> = { stated: required, implied: required };
const verdictCounts: Presence<Counts["stated"]> = {
  pass: required,
  fail: required,
  warn: required,
  skip: required,
  inconclusive: required,
  broken: required,
};
const unjudged: Presence<Report["clauses"]["unjudged"][number]> = {
  clause: required,
  section: required,
  reason: required,
  needsNoAction: optional,
};
const rateLimit: Presence<RateLimit> = { limit: required, windowSeconds: required };
const cause: Presence<Cause> = { cause: required, checks: required, hides: required };
const observation: Presence<Observation> = {
  clause: required,
  section: required,
  choice: required,
  choices: required,
  contradiction: optional,
  unobserved: optional,
};
const errorsOfKind: Presence<ErrorsOfKind> = { kind: required, operations: required, others: required };
const result: Presence<Result> = {
  id: required,
  clause: required,
  section: required,
  level: required,
  claim: required,
  verdict: required,
  known: optional,
  message: required,
  expected: optional,
  actual: optional,
  findings: optional,
  exchanges: required,
  judged: optional,
  failed: optional,
  replay: optional,
  sentBy: optional,
  after: optional,
  scenario: optional,
  curl: optional,
  answeredOtherwiseAt: optional,
};
const known: Presence<KnownReason> = { reason: required, until: optional };
const finding: Presence<Finding> = { expected: required, actual: required, exchanges: required };
const exchange: Presence<ExchangeRecord> = {
  index: required,
  operation: optional,
  intent: required,
  request: required,
  response: optional,
  failure: optional,
  reason: optional,
  kind: required,
  credential: required,
  organization: optional,
  connection: optional,
  sentAt: required,
  receivedAt: required,
  durationMs: optional,
  redirects: optional,
  redirectLacks: optional,
  holdsKey: optional,
};
const request: Presence<ExchangeRequest> = {
  method: required,
  url: required,
  headers: required,
  body: required,
  bodyBytes: optional,
};
const response: Presence<ExchangeResponse> = {
  status: required,
  headers: required,
  body: required,
  isUtf8: required,
  isCut: required,
  bodyBytes: optional,
};

const objects: readonly [pointer: string, presence: { readonly [key: string]: "required" | "optional" }][] = [
  ["", report],
  ["/properties/suite", suite],
  ["/properties/target", target],
  ["/properties/requests", requests],
  ["/properties/clauses", clauses],
  ["/properties/clauses/properties/unjudged/items", unjudged],
  ["/properties/clauses/properties/inPart/items", inPart],
  ["/properties/counts", counts],
  ["/$defs/verdictCounts", verdictCounts],
  ["/$defs/rateLimit", rateLimit],
  ["/$defs/cause", cause],
  ["/$defs/observation", observation],
  ["/$defs/result", result],
  ["/$defs/result/properties/known", known],
  ["/$defs/finding", finding],
  ["/$defs/errorsOfKind", errorsOfKind],
  ["/$defs/exchange", exchange],
  ["/$defs/exchange/properties/request", request],
  ["/$defs/exchange/properties/response", response],
  ["/$defs/loadFigures", load],
  ["/$defs/loadFigures/properties/capacity", capacity],
  ["/$defs/operationFigures", operationFigures],
  ["/$defs/percentiles", percentiles],
  ["/$defs/percentiles/properties/ranges", percentileRanges],
  ["/$defs/percentileRange", percentileRange],
  ["/$defs/seriesPoint", seriesPoint],
  ["/$defs/seriesPoint/properties/remaining/items", seriesRemaining],
  ["/$defs/seriesPoint/properties/latency", seriesLatency],
];

const conclusions: { [K in Conclusion]: true } = { conforms: true, violates: true, inconclusive: true };
const verdicts: { [K in ReportedVerdict]: true } = {
  pass: true,
  fail: true,
  warn: true,
  skip: true,
  inconclusive: true,
  broken: true,
};
const intents: { [K in Intent]: true } = { valid: true, invalid: true, "unknown-id": true, "foreign-id": true };
const kinds: { [K in CredentialKind]: true } = {
  "api-key": true,
  session: true,
  expired: true,
  none: true,
  unknown: true,
  malformed: true,
};
const reasons: { [K in NonNullable<ExchangeRecord["reason"]>]: true } = {
  unreachable: true,
  timeout: true,
  lost: true,
  closed: true,
  protocol: true,
};
const exitCodes: { [K in Report["exitCode"]]: true } = { 0: true, 1: true, 3: true };
const operations: readonly OperationId[] = operationIds;

const enumerations: readonly [pointer: string, values: readonly string[]][] = [
  ["/properties/conclusion", Object.keys(conclusions)],
  ["/properties/exitCode", Object.keys(exitCodes)],
  ["/$defs/result/properties/level", levels],
  ["/$defs/result/properties/verdict", Object.keys(verdicts)],
  ["/$defs/exchange/properties/intent", Object.keys(intents)],
  ["/$defs/exchange/properties/kind", Object.keys(kinds)],
  ["/$defs/exchange/properties/reason", Object.keys(reasons)],
  ["/$defs/exchange/properties/operation", operations],
];

describe("report.schema.json", () => {
  it.each(objects)("has the keys of the type at %s#", (pointer, presence) => {
    const schema = at(pointer);
    expect(schema.additionalProperties).toBe(false);
    expect(keysOf(schema.properties)).toEqual(Object.keys(presence).sort());
    const mandatory = Object.keys(presence).filter((key) => presence[key] === required);
    expect(listOf(schema.required)).toEqual(mandatory.sort());
  });

  it.each(enumerations)("has the values of the type at %s", (pointer, values) => {
    expect(listOf(at(pointer).enum)).toEqual([...values].sort());
  });
});

describe("a report of version 1", () => {
  it("is read as one of the present version, with its counts", () => {
    const { counts, clauses, results, ...rest } = sampleReport;
    const { inPart, ...before } = clauses;
    const failed = results.map((result) => (result.verdict === "warn" ? { ...result, verdict: "fail" } : result));
    const old = { ...rest, schemaVersion: 1, clauses: before, results: failed };
    expect(validateReport(old)).not.toEqual([]);
    expect(upgraded(old)).toEqual(sampleReport);
    expect(validateReport(upgraded({ ...old, strict: true }))).toEqual([]);
    expect(upgraded({ ...old, strict: true })).toMatchObject({ counts: { implied: { fail: 1, warn: 0 } } });
  });

  it("that is not valid is left as it is, and rejected", () => {
    for (const value of [{ schemaVersion: 1 }, { schemaVersion: 1, results: [7], clauses: {} }, null, "x"])
      expect(validateReport(upgraded(value))).not.toEqual([]);
  });
});

describe("validateReport", () => {
  it("accepts a report, also after JSON", () => {
    expect(validateReport(sampleReport)).toEqual([]);
    expect(validateReport(JSON.parse(JSON.stringify(sampleReport)))).toEqual([]);
    expect(validateReport({ ...sampleReport, target: { ...sampleReport.target, rateLimit: null } })).toEqual([]);
  });

  it.each(Object.entries(report).flatMap(([key, presence]) => (presence === required ? key : [])))(
    "misses %s",
    (key) => {
      const without = Object.fromEntries(Object.entries(sampleReport).filter(([name]) => name !== key));
      expect(validateReport(without)).toEqual([`the report must have required property '${key}'`]);
    },
  );

  it("says what is wrong, and at which place", () => {
    expect(validateReport({ ...sampleReport, extra: 1 })).toEqual([
      'the report must NOT have additional properties: "extra"',
    ]);
    expect(validateReport({ ...sampleReport, startedAt: "yesterday" })).toEqual([
      '/startedAt must match format "date-time"',
    ]);
    const [first] = sampleReport.results;
    expect(validateReport({ ...sampleReport, results: [{ ...first, verdict: "good" }] })[0]).toMatch(
      /^\/results\/0\/verdict must be equal to one of the allowed values: \["pass"/,
    );
    expect(validateReport("no report")).toEqual(["the report must be object"]);
  });
});

function at(pointer: string): Record<string, unknown> {
  let value: unknown = reportSchema();
  for (const key of pointer.split("/").slice(1)) value = isRecord(value) ? value[key] : undefined;
  if (!isRecord(value)) throw new Error(`the schema has nothing at ${pointer}`);
  return value;
}

function keysOf(value: unknown): string[] {
  return Object.keys(isRecord(value) ? value : {}).sort();
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).map(String).sort();
}
