/** Sends the first requests of a run, to which the target may not answer. */
import type { OperationId } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import type { Client } from "../client/client.ts";
import { NotJudgeable } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";

/** Nothing answers at the base URL. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  readonly exchange: Exchange | undefined;
  constructor(message: string, exchange?: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}

/** Sends without waiting for budget. Any answer counts, even one that is not HTTP. Throws `Unreachable` without one. */
export async function sendIgnoringBudget(
  client: Client,
  operation: OperationId,
  caller: Caller,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Exchange> {
  try {
    return await client.send({ operation, caller, parameters, ignoresBudget: true });
  } catch (error) {
    if (!(error instanceof NotJudgeable) || error.exchange === undefined) throw error;
    if (error.exchange.reason === "protocol") return error.exchange;
    throw new Unreachable(`${error.message}${askForTls(error.exchange)}`, error.exchange);
  }
}

/** A server that speaks https closes a connection on which it is sent plain http. */
const askForTls = ({ reason, request }: Exchange) =>
  request.url.startsWith("http:") && (reason === "lost" || reason === "closed")
    ? "; does the server speak https on this port? Then the base URL begins with https://"
    : "";
