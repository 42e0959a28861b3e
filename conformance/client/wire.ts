/** Requests and responses as they are sent, without credentials and budgets. */
import type { Clock } from "../../clock.ts";
import type { ExchangeResponse, FailureReason, HeaderList } from "../model/exchange.ts";

export interface WireRequest {
  readonly method: string;
  /** Absolute http or https URL. */
  readonly url: string;
  readonly headers: HeaderList;
  readonly body?: string | Uint8Array;
  /** Sent on its own connection: the server may close an idle one just as a request is sent on it. */
  readonly hasOwnConnection?: boolean;
  /** Requests with the same object share a connection while the server keeps it. The last has `hasOwnConnection`. */
  readonly sharedConnection?: object;
}

/** Either `response`, or `failure` and `reason`. */
export interface WireAnswer {
  readonly response?: ExchangeResponse;
  /** Why no response came, without any credential: `timed out after 30 s`. */
  readonly failure?: string;
  readonly reason?: FailureReason;
  /** The connection's number, from 1 in the order of the first responses; absent if the runtime does not report it. */
  readonly connection?: number | undefined;
  /** Milliseconds of the clock: before the first byte was sent; after the last was received or given up. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The further URLs to which the request was sent, in order: the target counts each as a request. */
  readonly redirects: readonly string[];
  /** The headers of each of these redirects. */
  readonly redirectHeaders?: readonly HeaderList[];
}

/** A response whose headers have been received, and whose body has not. */
export interface Incoming {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: AsyncIterable<Uint8Array>;
  /** The content coding of the body is already decoded. */
  readonly isDecoded: boolean;
  readonly connection?: number | undefined;
  /** Abandons the body and its connection. */
  discard(): void;
}

export interface Sender {
  send(request: WireRequest, signal: AbortSignal): Promise<Incoming>;
  /** Ends the shared connections. A request's own connection ends after its last request, or at its idle timeout. */
  close(): Promise<void>;
}

/** The maximum size of a decoded body, in bytes. A longer body is cut and not judged. */
export const maxBodyBytes = 8 * 1024 * 1024;

export interface TransportOptions {
  /** Sends in place of the network. `ca` and `insecure` then have no effect. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sends in place of the network and of `fetch`. */
  readonly sender?: Sender | undefined;
  /** PEM text of the only trusted authorities, in place of the runtime's. */
  readonly ca?: string | undefined;
  /** Accepts any TLS certificate. */
  readonly insecure?: boolean | undefined;
  /** Real milliseconds for a request with all its redirects, even on a virtual clock; 30,000 by default. */
  readonly timeoutMs?: number;
  /** `maxBodyBytes` by default. */
  readonly maxBytes?: number;
  readonly clock: Clock;
}

export interface Transport {
  /** Resolves in bounded time, whatever the server does; never rejects. */
  send(request: WireRequest, signal?: AbortSignal): Promise<WireAnswer>;
  /** Ends every connection. Requests in flight are lost. */
  close(): Promise<void>;
}
