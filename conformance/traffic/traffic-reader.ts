/** Makes exchanges of traffic that the laws can judge, and in which no credential is left. */
import type { Contract, OperationId } from "../../spec/contract.ts";
import { matchPath } from "../../spec/match-path.ts";
import { createRecorder, shortestToken } from "../client/recorder.ts";
import { invalidFieldIn } from "../fuzz/invalid-body.ts";
import { type Exchange, type ExchangeRecord, type ExchangeResponse, exchangeOf } from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import { createRedactor } from "../redaction/redactor.ts";
import { redactReport } from "../reports/redact-report.ts";
import type { Credential, Target } from "../target-file/target.ts";
import { pathBelow } from "./base-url.ts";
import { TrafficCredentials } from "./credentials.ts";
import { prefersOtherThanJson } from "./preferred-format.ts";
import { headerValues, type Recorded } from "./recorded.ts";
import { Redirects } from "./redirects.ts";
import { FoundSecrets, safeHeaders } from "./secrets.ts";

export type WhyNotJudged =
  | "not below the base URL"
  | "outside the contract"
  | "answered by a redirect"
  | "in another format than JSON, as the request asked"
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
  /** A secret was learnt from an exchange after others were recorded, which may hold it: the answer to a login holds the token of what follows. */
  #isLate = false;
  #redact = (text: string) => text;

  constructor(target: Target, contract: Contract) {
    this.#target = target;
    this.#pathBelow = pathBelow(target.baseUrl);
    this.#contract = contract;
    this.#credentials = new TrafficCredentials(target.credentials);
  }

  /** Credentials for bearer values that the target file does not hold. */
  get foundCredentials(): readonly Credential[] {
    return this.#credentials.found;
  }

  /** Notes the credentials of an exchange, which others may repeat: called for all that are known before the first `read`. */
  learn(recorded: Recorded): void {
    const before = this.foundCredentials.length;
    this.#credentials.note(recorded);
    if (!this.#secrets.add(recorded) && this.foundCredentials.length === before) return;
    this.#record = undefined;
    this.#isLate ||= this.#hasRecorded;
  }

  /** To be called in the order of time. `index`: the place of the exchange among those that are judged. */
  read(recorded: Recorded, index: number): Exchange | WhyNotJudged {
    const { request, response } = recorded;
    const path = this.#pathBelow(request.url);
    if (path === undefined) return "not below the base URL";
    const operation =
      matchPath(this.#contract, request.method, path)?.operation.id ?? this.#redirects.operationOf(request);
    if (operation === undefined) return "outside the contract";
    if (response === undefined) return "without a recorded response";
    if (this.#redirects.note(request, response, operation)) return "answered by a redirect";
    if (isInPreferredFormat(request, response)) return "in another format than JSON, as the request asked";
    const record = this.recordOf(recorded, index, operation);
    const isInvalid = invalidFieldIn(record, this.#contract) !== undefined;
    return exchangeOf(isInvalid ? { ...record, intent: "invalid" } : record);
  }

  /** What a recording holds of an exchange, also of one that is not judged. */
  recordOf(recorded: Recorded, index: number, operation?: OperationId): ExchangeRecord {
    const { request, response, sentAt, receivedAt } = recorded;
    this.#record ??= this.#createRecorder();
    this.#hasRecorded = true;
    const { method, url, headers, body } = request;
    const sent = { method, url, headers: safeHeaders(headers, this.#redact), body };
    const kept = this.#record(sent, response && { ...response, headers: safeHeaders(response.headers) });
    const { kind, credential, organization } = this.#credentials.senderOf(recorded);
    // A rejected token that nobody declares may be no key, and its repetition in the error discloses none.
    const isDeclared = this.#target.credentials.some(({ label }) => label === credential);
    const isRejected = response?.status === 401 && kind !== "none" && !isDeclared;
    return {
      index,
      operation,
      intent: "valid",
      request: kept.request,
      response: kept.response,
      holdsKey: isRejected ? undefined : kept.holdsKey,
      kind,
      credential,
      organization,
      sentAt,
      receivedAt,
    };
  }

  /** Removes whatever was learnt to be secret, also from texts in which it may be something else. */
  redactor(): (text: string) => string {
    return createRedactor(this.#allSecrets());
  }

  /** Removes it from a report of exchanges that were read. */
  redact(report: Report): Report {
    const { all, opaque } = this.#secrets;
    // Credentials and opaque secrets that were known are already replaced in the exchanges, which may be very many.
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

/** The document shows JSON only, and leaves open what else a target offers. An error has its body whatever was asked for. */
const isInPreferredFormat = ({ headers }: Recorded["request"], response: ExchangeResponse) =>
  response.status < 400 &&
  !headerValues(response.headers, "content-type").some((type) => /json/i.test(type)) &&
  prefersOtherThanJson(headers);
