/** Makes exchanges for the laws of recorded traffic, and removes the credentials. */
import type { Contract, OperationId } from "../../spec/contract.ts";
import { matchPath } from "../../spec/match-path.ts";
import { createRecorder, shortestToken } from "../client/recorder.ts";
import { invalidFieldIn } from "../fuzz/invalid-body.ts";
import {
  type Exchange,
  type ExchangeRecord,
  type ExchangeResponse,
  exchangeOf,
  headerValues,
} from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import { createRedactor } from "../redaction/redactor.ts";
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
  #record: ReturnType<typeof createRecorder> | undefined;
  #hasRecorded = false;
  /** Whether a secret was found after exchanges were recorded that may contain it, such as the response to a login. */
  #isLate = false;
  #redact = (text: string) => text;

  constructor(target: Target, contract: Contract) {
    this.#target = target;
    this.#pathBelow = pathBelow(target.baseUrl);
    this.#contract = contract;
    this.#credentials = new TrafficCredentials(target.credentials);
  }

  /** The credentials that the target file does not have. */
  get foundCredentials(): readonly Credential[] {
    return this.#credentials.found;
  }

  /** Notes the credentials of an exchange, which others may contain. To be called for all known exchanges before the first `read`. */
  learn(recorded: Recorded): void {
    const before = this.foundCredentials.length;
    this.#credentials.note(recorded);
    if (!this.#secrets.add(recorded) && this.foundCredentials.length === before) return;
    this.#record = undefined;
    this.#isLate ||= this.#hasRecorded;
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

  /** Without valid credentials, a redirect to another place is in the place of a 401. Laws over one exchange do not judge it. */
  #redirected(recorded: Recorded, index: number): Exchange | WhyNotJudged {
    const exchange = exchangeOf(this.recordOf(recorded, index));
    return hasNoValidCredentials(exchange) && !isSamePlace(exchange) ? exchange : "answered by a redirect";
  }

  /** The exchange for a recording, also if it is not judged. */
  recordOf(recorded: Recorded, index: number, operation?: OperationId): ExchangeRecord {
    const { request, response, failure, sentAt, receivedAt } = recorded;
    this.#record ??= this.#createRecorder();
    this.#hasRecorded = true;
    const { method, url, headers, body } = request;
    const sent = { method, url, headers: safeHeaders(headers, this.#redact), body };
    const kept = this.#record(sent, response && { ...response, headers: safeHeaders(response.headers) });
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
  redactor(): (text: string) => string {
    return createRedactor(this.#allSecrets());
  }

  /** Replaces them in a report of exchanges that were read. */
  redact(report: Report): Report {
    const { all, opaque } = this.#secrets;
    // Usually all secrets were replaced when the exchanges were read. There may be very many, so they are not searched again.
    const isClean =
      !this.#isLate &&
      all.length === opaque.length &&
      this.#allSecrets().every(({ token }) => token.length >= shortestToken);
    if (!isClean) return redactReport(report, this.redactor());
    return { ...redactReport({ ...report, exchanges: [] }, this.redactor()), exchanges: report.exchanges };
  }

  #allSecrets() {
    return [...this.#target.credentials, ...this.foundCredentials, ...this.#secrets.all];
  }

  #createRecorder() {
    const secrets = this.#secrets.opaque.map(
      ({ label, token }): Credential => ({ label, token, kind: "session", expired: false, denied: [] }),
    );
    const all = [...this.#target.credentials, ...this.foundCredentials, ...secrets];
    this.#redact = createRedactor(all.filter(({ token }) => token.length >= shortestToken));
    return createRecorder(all);
  }
}

/** The document leaves open whether a target offers other formats than JSON. Error bodies are JSON in any case. */
const isInPreferredFormat = ({ headers }: Recorded["request"], response: ExchangeResponse) =>
  response.status < 400 &&
  !headerValues(response.headers, "content-type").some((type) => /json/i.test(type)) &&
  prefersOtherThanJson(headers);
