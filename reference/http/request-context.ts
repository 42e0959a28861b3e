/** What is known of a request while it passes the pipeline. Each step adds its part. */

import type { IncomingMessage } from "node:http";
import type { OperationId } from "../../spec/contract.ts";
import type { Hit } from "../limiters/algorithm.ts";
import { Refusal } from "../parts/http-error.ts";
import type { Caller } from "../store/caller.ts";
import { matchOperation } from "./match-operation.ts";

export interface Call {
  readonly operation: OperationId | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** What is wrong with the request line or the headers; refused after the credentials. */
  readonly fault: Refusal | undefined;
  /** Set by `identify`; undefined without valid credentials. */
  caller: Caller | undefined;
  /** Set by `identify`: whose credentials these were, where they have expired. */
  expired: Caller | undefined;
  /** Set by `limiter`: what the rate limit's headers tell. */
  hit: Hit | undefined;
  /** Set by `limiter` where the request was counted: takes the count back. */
  giveBack: (() => void) | undefined;
}

const calls = new WeakMap<IncomingMessage, Call>();

/** The call of a request; made when it is first asked for. */
export function callOf(request: IncomingMessage): Call {
  const known = calls.get(request);
  if (known !== undefined) return known;
  const { operation, params, isMalformed } = matchOperation(request.method ?? "", request.url ?? "");
  const call: Call = {
    operation,
    params,
    fault: faultOf(request, isMalformed),
    caller: undefined,
    expired: undefined,
    hit: undefined,
    giveBack: undefined,
  };
  calls.set(request, call);
  return call;
}

function faultOf(request: IncomingMessage, isMalformed: boolean): Refusal | undefined {
  if (isMalformed) return new Refusal("malformedRequest", "The path is not a valid percent-encoding.");
  if (request.httpVersion === "1.1" && request.headers.host === undefined) {
    return new Refusal("malformedRequest", "The Host header is missing.");
  }
  return undefined;
}
