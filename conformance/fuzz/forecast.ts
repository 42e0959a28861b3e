/** Predicts how many requests a run of `fpk fuzz` sends, and how long it takes. */
import type { Contract, Operation } from "../../spec/contract.ts";
import { fieldsOf } from "../generate/fields.ts";
import { requestBodyOf } from "../generate/request-body.ts";
import { type RateLimit, recoveryMs } from "../model/rate-limit.ts";
import type { Generation } from "./options.ts";

/** The number of requests besides the examples that Schemathesis 4.32 sends to a target that conforms, as measured. */
const coverage = { operation: 5, path: 4, body: 10, field: 7 };
/** The time in milliseconds that Schemathesis and the laws need for each request, besides the latency of its response. */
const overheadMs = 6;
/** The time in seconds until Schemathesis sends its first request. */
const startSeconds = 3;
/** The average number of requests in a scenario of the stateful phase. */
const stepsPerScenario = 7;

export function forecast(run: {
  readonly generation: Generation;
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly rateLimit: RateLimit | null;
  /** The number of organizations with credentials. The requests are spread over them. */
  readonly organizations: number;
  readonly latencyMs: number;
}) {
  const { generation, rateLimit } = run;
  const cases = run.operations.map((operation) => casesFor(operation, generation.maxExamples, run.contract));
  const examples = cases.reduce((sum, count) => sum + count, 0);
  const stepMs = run.latencyMs + overheadMs;
  const perWindow = rateLimit === null ? Infinity : rateLimit.limit * run.organizations;
  if (generation.time !== undefined) {
    // With --time, Schemathesis generates until the time is over, whatever the number of examples.
    const windows = rateLimit === null ? 1 : 1 + Math.floor((generation.time * 1000) / recoveryMs(rateLimit));
    const requests = Math.round(Math.min((generation.time * 1000) / stepMs, perWindow * windows));
    return { requests, seconds: Math.ceil(generation.time) };
  }
  const requests = Math.round(examples + (generation.stateful ? generation.maxExamples * stepsPerScenario : 0));
  const windows = Math.ceil(requests / perWindow) - 1;
  const waiting = rateLimit === null ? 0 : (windows * recoveryMs(rateLimit)) / 1000;
  return { requests, seconds: Math.round(Math.max((requests * stepMs) / 1000, waiting) + startSeconds) };
}

function casesFor({ id, parameters, requestBody }: Operation, maxExamples: number, contract: Contract): number {
  const examples = id === "inviteMember" ? Math.ceil(maxExamples / 4) : maxExamples;
  if (requestBody !== undefined) {
    return coverage.body + coverage.field * fieldsOf(requestBodyOf(contract, id)).length + examples;
  }
  return parameters.length > 0 ? coverage.path + examples : coverage.operation;
}
