/** One request and its response. Laws import this file, also inside k6: no npm, no `URL`, no `Headers`. */
import type { OperationId } from "../../spec/contract.ts";

/** Headers in the order in which they were sent, with their original names. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The credential of the request. `api-key` and `session` are valid; any other is answered 401 (§5.8). */
export type CredentialKind = "api-key" | "session" | "expired" | "none" | "unknown" | "malformed";

/** The request has a credential that is declared as valid. */
export const isAuthenticated = ({ kind }: { readonly kind: CredentialKind }) =>
  kind === "api-key" || kind === "session";

/** What kind of request it was meant to be, for laws about responses to faulty requests. */
export type Intent = "valid" | "invalid" | "unknown-id" | "foreign-id";

export interface ExchangeRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** Without `Authorization`. */
  readonly headers: HeaderList;
  /** The body as text; empty if there is none. */
  readonly body: string;
  /** The number of bytes that were sent, if a report holds fewer. */
  readonly bodyBytes?: number;
}

export interface ExchangeResponse {
  readonly status: number;
  readonly headers: HeaderList;
  /** The body as text, after its content coding was decoded. Bytes that are not UTF-8 are replaced. */
  readonly body: string;
  readonly isUtf8: boolean;
  /** The body was truncated, at the client's maximum or at the report's. It is not judged. */
  readonly isCut: boolean;
  /** The number of bytes that were read, if a report holds fewer. */
  readonly bodyBytes?: number;
}

/**
 * `unreachable`: nothing was sent; with any other reason, the server may have processed the request. `closed`: the
 * connection was lost at each repetition, while other requests were answered. `protocol`: the response is not HTTP.
 */
export type FailureReason = "unreachable" | "timeout" | "lost" | "closed" | "protocol";

/** An exchange in a report. It holds no credential: `credential` is a label. */
export interface ExchangeRecord {
  /** Its position in the run, from 0. Results refer to it. */
  readonly index: number;
  /** The operation of the contract; absent if the request is of none. */
  readonly operation?: OperationId | undefined;
  readonly intent: Intent;
  readonly request: ExchangeRequest;
  /** Absent if no response came. */
  readonly response?: ExchangeResponse | undefined;
  /** Why no response came: `timed out after 30 s`, `connection refused`. */
  readonly failure?: string | undefined;
  readonly reason?: FailureReason | undefined;
  readonly kind: CredentialKind;
  /**
   * The label of the credential: that of the target file, such as `KEY_A`; `unknown` for a token that nobody issued;
   * empty for `none`. For `malformed`, the value of the Authorization header, which holds nothing secret.
   */
  readonly credential: string;
  /** The organization of the credential, as it is declared or was found. */
  readonly organization?: string | undefined;
  /** Milliseconds since the epoch: just before the first byte was sent, and after the last one was received. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /**
   * Milliseconds for sending, waiting and receiving, as k6 measures them; absent in other runs. `sentAt` and `receivedAt` lie further
   * apart: connecting, and waiting for k6 itself, are between them, too.
   */
  readonly durationMs?: number | undefined;
  /** The number of the connection in the run, from 1; absent if unknown. */
  readonly connection?: number | undefined;
  /** The number of redirects that were followed. Each was a request, too. */
  readonly redirects?: number | undefined;
  /** The rate limit headers that one of these redirects did not have; absent if each had all. */
  readonly redirectLacks?: readonly string[] | undefined;
  /** The response contained the token of one of the target's API keys. The record does not. */
  readonly holdsKey?: true | undefined;
}

/** An exchange with what laws and cases read in it. */
export interface Exchange extends ExchangeRecord {
  /** The response's status; 0 if no response came. */
  readonly status: number;
  /** A 2xx. */
  readonly isSuccess: boolean;
  /** A response header, by its name in any case. Several values are joined by `, `, as HTTP defines. */
  header(name: string): string | undefined;
  /** The response's body as JSON, parsed once; `undefined` if it is empty, truncated or not JSON. */
  json(): unknown;
  /** The body is complete, not empty, and JSON. */
  isJson(): boolean;
  /** Frees the parsed body, since those of many exchanges would fill the memory. It is parsed again when needed. */
  forget?(): void;
}

/** The members of an exchange that its record does not have. */
class Reading implements Omit<Exchange, keyof ExchangeRecord> {
  readonly #response: ExchangeResponse | undefined;
  #parsed: { readonly value: unknown; readonly isJson: boolean } | undefined;

  constructor(response: ExchangeResponse | undefined) {
    this.#response = response;
  }

  get status(): number {
    return this.#response?.status ?? 0;
  }

  get isSuccess(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  header(name: string): string | undefined {
    const values = headerValues(this.#response?.headers ?? [], name.toLowerCase());
    return values.length <= 1 ? values[0] : values.join(", ");
  }

  json(): unknown {
    return this.#parse().value;
  }

  isJson(): boolean {
    return this.#parse().isJson;
  }

  forget(): void {
    this.#parsed = undefined;
  }

  #parse() {
    this.#parsed ??= this.#response?.isCut === true ? noJson : parseBody(this.#response?.body ?? "");
    return this.#parsed;
  }
}

/** The values of a header. `name` is in lower case; in `headers` its case does not matter. */
export function headerValues(headers: HeaderList, name: string): readonly string[] {
  const values: string[] = [];
  for (const field of headers) {
    // Comparing the lengths first spares most headers the rest.
    if (field[0].length === name.length && field[0].toLowerCase() === name) values.push(field[1]);
  }
  return values;
}

const noJson = { value: undefined, isJson: false };

function parseBody(body: string) {
  if (body === "") return noJson;
  try {
    return { value: JSON.parse(body) as unknown, isJson: true };
  } catch {
    return noJson;
  }
}

/** The exchange for a record, from the client or a report. */
export function exchangeOf(record: ExchangeRecord): Exchange {
  // A record from a file may have a field with the name of another member, which it must not replace.
  const isPlain = Object.keys(record).every((name) => !(name in Reading.prototype));
  return Object.assign(new Reading(record.response), isPlain ? record : withoutReading(record));
}

function withoutReading(record: ExchangeRecord): ExchangeRecord {
  const fields = Object.entries(record).filter(([name]) => !(name in Reading.prototype));
  return Object.fromEntries(fields) as unknown as ExchangeRecord;
}

/** In milliseconds: what k6 calls `http_req_duration`, or else the time from sending to receipt. */
export const latencyMs = ({ durationMs, sentAt, receivedAt }: ExchangeRecord) => durationMs ?? receivedAt - sentAt;

/** Both were in flight at some moment. */
export const overlap = (a: Exchange, b: Exchange) => a.sentAt < b.receivedAt && b.sentAt < a.receivedAt;

/** A 5xx; or the server always closes the connection instead of answering, for example because a handler crashes. */
export const isServerError = ({ status, reason }: Pick<Exchange, "status" | "reason">) =>
  status >= 500 || reason === "closed";

/** The server was overloaded and has not processed the request (RFC 9110, 15.6.4), so nothing is judged. */
export const isOverloaded = (exchange: Exchange) =>
  exchange.status === 503 && exchange.header("retry-after") !== undefined;

/** 501 for a method that a server does not know (RFC 9110, 15.6.2) is no server error. */
export const isUnknownMethod = ({ status, request: { method } }: Exchange) =>
  status === 501 && !["GET", "POST", "PUT"].includes(method);
