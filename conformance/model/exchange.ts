/** One request and its response as it went over the wire. Laws import this file, also inside k6: no npm, no `URL`, no `Headers`. */
import type { OperationId } from "../../spec/contract.ts";

/** Header fields in the order of the wire, names as they came. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** What the caller presented. `api-key` and `session` are valid credentials; requests with any other are answered 401 (§5.8). */
export type CredentialKind = "api-key" | "session" | "expired" | "none" | "unknown" | "malformed";

/** A credential that is declared as valid was presented. */
export const isAuthenticated = ({ kind }: { readonly kind: CredentialKind }) =>
  kind === "api-key" || kind === "session";

/** What a request was meant to be; laws about answers to bad input look at it. */
export type Intent = "valid" | "invalid" | "unknown-id" | "foreign-id";

export interface ExchangeRequest {
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  /** Without `Authorization`. */
  readonly headers: HeaderList;
  /** The body as text, empty where there is none. */
  readonly body: string;
  /** How many bytes were sent, where a report holds fewer. */
  readonly bodyBytes?: number;
}

export interface ExchangeResponse {
  readonly status: number;
  readonly headers: HeaderList;
  /** The body, decoded from its content coding, as text; bytes that are not UTF-8 are replaced, and `isUtf8` is false. */
  readonly body: string;
  readonly isUtf8: boolean;
  /** The body was truncated: at the client's bound on bytes, or in a report at the report's. What is left of it is not judged. */
  readonly isCut: boolean;
  /** How many bytes were read, where a report holds fewer. */
  readonly bodyBytes?: number;
}

/**
 * `unreachable`: nothing was sent; otherwise the server may have acted on the request. `closed`: the connection was lost for each
 * repetition, while other requests were answered. `protocol`: the answer is not HTTP.
 */
export type FailureReason = "unreachable" | "timeout" | "lost" | "closed" | "protocol";

/** An exchange as a report keeps it. Holds no credential: `credential` is a label. */
export interface ExchangeRecord {
  /** Its place in the run, from 0; results refer to it. */
  readonly index: number;
  /** The operation of the contract; absent for a request outside it. */
  readonly operation?: OperationId | undefined;
  readonly intent: Intent;
  readonly request: ExchangeRequest;
  /** Absent where no answer came. */
  readonly response?: ExchangeResponse | undefined;
  /** Why no answer came, in words: `timed out after 30 s`, `connection refused`. */
  readonly failure?: string | undefined;
  readonly reason?: FailureReason | undefined;
  readonly kind: CredentialKind;
  /**
   * The label of the credential that was presented, such as `KEY_A`: the target file's, or `unknown` for a token that nobody issued; empty
   * for `none`. For `malformed` the whole value of the Authorization header, which holds nothing secret.
   */
  readonly credential: string;
  /** The organization that the credential is declared or found to belong to. */
  readonly organization?: string | undefined;
  /** Milliseconds since the epoch, when the first byte was about to be sent and when the last had been received. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** Which of the run's connections it went over, from 1; absent where that is not known. */
  readonly connection?: number | undefined;
  /** Redirects that were followed on the way; each was a request of its own. */
  readonly redirects?: number | undefined;
  /** The response carried the token of an API key of the target, which the record does not. */
  readonly holdsKey?: true | undefined;
}

/** An exchange with the reading that laws and cases need. */
export interface Exchange extends ExchangeRecord {
  /** The response's status; 0 where no answer came. */
  readonly status: number;
  /** A 2xx. */
  readonly isSuccess: boolean;
  /** A response header by name, whatever its case; several of one name are joined by `, ` as HTTP says. */
  header(name: string): string | undefined;
  /** The response's body as JSON; `undefined` where it is empty, truncated or not JSON. Parsed once. */
  json(): unknown;
  /** The body is there, whole, and is JSON. */
  isJson(): boolean;
  /** Gives up what was parsed: the bodies of very many exchanges would fill the memory. What is asked for again is parsed again. */
  forget?(): void;
}

/** What an exchange has besides its record. */
class Reading implements Omit<Exchange, keyof ExchangeRecord> {
  readonly #response: ExchangeResponse | undefined;
  #parsed: { readonly value: unknown; readonly isJson: boolean } | undefined;
  /** The response's headers by their names in lower case. */
  #headers: ReadonlyMap<string, string> | undefined;

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
    this.#headers ??= byName(this.#response?.headers ?? []);
    return this.#headers.get(name.toLowerCase());
  }

  json(): unknown {
    return this.#parse().value;
  }

  isJson(): boolean {
    return this.#parse().isJson;
  }

  forget(): void {
    this.#parsed = undefined;
    this.#headers = undefined;
  }

  #parse() {
    this.#parsed ??= this.#response?.isCut === true ? noJson : parseBody(this.#response?.body ?? "");
    return this.#parsed;
  }
}

function byName(headers: HeaderList): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const [key, value] of headers) {
    const name = key.toLowerCase();
    const before = named.get(name);
    named.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return named;
}

const noJson = { value: undefined, isJson: false };

function parseBody(body: string) {
  try {
    return { value: JSON.parse(body) as unknown, isJson: true };
  } catch {
    return noJson;
  }
}

/** Gives a record, from the client or a report, its reading. */
export function exchangeOf(record: ExchangeRecord): Exchange {
  // A record from a file may have any field; one that is called as a member of the reading does not replace it.
  const isPlain = Object.keys(record).every((name) => !(name in Reading.prototype));
  return Object.assign(new Reading(record.response), isPlain ? record : withoutReading(record));
}

function withoutReading(record: ExchangeRecord): ExchangeRecord {
  const fields = Object.entries(record).filter(([name]) => !(name in Reading.prototype));
  return Object.fromEntries(fields) as unknown as ExchangeRecord;
}

/** A 5xx, or a connection that the server closes each time in place of an answer, as where a handler panics. */
export const isServerError = ({ status, reason }: Pick<Exchange, "status" | "reason">) =>
  status >= 500 || reason === "closed";

/** The server did nothing, for its load, and asks to come back (RFC 9110, 15.6.4): no answer that can be judged. */
export const isOverloaded = (exchange: Exchange) =>
  exchange.status === 503 && exchange.header("retry-after") !== undefined;

/** HTTP's answer to a method that a server does not know (RFC 9110, 15.6.2): no server error. */
export const isUnknownMethod = ({ status, request: { method } }: Exchange) =>
  status === 501 && !["GET", "POST", "PUT"].includes(method);
