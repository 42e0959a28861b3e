/** What is known of a request on its way through the pipeline. Each step adds its part. */
import type { IncomingHttpHeaders } from "node:http";
import type { OperationId } from "../../spec/contract.ts";
import type { Hit } from "../limiters/algorithm.ts";
import type { Caller } from "../store/caller.ts";
import type { HttpError } from "./http-error.ts";

export interface RequestContext {
  /** The method, the target and the headers are as the client sent them. */
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly operation: OperationId | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** The error for a malformed request line or header. It is thrown after the credentials have been checked. */
  readonly malformed: HttpError | undefined;
  /** Set by the step `identify`; undefined without valid credentials. */
  caller: Caller | undefined;
  /** Set by the step `identify`: the caller of expired credentials. */
  expired: Caller | undefined;
  /** Set by the step `limiter`: the state of the rate limit that the headers report. */
  hit: Hit | undefined;
  /** Set by the step `limiter` if the request was counted: removes the request from the count. */
  undoCount: (() => void) | undefined;
}
