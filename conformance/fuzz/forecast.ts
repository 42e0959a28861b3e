/** How many requests a fuzzed run will send and how long it will take. */
import type { Contract, Operation } from "../../spec/contract.ts";
import { fieldsOf } from "../generate/fields.ts";
import { requestBodyOf } from "../generate/request-body.ts";
import { type RateLimit, recoveryMs } from "../model/rate-limit.ts";
import type { Generation } from "./options.ts";

/** How many requests Schemathesis 4.32 sends on a target that conforms, besides the examples. */
const coverage = { operation: 5, path: 4, body: 10, field: 7 };
/** The time that generating and judging a case takes, in milliseconds, besides the latency of its response. */
const overheadMs = 6;
/** The time until the first request is sent, in milliseconds. */
const startSeconds = 3;
/** Requests in a scenario of the stateful phase, on average. */
const stepsPerScenario = 7;

export function forecast(run: {
  readonly generation: Generation;
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly rateLimit: RateLimit | null;
  /** How many organizations have keys; they take turns. */
  readonly organizations: number;
  readonly latencyMs: number;
}) {
  const { generation, rateLimit } = run;
  const cases = run.operations.map((operation) => casesFor(operation, generation.maxExamples, run.contract));
  const examples = cases.reduce((sum, count) => sum + count, 0);
  const stepMs = run.latencyMs + overheadMs;
  const perWindow = rateLimit === null ? Infinity : rateLimit.limit * run.organizations;
  if (generation.time !== undefined) {
    // Schemathesis generates until then, whatever the number of examples.
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
