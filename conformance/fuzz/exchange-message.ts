/** Makes an exchange that laws can judge from the message that the hooks send about it (`hooks/fpk_judging.py`). */
import { isUtf8 } from "node:buffer";
import { matchPath, type PathMatch } from "../../spec/match-path.ts";
import { createRecorder } from "../client/recorder.ts";
import {
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
  exchangeOf,
  type Intent,
} from "../model/exchange.ts";
import type { Target } from "../target-file/target.ts";
import type { HookInput, Ids } from "./hook-input.ts";
import type { FuzzOptions } from "./options.ts";

export interface ExchangeMessage {
  /** The phase of Schemathesis: `coverage`, `fuzzing`, `stateful`; empty for requests that its own checks send. */
  readonly phase: string;
  /** Whether Schemathesis generated the request to be invalid by the contract. */
  readonly isNegative: boolean;
  /** The label of the credential; `null` if the request was sent with none of the target's credentials. */
  readonly label: string | null;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly contentType: string | null;
    readonly hasAuthorization: boolean;
    /** In base64. */
    readonly body: string;
  };
  /** `null` if no response came. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, readonly string[]>>;
    /** In base64. */
    readonly body: string;
    readonly seconds: number;
  } | null;
}

interface ReaderOptions extends Pick<FuzzOptions, "contract" | "target" | "onSecrets"> {
  readonly hookInput: HookInput;
  /** The base URL that Schemathesis uses. In a container, it has another host name than the target's base URL. */
  readonly baseUrl: string;
}

/** `receivedAt` is in milliseconds since the epoch. */
export type ExchangeReader = (message: ExchangeMessage, index: number, receivedAt: number) => Exchange;

/** The exchanges that the reader returns are redacted: they contain no credential. */
export function createExchangeReader({
  contract,
  target,
  onSecrets,
  hookInput,
  baseUrl,
}: ReaderOptions): ExchangeReader {
  const record = createRecorder(target.credentials, onSecrets);
  return (message, index, receivedAt) => {
    const { request, response, label } = message;
    const path = request.url.startsWith(baseUrl) ? request.url.slice(baseUrl.length) : undefined;
    const match = path === undefined ? undefined : matchPath(contract, request.method, path);
    const organization = hookInput.callers.find((caller) => caller.label === label)?.organization;
    const url = path === undefined ? request.url : target.baseUrl + path;
    return exchangeOf({
      index,
      operation: match?.operation.id,
      intent: intentOf(message, match, hookInput.ids[organization ?? ""]),
      ...record(requestOf(request, url), response === null ? undefined : responseOf(response)),
      ...(response === null ? { failure: "no answer", reason: "lost" } : {}),
      ...senderOf(message, target),
      organization,
      sentAt: receivedAt - (response?.seconds ?? 0) * 1000,
      receivedAt,
    });
  };
}

function senderOf({ label, request }: ExchangeMessage, target: Target): Pick<Exchange, "kind" | "credential"> {
  const credential = target.credentials.find((each) => each.label === label);
  if (credential !== undefined) return { kind: credential.kind, credential: credential.label };
  return request.hasAuthorization ? { kind: "unknown", credential: "unknown" } : { kind: "none", credential: "" };
}

const requestOf = ({ method, contentType, body }: ExchangeMessage["request"], url: string): ExchangeRequest => ({
  method,
  url,
  headers: contentType === null ? [] : [["content-type", contentType]],
  body: Buffer.from(body, "base64").toString(),
});

function responseOf({ status, headers, body }: NonNullable<ExchangeMessage["response"]>): ExchangeResponse {
  const bytes = Buffer.from(body, "base64");
  return {
    status,
    headers: Object.entries(headers).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
    body: bytes.toString(),
    isUtf8: isUtf8(bytes),
    isCut: false,
  };
}

/** A request that is generated as valid may still have an identifier that does not exist. */
function intentOf({ isNegative }: ExchangeMessage, match: PathMatch | undefined, ids: Ids | undefined): Intent {
  if (isNegative) return "invalid";
  const known = ids === undefined ? [] : [ids.productId, ids.feedbackId, ids.orgId, ids.problemId.map(([, id]) => id)];
  return match?.values.every((value) => known.flat().includes(value)) ? "valid" : "unknown-id";
}
