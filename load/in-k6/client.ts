/** The client of one virtual user: sends requests, keeps the exchanges, and records or judges each response. */
import exec from "k6/execution";
import http from "k6/http";
import { type Exchange, type ExchangeRecord, exchangeOf } from "../../conformance/model/exchange.ts";
import type { OperationId } from "../../spec/read-contract.ts";
import { clockStartOf } from "./clock-start.ts";
import { createLawContext, laws } from "./contract.ts";
import { isCutOff, unansweredUntilEnd } from "./cut-off.ts";
import type { Environment, Sender } from "./environment.ts";
import { exchangeReader } from "./exchange-reader.ts";
import { type CountsByLaw, createResponseJudge } from "./judge-responses.ts";
import { limited } from "./metrics.ts";
import { type Outgoing, organizationTags, prepareRequest, similarTo, tagsOf } from "./prepare-request.ts";
import { recordExchange } from "./record.ts";
import { reportFailure } from "./report.ts";
import { abortMessage, minUnanswered } from "./stopped-answering.ts";

/** The statuses that k6 does not count in `http_req_failed`. */
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 429));

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
