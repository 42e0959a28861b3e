/** What is known of a request on its way through the pipeline. Each step adds its part. */
import type { IncomingHttpHeaders } from "node:http";
import type { OperationId } from "../../spec/contract.ts";
import type { Hit } from "../limiters/algorithm.ts";
import type { Caller } from "../store/caller.ts";
import type { HttpError } from "./http-error.ts";

export interface RequestContext {
  /** The method, the target and the headers, as they came. */
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly operation: OperationId | undefined;
  readonly params: Readonly<Record<string, string>>;
  /** What is wrong with the request line or the headers; thrown once the caller is known to have valid credentials. */
  readonly malformed: HttpError | undefined;
  /** Set by the step `identify`; undefined without valid credentials. */
  caller: Caller | undefined;
  /** Set by the step `identify`: who the credentials belong to, if they have expired. */
  expired: Caller | undefined;
  /** Set by the step `limiter`: the state of the rate limit that the headers report. */
  hit: Hit | undefined;
  /** Set by the step `limiter` if the request was counted: takes it off the count again. */
  undoCount: (() => void) | undefined;
}
