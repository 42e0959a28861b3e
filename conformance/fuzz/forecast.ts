/** What a fuzzed run will cost, told before it is paid. */
import type { Contract, Operation } from "../../spec/contract.ts";
import { recoveryMs } from "../client/budget.ts";
import { fieldsOf } from "../generate/fields.ts";
import { requestBodyOf } from "../generate/request-body.ts";
import type { RateLimit } from "../model/check.ts";
import type { Shape } from "./configuration.ts";

export interface FuzzForecast {
  readonly requests: number;
  readonly seconds: number;
}

/** As Schemathesis 4.32 does, on a target that conforms: probes of an operation, of its path, of its body and of each field there. */
const probes = { always: 5, ofPath: 4, ofBody: 10, ofField: 7 };
/** Generating and checking a case takes so many milliseconds, besides the answer's own. */
const overheadMs = 6;
/** Until the first request is sent. */
const startSeconds = 3;
/** Requests that a scenario of the stateful phase has on average. */
const stepsEach = 7;

export function forecast(of: {
  readonly shape: Shape;
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly rateLimit: RateLimit | null;
  /** Organizations whose keys take turns. */
  readonly organizations: number;
  readonly latencyMs: number;
}): FuzzForecast {
  const { shape, rateLimit } = of;
  const examples = of.operations.reduce(
    (sum, operation) => sum + casesFor(operation, shape.maxExamples, of.contract),
    0,
  );
  const stepMs = of.latencyMs + overheadMs;
  const windowful = rateLimit === null ? Infinity : rateLimit.limit * of.organizations;
  if (shape.time !== undefined) {
    // It is fuzzed until then, whatever the number of examples.
    const windows = rateLimit === null ? 1 : 1 + Math.floor((shape.time * 1000) / recoveryMs(rateLimit));
    const requests = Math.round(Math.min((shape.time * 1000) / stepMs, windowful * windows));
    return { requests, seconds: Math.ceil(shape.time) };
  }
  const requests = Math.round(examples + (shape.stateful ? shape.maxExamples * stepsEach : 0));
  const windows = Math.ceil(requests / windowful) - 1;
  const waiting = rateLimit === null ? 0 : (windows * recoveryMs(rateLimit)) / 1000;
  return { requests, seconds: Math.round(Math.max((requests * stepMs) / 1000, waiting) + startSeconds) };
}

function casesFor({ id, parameters, requestBody }: Operation, maxExamples: number, contract: Contract): number {
  const own = id === "inviteMember" ? Math.ceil(maxExamples / 4) : maxExamples;
  if (requestBody !== undefined) {
    return probes.ofBody + probes.ofField * fieldsOf(requestBodyOf(contract, id)).length + own;
  }
  return parameters.length > 0 ? probes.ofPath + own : probes.always;
}
