/** A request to send, as cases describe it. */
import type { OperationId } from "../../spec/contract.ts";
import type { Exchange, HeaderList, Intent } from "../model/exchange.ts";
import type { Caller } from "./caller.ts";

/** A request of one of the 18 operations, or one like it that the contract does not declare. */
export interface Outgoing {
  readonly operation: OperationId;
  /** Replaces the operation's method or path. The exchange then belongs to no operation. */
  readonly undeclared?: { readonly method?: string; readonly path?: string };
  readonly caller: Caller;
  /** Values of the path parameters, unescaped. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent literally, in place of `body`. */
  readonly rawBody?: string;
  /** The Content-Type of the body; `application/json` by default, none if `null`. */
  readonly contentType?: string | null;
  /** Sent in addition to the headers of the body. */
  readonly headers?: HeaderList;
  /** The media types in the Accept header; `application/json` by default. */
  readonly accept?: string;
  /** What kind of request it is meant to be; `valid` by default. */
  readonly intent?: Intent;
  /** Sent even if it may exceed the limit. A 429 is then a response like any other. */
  readonly ignoresBudget?: boolean;
  /** Restores what the run changed, so it is sent even after the run was stopped. */
  readonly isCleanup?: boolean;
  /** Sent on a connection of its own. */
  readonly hasOwnConnection?: boolean;
  /** As in `WireRequest`. */
  readonly sharedConnection?: object;
}

export type Send = (outgoing: Outgoing) => Promise<Exchange>;
