/** Makes exchanges for the laws of recorded traffic, and removes the credentials. */
import type { Contract, OperationId } from "../../spec/contract.ts";
import { matchPath } from "../../spec/match-path.ts";
import { ExchangeRecorder, minTokenInExchange } from "../client/recorder.ts";
import { invalidFieldIn } from "../fuzz/invalid-body.ts";
import { withSimilarTokens } from "../generate/similar-tokens.ts";
import {
  type Exchange,
  type ExchangeRecord,
  type ExchangeResponse,
  exchangeOf,
  headerValues,
} from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import { isOpaque } from "../redaction/issued-secrets.ts";
import { Redactor, type Secret } from "../redaction/redactor.ts";
import { redactReport } from "../reports/redact-report.ts";
import type { Credential, Target } from "../target-file/target.ts";
import { pathBelow } from "./base-url.ts";
import { TrafficCredentials } from "./credentials.ts";
import { hasNoValidCredentials } from "./credentials-first.ts";
import { prefersOtherThanJson } from "./preferred-format.ts";
import type { Recorded } from "./recorded.ts";
import { isSamePlace, Redirects } from "./redirects.ts";
import { FoundSecrets, safeHeaders } from "./secrets.ts";

export type WhyNotJudged =
  | "not below the base URL"
  | "outside the contract"
  | "answered by a redirect"
  | "in another format than JSON, as the request asked"
  | "cut off"
  | "without an answer"
  | "without a recorded response";

export class TrafficReader {
  readonly #target: Target;
  readonly #pathBelow: (url: string) => string | undefined;
  readonly #contract: Contract;
  readonly #credentials: TrafficCredentials;
  readonly #secrets = new FoundSecrets();
  readonly #redirects = new Redirects();
  readonly #recorder: ExchangeRecorder;
  /** Replaces values that may be secrets or ordinary data: only in reports, after the laws have judged the original text. */
  readonly #uncertain = new Redactor([]);
  #hasUncertain = false;
  #hasRecorded = false;
  /** Whether a secret was found after exchanges were recorded that may contain it, such as the response to a login. */
  #isLate = false;

  constructor(target: Target, contract: Contract) {
    this.#target = target;
    this.#pathBelow = pathBelow(target.baseUrl);
    this.#contract = contract;
    this.#credentials = new TrafficCredentials(target.credentials);
    this.#recorder = new ExchangeRecorder(target.credentials);
    this.#hideUncertain(withSimilarTokens(target.credentials.filter(isShort)));
  }

  /** The credentials that the target file does not have. */
  get foundCredentials(): readonly Credential[] {
    return this.#credentials.found;
  }

  /** Notes the credentials of an exchange, which others may contain. To be called for all known exchanges before the first `read`. */
  learn(recorded: Recorded): void {
    const before = this.foundCredentials.length;
    this.#credentials.note(recorded);
    const credentials = this.foundCredentials.slice(before);
    const secrets = this.#secrets.add(recorded);
    if (credentials.length === 0 && secrets.length === 0) return;
    this.#recorder.know(credentials);
    this.#recorder.hide(secrets.filter(isOpaque));
    this.#hideUncertain([...credentials.filter(isShort), ...secrets.filter((secret) => !isOpaque(secret))]);
    this.#isLate ||= this.#hasRecorded;
  }

  #hideUncertain(secrets: readonly Secret[]): void {
    if (secrets.length === 0) return;
    this.#uncertain.add(this.#recorder.asKept(secrets));
    this.#hasUncertain = true;
  }

  /** To be called in the order of time. `index`: the number of exchanges that were judged before. */
  read(recorded: Recorded, index: number): Exchange | WhyNotJudged {
    const { request, response } = recorded;
    const path = this.#pathBelow(request.url);
    if (path === undefined) return "not below the base URL";
    const operation =
      matchPath(this.#contract, request.method, path)?.operation.id ?? this.#redirects.operationOf(request);
    if (operation === undefined) return "outside the contract";
    if (recorded.failure !== undefined) return response === undefined ? "without an answer" : "cut off";
    if (response === undefined) return "without a recorded response";
    if (this.#redirects.note(request, response, operation)) return this.#redirected(recorded, index);
    if (isInPreferredFormat(request, response)) return "in another format than JSON, as the request asked";
    const record = this.recordOf(recorded, index, operation);
    const isInvalid = invalidFieldIn(record, this.#contract) !== undefined;
    return exchangeOf(isInvalid ? { ...record, intent: "invalid" } : record);
  }

  /**
   * A redirect to another path, such as a sign-in page, may replace the 401 of a request without valid credentials. It has no operation,
   * so only laws over several exchanges judge it.
   */
  #redirected(recorded: Recorded, index: number): Exchange | WhyNotJudged {
    const exchange = exchangeOf(this.recordOf(recorded, index));
    return hasNoValidCredentials(exchange) && !isSamePlace(exchange) ? exchange : "answered by a redirect";
  }

  /** The exchange for a recording, also if it is not judged. */
  recordOf(recorded: Recorded, index: number, operation?: OperationId): ExchangeRecord {
    const { request, response, failure, sentAt, receivedAt } = recorded;
    this.#hasRecorded = true;
    const { method, url, headers, body } = request;
    const sent = { method, url, headers: safeHeaders(headers, this.#recorder.redact), body };
    const kept = this.#recorder.record(sent, response && { ...response, headers: safeHeaders(response.headers) });
    const { kind, credential, organization } = this.#credentials.senderOf(recorded);
    // A rejected token that is not declared may not be a key, so an error that repeats it may disclose no key.
    const isDeclared = this.#target.credentials.some(({ label }) => label === credential);
    const isRejected = response?.status === 401 && kind !== "none" && !isDeclared;
    return {
      index,
      operation,
      intent: "valid",
      request: kept.request,
      response: kept.response,
      ...(failure === undefined ? {} : { failure }),
      holdsKey: isRejected ? undefined : kept.holdsKey,
      kind,
      credential,
      organization,
      sentAt,
      receivedAt,
    };
  }

  /** Replaces all known secrets, also in texts in which they may mean something else. */
  readonly redactText = (text: string): string => this.#uncertain.redact(this.#recorder.redact(text));

  /** Replaces them in a report of exchanges that were read. */
  redact(report: Report): Report {
    if (this.#isLate) return redactReport(report, this.redactText);
    // The others were replaced when the exchanges were read. There may be very many exchanges, so they are not searched again.
    const exchanges = this.#hasUncertain
      ? redactReport(report, (text) => this.#uncertain.redact(text)).exchanges
      : report.exchanges;
    return { ...redactReport({ ...report, exchanges: [] }, this.redactText), exchanges };
  }
}

const isShort = ({ token }: Credential) => token.length < minTokenInExchange;

/** The document leaves open whether a target offers other formats than JSON. Error bodies are JSON in any case. */
const isInPreferredFormat = ({ headers }: Recorded["request"], response: ExchangeResponse) =>
  response.status < 400 &&
  !headerValues(response.headers, "content-type").some((type) => /json/i.test(type)) &&
  prefersOtherThanJson(headers);
