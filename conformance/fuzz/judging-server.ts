/**
 * A server on loopback that receives each exchange from the hooks while Schemathesis runs, and responds with the findings
 * of the laws, so that Schemathesis shrinks the requests that cause them. Its path is random, so that no other process
 * sends to it.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { isRecord } from "../../spec/contract.ts";
import type { ExchangeMessage, ExchangeReader } from "./exchange-message.ts";
import type { Judge, JudgedExchange } from "./judged-exchange.ts";

/** The messages of the hooks so far. */
export interface Received {
  readonly judged: readonly JudgedExchange[];
  readonly hasStarted: boolean;
  readonly hasFinished: boolean;
  /** Errors in Schemathesis or in the hooks. */
  readonly errors: readonly string[];
  /** Requests that were not answered, such as `GET /v1/products: ReadTimeout: …`. */
  readonly networkErrors: readonly string[];
}

export type JudgingServer = Awaited<ReturnType<typeof startJudgingServer>>;

interface JudgingServerOptions {
  readonly read: ExchangeReader;
  readonly judge: Judge;
  /** `phase` is that of the message; it is not called for requests that Schemathesis' own checks send. */
  readonly onExchange: (phase: string) => void;
}

/** The messages of `hooks/fpk_judging.py` that are not about an exchange. */
type EventMessage =
  | { readonly event: "started" }
  | { readonly event: "finished" }
  | { readonly event: "error" | "network-error"; readonly message: string };

export async function startJudgingServer(options: JudgingServerOptions) {
  const path = `/${randomUUID()}`;
  const { received, receive } = createReceiver(options);
  const server = createServer(async (request, response) => {
    const message = request.url === path ? await messageIn(request) : undefined;
    if (message === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ findings: receive(message) }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function createReceiver({ read, judge, onExchange }: JudgingServerOptions) {
  const judgedExchanges: JudgedExchange[] = [];
  const errors: string[] = [];
  const networkErrors: string[] = [];
  const received = { judged: judgedExchanges, errors, networkErrors, hasStarted: false, hasFinished: false };
  const newFindings = createFindingsFilter();

  function receive(message: ExchangeMessage | EventMessage): readonly string[] {
    if ("event" in message) {
      noteEvent(message);
      return [];
    }
    const judged = judge(read(message, judgedExchanges.length, Date.now()));
    judgedExchanges.push(judged);
    if (message.phase === "") return [];
    onExchange(message.phase);
    return newFindings(message.phase, judged);
  }

  function noteEvent(message: EventMessage): void {
    if (message.event === "started") received.hasStarted = true;
    else if (message.event === "finished") received.hasFinished = true;
    else if (message.event === "error") errors.push(message.message);
    else networkErrors.push(message.message);
  }

  return { received, receive };
}

/**
 * The findings to respond with. Schemathesis ends the phase of an operation at a failure. So a finding is returned only in
 * the first phase in which it occurs: there repeatedly, so that the request can be shrunk, and not in later phases, so
 * that they can find other faults.
 */
function createFindingsFilter() {
  const firstPhases = new Map<string, string>();
  return (phase: string, { exchange, judgements }: JudgedExchange): readonly string[] =>
    [...judgements].flatMap(([law, judgement]) => {
      if (judgement.verdict !== "fail" || exchange.operation === undefined) return [];
      const cause = `${law} ${exchange.operation}`;
      if (!firstPhases.has(cause)) firstPhases.set(cause, phase);
      return firstPhases.get(cause) === phase ? [`${law}: expected ${judgement.expected}`] : [];
    });
}

/** The message in the request's body; undefined if there is none. */
async function messageIn(request: IncomingMessage): Promise<ExchangeMessage | EventMessage | undefined> {
  const message = await json(request).catch(() => undefined);
  const isMessage = isRecord(message) && ("event" in message || "request" in message);
  return isMessage ? (message as unknown as ExchangeMessage | EventMessage) : undefined;
}
