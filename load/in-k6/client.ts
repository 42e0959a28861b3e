/** Sends a scenario's requests, keeps what one virtual user saw, and judges each response by the suite's laws at once. */
import exec from "k6/execution";
import http, { type Params } from "k6/http";
import { type Exchange, type ExchangeRecord, exchangeOf, type HeaderList } from "../../conformance/exchange.ts";
import type { Environment, Label } from "./environment.ts";
import { exchangeReader, organizationOf, shortened } from "./exchange.ts";
import { createJudge, type Tally } from "./judge.ts";
import { exchangeLaws, lawContext } from "./judged.ts";
import { limited } from "./metrics.ts";
import { operations, pathOf, type Sendable } from "./operations.ts";
import { report } from "./report.ts";

/** An answer that is neither a success nor a 429 is what `http_req_failed` counts. */
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 429));

export interface Outgoing {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Client {
  readonly environment: Environment;
  /** All that this virtual user and `setup` have sent and got answered, in the order of the answers. */
  readonly exchanges: readonly Exchange[];
  /** What each law has said so far; and how many judgements there were since it was asked last. */
  tally(): Tally;
  takeJudged(): number;
  /** Milliseconds since the epoch, with fractions: one clock for all virtual users of this process. */
  now(): number;
  send(label: Label, operation: Sendable, outgoing?: Outgoing): Promise<Exchange>;
}

/** When the test run began, in milliseconds since the epoch; to be asked once, in `setup`, and handed on. */
export const clockBase = () => Date.now() - exec.instance.currentTestRunDuration;

/** `before`: what has been sent already. `keeps: false`: for a virtual user whose exchanges are too many to keep. */
export function createClient(
  environment: Environment,
  base: number,
  { before = [], keeps = true }: { readonly before?: readonly ExchangeRecord[]; readonly keeps?: boolean } = {},
): Client {
  const { baseUrl, tokens, records, rateLimit } = environment;
  const exchanges: Exchange[] = before.map(exchangeOf);
  const { tally, takeJudged, judge } = createJudge(exchangeLaws, lawContext(rateLimit), (law, finding, isFirst) =>
    report(environment, law, finding, isFirst),
  );
  const read = exchangeReader(tokens);
  // A threshold on a metric without samples passes.
  for (const tags of Object.values(organizationTags)) limited.add(0, tags);
  // Each look at `exec.instance` makes a new one, and a run looks twice for each request.
  const { instance } = exec;
  const now = () => base + instance.currentTestRunDuration;

  return {
    environment,
    exchanges,
    tally,
    takeJudged,
    now,
    async send(label, operation, { parameters, body } = {}) {
      const { method } = operations[operation];
      const url = baseUrl + pathOf(operation, parameters);
      const text = body === undefined ? "" : JSON.stringify(body);
      const params = paramsOf(tokens[label] ?? "", label, operation, text !== "");
      const sentAt = now();
      const answer = await http.asyncRequest(method, url, text === "" ? null : text, params);
      const receivedAt = now();
      const request = { method, url, headers: text === "" ? noHeaders : jsonHeaders, body: text };
      const exchange = read({ index: exchanges.length, operation, label, request, sentAt, receivedAt }, answer);
      if (keeps) exchanges.push(exchange);
      if (records) console.log(JSON.stringify({ fpk: "exchange", ...shortened(exchange) }));
      judge(exchange);
      if (exchange.status === 429) limited.add(1, organizationTags[organizationOf(label)]);
      return exchange;
    },
  };
}

const noHeaders: HeaderList = [];
const jsonHeaders: HeaderList = [["Content-Type", "application/json"]];
const organizationTags = { A: { organization: "A" }, B: { organization: "B" } };

/** They are the same for each request of a kind. */
const knownParams = new Map<string, Params>();

function paramsOf(token: string, label: Label, operation: Sendable, hasBody: boolean): Params {
  const key = `${label} ${operation} ${hasBody}`;
  const known = knownParams.get(key);
  if (known !== undefined) return known;
  const params = {
    headers: { Authorization: `Bearer ${token}`, ...(hasBody ? Object.fromEntries(jsonHeaders) : {}) },
    tags: { name: operation, credential: label, organization: organizationOf(label) },
    redirects: 0,
    timeout: "30s",
    responseType: "text",
  } as const;
  knownParams.set(key, params);
  return params;
}
