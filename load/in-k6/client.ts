/** The client of one virtual user: sends requests, keeps the exchanges, and records or judges each response. */
import exec from "k6/execution";
import http, { type Params } from "k6/http";
import { similarTokens } from "../../conformance/generate/similar-tokens.ts";
import { unissuedToken } from "../../conformance/generate/unissued-token.ts";
import {
  type Exchange,
  type ExchangeRecord,
  type ExchangeRequest,
  exchangeOf,
  type HeaderList,
  type Intent,
} from "../../conformance/model/exchange.ts";
import type { OperationId } from "../../spec/read-contract.ts";
import { clockStartOf } from "./clock-start.ts";
import { createLawContext, laws } from "./contract.ts";
import { isCutOff, unansweredUntilEnd } from "./cut-off.ts";
import type { Environment, Sender } from "./environment.ts";
import { organizationOf } from "./exchange.ts";
import { exchangeReader } from "./exchange-reader.ts";
import { type CountsByLaw, createResponseJudge } from "./judge-responses.ts";
import { limited } from "./metrics.ts";
import { recordExchange } from "./record.ts";
import { reportFailure } from "./report.ts";
import { requestLineOf } from "./request-line.ts";
import { abortMessage, minUnanswered } from "./stopped-answering.ts";

/** The statuses that k6 does not count in `http_req_failed`. */
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 429));

export interface Outgoing {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** `valid` if absent. */
  readonly intent?: Intent;
}

export interface Client {
  readonly environment: Environment;
  /** The exchanges of `setup` and of this virtual user, in the order of the responses. */
  readonly exchanges: readonly Exchange[];
  /** How often each law was judged, and how often it failed; empty if the launcher judges. */
  countsByLaw(): CountsByLaw;
  /** The number of judgements since the last call. */
  takeJudgedCount(): number;
  /** Milliseconds since the epoch, with fractions: all virtual users of this process share this clock. */
  now(): number;
  send(sender: Sender, operation: OperationId, outgoing?: Outgoing): Promise<Exchange>;
}

/** When the test run began, in milliseconds since the epoch. `setup` calls it once for all virtual users. */
export const readClockStart = () => clockStartOf(Date.now, () => exec.instance.currentTestRunDuration);

/** `before`: the exchanges of `setup`. `keepsExchanges: false` is for virtual users that send too much to keep. */
export function createClient(
  environment: Environment,
  clockStart: number,
  {
    before = [],
    keepsExchanges = true,
  }: { readonly before?: readonly ExchangeRecord[]; keepsExchanges?: boolean } = {},
): Client {
  const { tokens, isRecording, rateLimit } = environment;
  const exchanges: Exchange[] = before.map(exchangeOf);
  const { countsByLaw, takeJudgedCount, judge } = createResponseJudge(
    laws,
    createLawContext(rateLimit),
    (law, finding, isFirst) => reportFailure(environment, law, finding, { isFirst }),
  );
  const read = exchangeReader(
    tokens,
    similarTo(tokens).map(([token]) => token),
  );
  const observe = isRecording ? recordExchange : judge;
  // k6 ignores a threshold on a metric without samples, so each organization gets one.
  for (const tags of Object.values(organizationTags)) limited.add(0, tags);
  // Each access to `exec.instance` makes a new object, and a client reads the clock twice for each request.
  const { instance } = exec;
  const now = () => clockStart + instance.currentTestRunDuration;

  async function sendOnce(
    sender: Sender,
    operation: OperationId,
    outgoing: Outgoing,
    timeoutSeconds: number,
  ): Promise<Exchange> {
    const { request, params, similarToken } = prepareRequest(environment, sender, operation, outgoing);
    const timed = { ...params, timeout: `${timeoutSeconds}s` };
    const sentAt = now();
    const response = await http.asyncRequest(request.method, request.url, request.body || null, timed);
    const receivedAt = now();
    const waitedMs = receivedAt - sentAt;
    const isCut = isCutOff(response, waitedMs, timeoutSeconds);
    // The run has ended, so nothing follows.
    if (isCut && waitedMs < minUnansweredCutMs) return new Promise<never>(() => {});
    const exchange = read(
      {
        index: exchanges.length,
        operation,
        sender,
        similarToken,
        request,
        intent: outgoing.intent ?? "valid",
        sentAt,
        receivedAt,
      },
      isCut ? unansweredUntilEnd(waitedMs) : response,
    );
    if (keepsExchanges) exchanges.push(exchange);
    observe(exchange);
    endIfUnanswered(exchange);
    if (exchange.status === 429) limited.add(1, tagsOf(sender));
    return exchange;
  }

  return {
    environment,
    exchanges,
    countsByLaw,
    takeJudgedCount,
    now,
    async send(sender, operation, outgoing = {}) {
      const exchange = await sendOnce(sender, operation, outgoing, timeoutSeconds);
      // The timeout may concern this request only. Further requests show whether the target answers at all.
      if (exchange.reason === "timeout") {
        const ask = () => sendOnce(sender, "listProducts", {}, secondsToAskAgain);
        await Promise.all(Array.from({ length: Math.max(0, minUnanswered - unanswered.length) }, ask));
      }
      return exchange;
    },
  };
}

const timeoutSeconds = 30;
/** How long requests may take that ask whether the target answers at all. */
const secondsToAskAgain = 10;

/** In milliseconds. A request that k6 cuts off when the run ends counts as not answered only if it waited for this long. */
const minUnansweredCutMs = 10_000;

/** In milliseconds. A target that answers none of `minUnanswered` requests for this long has stopped. */
const unansweredMs = 2000;
/** This virtual user's requests since its last response. */
let unanswered: Exchange[] = [];

/** Ends the run when the target has stopped answering. No check fails because of that: an outage is not a violation. */
function endIfUnanswered(exchange: Exchange): void {
  if (exchange.status !== 0) unanswered = [];
  else unanswered.push(exchange);
  const [first] = unanswered;
  const isLong = first !== undefined && exchange.receivedAt - first.sentAt >= unansweredMs;
  if (isLong && unanswered.length >= minUnanswered) exec.test.abort(abortMessage);
}

const noHeaders: HeaderList = [];
const jsonHeaders: HeaderList = [["Content-Type", "application/json"]];
const organizationTags = { A: { organization: "A" }, B: { organization: "B" }, none: { organization: "none" } };
const tagsOf = (sender: Sender) => organizationTags[organizationOf(sender) ?? "none"];

interface PreparedRequest {
  readonly request: ExchangeRequest;
  readonly params: Params;
  readonly similarToken: string | undefined;
}

/** Requests without parameters and body, which are the same each time. */
const fixedRequests = new Map<string, PreparedRequest>();

function prepareRequest(
  environment: Environment,
  sender: Sender,
  operation: OperationId,
  { parameters, body }: Outgoing,
): PreparedRequest {
  const isFixed = parameters === undefined && body === undefined && sender !== "unknown";
  const key = `${sender} ${operation}`;
  const known = isFixed ? fixedRequests.get(key) : undefined;
  if (known !== undefined) return known;
  const { method, path } = requestLineOf(operation, parameters);
  const headers = body === undefined ? noHeaders : jsonHeaders;
  const [token, similarToken] = tokenOf(sender, environment);
  const prepared: PreparedRequest = {
    request: { method, url: environment.baseUrl + path, headers, body: body === undefined ? "" : JSON.stringify(body) },
    params: {
      headers: { Authorization: `Bearer ${token}`, ...Object.fromEntries(headers) },
      tags: { name: operation, credential: sender, ...tagsOf(sender) },
      redirects: 0,
      responseType: "text",
    },
    similarToken,
  };
  if (isFixed) fixedRequests.set(key, prepared);
  return prepared;
}

/** Tokens that resemble KEY_A's and were never issued, each with what a shell writes for it. */
const similarTo = ({ KEY_A = "", ...others }: Environment["tokens"]) =>
  similarTokens(KEY_A)
    .filter(([token]) => !Object.values(others).includes(token))
    .map(([token, , inShell]) => [token, inShell("KEY_A")] as const);

let unissued = 0;

/**
 * For `unknown`, every second token resembles an issued one. The others all differ, so that the server must look up each and cannot
 * answer from a cache of rejected tokens.
 */
function tokenOf(sender: Sender, { tokens, seed }: Environment): readonly [token: string, similarToken?: string] {
  if (sender !== "unknown") return [tokens[sender] ?? ""];
  unissued += 1;
  const { idInTest } = exec.vu;
  const similar = unissued % 2 === 0 ? similarTo(tokens) : [];
  const token = similar[(idInTest + unissued / 2) % similar.length];
  return token ?? [unissuedToken(tokens.KEY_A, `${seed}v${idInTest}n${unissued}x`)];
}
