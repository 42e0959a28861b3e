/** The laws, asked by the hooks while Schemathesis runs: what they find, Schemathesis makes small. On loopback, behind a path that nobody can guess. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Contract, isRecord } from "../../spec/contract.ts";
import type { Law, LawContext } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import type { CaseReader } from "./exchanges.ts";
import { readCase } from "./recorded-case.ts";
import { wrongIn } from "./wrong.ts";

export interface OracleOptions {
  readonly contract: Contract;
  readonly laws: readonly Law[];
  readonly context: LawContext;
  readonly read: CaseReader;
  /** A case was answered; `phase` is Schemathesis' word. */
  readonly onCase: (phase: string) => void;
}

export interface Oracle {
  readonly url: string;
  close(): Promise<void>;
}

export async function startOracle(options: OracleOptions): Promise<Oracle> {
  const path = `/${randomUUID()}`;
  const findings = findingsOnce(options);
  const server = createServer(async (request, response) => {
    const question = request.url === path ? await jsonOf(request) : undefined;
    if (!isRecord(question)) return void response.writeHead(404).end();
    const one = readCase(String(question.phase), question.case, question.interaction);
    const label = typeof question.label === "string" ? question.label : undefined;
    const exchange = one === undefined ? undefined : options.read(one, 0, label);
    if (one !== undefined && one.phase !== "") options.onCase(one.phase);
    const answer =
      exchange === undefined
        ? { findings: [] }
        : {
            findings: findings(one?.phase ?? "", exchange),
            isWrong: wrongIn(exchange, options.contract) !== undefined,
          };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * What a phase has found of an operation, the phases after it are not told again: a failure ends an operation's phase, and
 * would hide what else is wrong. Within its phase it comes each time, so that it can be made small.
 */
function findingsOnce({ laws, context }: OracleOptions): (phase: string, exchange: Exchange) => readonly string[] {
  const foundIn = new Map<string, string>();
  return (phase, exchange) =>
    laws.flatMap((law) => {
      const judgement = law.judge(exchange, context);
      if (judgement.verdict !== "fail" || exchange.operation === undefined) return [];
      const cause = `${law.id} ${exchange.operation}`;
      const before = foundIn.get(cause) ?? phase;
      foundIn.set(cause, before);
      return before === phase ? [`${law.id}: expected ${judgement.expected}`] : [];
    });
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}
