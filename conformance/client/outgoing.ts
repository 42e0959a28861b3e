/** What the client is asked to send. */
import type { OperationId } from "../../spec/contract.ts";
import type { HeaderList, Intent } from "../model/exchange.ts";
import type { Caller } from "./caller.ts";

/** A request of one of the 18 operations, or one like it that the contract does not declare. */
export interface Outgoing {
  readonly operation: OperationId;
  /** In place of the operation's method or path: the exchange then belongs to no operation, and no law judges it as one's. */
  readonly undeclared?: { readonly method?: string; readonly path?: string };
  readonly caller: Caller;
  /** Values of the path parameters, unescaped. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string;
  /** The Content-Type of the body; `application/json` by default, none where it is `null`. */
  readonly contentType?: string | null;
  /** Sent besides those of the body. */
  readonly headers?: HeaderList;
  /** The media types that the Accept header asks for; `application/json` by default. */
  readonly accept?: string;
  /** What the request is meant to be; `valid` by default. */
  readonly intent?: Intent;
  /** Is sent although the limit may be exceeded by it; a 429 is then an answer. */
  readonly ignoresBudget?: boolean;
  /** Restores what the run changed: is sent even when the run has been cut. */
  readonly isCleanup?: boolean;
  /** Sent on a connection of its own. */
  readonly hasOwnConnection?: boolean;
  /** As in `WireRequest`. */
  readonly sharedConnection?: object;
}
