/** What goes over the wire and what comes back, below credentials and budgets. */
import type { Clock } from "../../clock.ts";
import type { ExchangeResponse, FailureReason, HeaderList } from "../model/exchange.ts";

export interface WireRequest {
  readonly method: string;
  /** Absolute http or https URL. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string | Uint8Array;
  /** On a connection of its own: an idle one may be closed just as a request is sent on it. */
  readonly hasOwnConnection?: boolean;
  /** Requests with the same object share a connection of their own, as long as the server keeps it; the last of them is sent with `hasOwnConnection`. */
  readonly sharedConnection?: object;
}

/** Either `response`, or `failure` and `reason`. */
export interface WireAnswer {
  readonly response?: ExchangeResponse;
  /** Why no answer came, in words and without any credential: `timed out after 30 s`. */
  readonly failure?: string;
  readonly reason?: FailureReason;
  /** The connection that the answer came over, from 1 in the order of their first answers; absent where the runtime does not say. */
  readonly connection?: number | undefined;
  /** Milliseconds of the clock: before the first byte was sent, and after the last was received or given up. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The URLs that were sent to after the first, in order: each was a request of its own to the target. */
  readonly redirects: readonly string[];
}

export interface TransportOptions {
  /** Sends in place of the network; `ca` and `insecure` then have no effect. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** PEM text of the only authorities to trust, in place of the runtime's. */
  readonly ca?: string | undefined;
  /** Accepts any TLS certificate. */
  readonly insecure?: boolean | undefined;
  /** Real milliseconds for a request with all its redirects, whatever the clock says; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Bytes of a body after decoding, beyond which it is cut; 8 MiB by default. */
  readonly maxBytes?: number;
  readonly clock: Clock;
}

export interface Transport {
  /** Resolves in bounded time, whatever the server does; never rejects. */
  send(request: WireRequest, signal?: AbortSignal): Promise<WireAnswer>;
  /** Ends every connection; what is still in flight is lost. */
  close(): Promise<void>;
}
