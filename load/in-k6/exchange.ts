/** The suite's exchange, made of a response of k6. Pure. */
import type {
  CredentialKind,
  Exchange,
  ExchangeRecord,
  ExchangeRequest,
  ExchangeResponse,
  Intent,
} from "../../conformance/model/exchange.ts";
import type { OperationId } from "../../spec/read-contract.ts";
import { isRole, type Sender } from "./environment.ts";

/** The part of a `k6/http` response that is used. */
export interface K6Response {
  readonly status: number;
  /** With names as Go spells them (`X-Ratelimit-Limit`); the values of repeated fields are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Why no response came; empty if one came. */
  readonly error: string;
  readonly error_code: number;
  /** `duration` in milliseconds, for sending, waiting and receiving. Absent for what the client itself gave up. */
  readonly timings?: { readonly duration: number };
}

export interface Sent {
  readonly index: number;
  readonly operation: OperationId;
  readonly sender: Sender;
  /** If the token of `unknown` resembles KEY_A's: the token for a shell, such as `${KEY_A:0:20}fpk0`. */
  readonly similarToken?: string | undefined;
  readonly request: ExchangeRequest;
  readonly intent: Intent;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** The organization of the credential; undefined for a token that was never issued. */
export function organizationOf(credential: string): "A" | "B" | undefined {
  if (!isRole(credential)) return undefined;
  return credential === "KEY_B" ? "B" : "A";
}

export function kindOf(credential: string): CredentialKind {
  if (!isRole(credential)) return "unknown";
  if (credential === "EXPIRED_A") return "expired";
  return credential === "SESSION_A" ? "session" : "api-key";
}

/** Go's spelling of header names, such as `X-Ratelimit-Limit`, by the name as it was asked for. */
const canonicalNames = new Map<string, string>();

function canonicalOf(name: string): string {
  const known = canonicalNames.get(name);
  if (known !== undefined) return known;
  const canonical = name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
  canonicalNames.set(name, canonical);
  return canonical;
}

/**
 * Reads k6's response lazily, because a script receives thousands. The constructor uses no destructured arrays and spreads, which
 * take k6's engine ten times as long as all else here.
 */
export class K6Exchange implements Exchange {
  readonly index: number;
  readonly operation: OperationId;
  readonly intent: Intent;
  readonly request: ExchangeRequest;
  readonly kind: CredentialKind;
  readonly credential: string;
  readonly organization: string | undefined;
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly durationMs: number | undefined;
  readonly status: number;
  readonly body: string;
  /** The headers as a JSON object. */
  readonly headersText: string;
  /** A copy, because each access to k6's property makes a new object. */
  readonly #headers: K6Response["headers"];
  #response: ExchangeResponse | undefined;
  #parsed: { readonly value: unknown; readonly isJson: boolean } | undefined;

  constructor(sent: Sent, response: K6Response) {
    this.index = sent.index;
    this.operation = sent.operation;
    this.request = sent.request;
    this.intent = sent.intent;
    this.kind = kindOf(sent.sender);
    this.credential = sent.similarToken ?? sent.sender;
    this.organization = organizationOf(sent.sender);
    this.sentAt = sent.sentAt;
    this.receivedAt = sent.receivedAt;
    this.durationMs = response.timings?.duration;
    this.status = response.status;
    this.body = response.body ?? "";
    this.#headers = response.headers;
    this.headersText = JSON.stringify(this.#headers);
  }

  get isSuccess(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get response(): ExchangeResponse {
    const { status, body } = this;
    // k6 has decoded the body, so whether it was UTF-8 is not known.
    this.#response ??= { status, headers: Object.entries(this.#headers), body, isUtf8: true, isCut: false };
    return this.#response;
  }

  header(name: string): string | undefined {
    return this.#headers[canonicalOf(name)];
  }

  json(): unknown {
    return this.#parse().value;
  }

  isJson(): boolean {
    return this.#parse().isJson;
  }

  #parse() {
    if (this.#parsed !== undefined) return this.#parsed;
    try {
      this.#parsed = { value: JSON.parse(this.body), isJson: true };
    } catch {
      this.#parsed = { value: undefined, isJson: false };
    }
    return this.#parsed;
  }
}

/** The exchange as plain data. */
export function recordOf(exchange: Exchange): ExchangeRecord {
  if (!(exchange instanceof K6Exchange)) return { ...exchange };
  const { status: _status, body: _body, headersText: _headers, ...sent } = exchange;
  return { ...sent, response: exchange.response };
}
