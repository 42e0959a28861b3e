/** An answer of k6 as the suite's exchange. Pure: what k6 gives is described by its shape. */
import {
  type CredentialKind,
  type Exchange,
  type ExchangeRecord,
  type ExchangeRequest,
  type ExchangeResponse,
  exchangeOf,
  type HeaderList,
} from "../../conformance/exchange.ts";
import type { OperationId } from "../../spec/contract.ts";
import type { Label } from "./environment.ts";

/** What is read of a response of `k6/http`. */
export interface K6Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly error: string;
  readonly error_code: number;
}

export interface Sent {
  readonly index: number;
  readonly operation: OperationId;
  readonly label: Label;
  readonly request: ExchangeRequest;
  /** Milliseconds since the epoch, of one clock. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** `A` or `B`: whose credential it is. */
export const organizationOf = (label: Label): "A" | "B" => (label === "KEY_B" ? "B" : "A");

export const kindOf = (label: Label): CredentialKind => (label.startsWith("SESSION") ? "session" : "api-key");

/** k6's own codes of errors: 1000 and on. */
function reasonOf(code: number): "timeout" | "unreachable" | "lost" {
  if (code === 1050 || code === 1211) return "timeout";
  return (code >= 1100 && code < 1220) || code === 1300 ? "unreachable" : "lost";
}

/** Tokens shorter than this may stand in any text. */
const shortestToken = 8;

/** k6 has names as Go writes them: `X-Ratelimit-Limit`. */
const canonicalNames = new Map<string, string>();

function canonicalOf(name: string): string {
  const known = canonicalNames.get(name);
  if (known !== undefined) return known;
  const canonical = name.toLowerCase().replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
  canonicalNames.set(name, canonical);
  return canonical;
}

/** An answer as k6 has it: nothing of it is copied before it is asked for, since a script reads thousands of them. */
class K6Exchange implements Exchange {
  readonly intent = "valid";
  readonly status: number;
  readonly #sent: Sent;
  /** Read once: each look at k6's own object makes a new one. */
  readonly #headers: K6Answer["headers"];
  readonly #body: string;
  #response: ExchangeResponse | undefined;
  #parsed: { readonly value: unknown; readonly isJson: boolean } | undefined;

  constructor(sent: Sent, status: number, headers: K6Answer["headers"], body: string) {
    this.status = status;
    this.#sent = sent;
    this.#headers = headers;
    this.#body = body;
  }

  get index(): number {
    return this.#sent.index;
  }

  get operation(): OperationId {
    return this.#sent.operation;
  }

  get request(): ExchangeRequest {
    return this.#sent.request;
  }

  get kind(): CredentialKind {
    return kindOf(this.#sent.label);
  }

  get credential(): Label {
    return this.#sent.label;
  }

  get organization(): string {
    return organizationOf(this.#sent.label);
  }

  get sentAt(): number {
    return this.#sent.sentAt;
  }

  get receivedAt(): number {
    return this.#sent.receivedAt;
  }

  get isSuccess(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get response(): ExchangeResponse {
    const headers = this.#headers;
    this.#response ??= {
      status: this.status,
      body: this.#body,
      // k6 has decoded the body: whether it was UTF-8 is not known any more.
      isUtf8: true,
      isCut: false,
      get headers(): HeaderList {
        return Object.entries(headers);
      },
    };
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
      this.#parsed = { value: JSON.parse(this.#body), isJson: true };
    } catch {
      this.#parsed = { value: undefined, isJson: false };
    }
    return this.#parsed;
  }
}

/** Makes exchanges of answers. None of `tokens` gets into one: a label stands for it. */
export function exchangeReader(tokens: Readonly<Partial<Record<Label, string>>>) {
  const secrets = Object.entries(tokens).filter(([, token]) => token.length >= shortestToken);
  const carriesAny = (text: string): boolean => {
    for (const secret of secrets) if (text.includes(secret[1])) return true;
    return false;
  };

  return (sent: Sent, answer: K6Answer): Exchange => {
    const { status, headers } = answer;
    const body = answer.body ?? "";
    const exchange = new K6Exchange(sent, status, headers, body);
    if (status === 0) {
      const { response: _, ...record } = recordOf(exchange);
      return exchangeOf({ ...record, failure: answer.error, reason: reasonOf(answer.error_code) });
    }
    if (carriesAny(body) || carriesAny(Object.values(headers).join("\n"))) return redacted(exchange, secrets);
    return exchange;
  };
}

function redacted(exchange: K6Exchange, secrets: readonly (readonly [string, string])[]): Exchange {
  const { response } = exchange;
  const carried = new Set<string>();
  const redact = (text: string) =>
    secrets.reduce((left, [name, token]) => {
      if (left.includes(token)) carried.add(name);
      return left.split(token).join(`$${name}`);
    }, text);
  const headers = response.headers.map(([name, value]) => [name, redact(value)] as const);
  const body = redact(response.body);
  const holdsKey = [...carried].some((name) => !name.startsWith("SESSION"));
  return exchangeOf({
    ...recordOf(exchange),
    response: { ...response, headers, body },
    ...(holdsKey ? { holdsKey } : {}),
  });
}

/** What is kept of an exchange. */
export function recordOf(exchange: Exchange): ExchangeRecord {
  const { index, operation, intent, request, kind, credential, organization, sentAt, receivedAt } = exchange;
  const { response, failure, reason, holdsKey } = exchange;
  return {
    index,
    ...(operation === undefined ? {} : { operation }),
    intent,
    request,
    kind,
    credential,
    ...(organization === undefined ? {} : { organization }),
    sentAt,
    receivedAt,
    ...(response === undefined ? {} : { response: { ...response } }),
    ...(failure === undefined ? {} : { failure }),
    ...(reason === undefined ? {} : { reason }),
    ...(holdsKey === undefined ? {} : { holdsKey }),
  };
}

/** What is written of a body at most, in characters. */
const longest = 8192;

/** As a line of the record: long bodies are cut, and say so. */
export function shortened(exchange: Exchange): ExchangeRecord {
  const record = recordOf(exchange);
  const { response } = record;
  if (response === undefined || response.body.length <= longest) return record;
  const body = response.body.slice(0, longest);
  return { ...record, response: { ...response, body, isCut: true, bodyBytes: response.body.length } };
}
