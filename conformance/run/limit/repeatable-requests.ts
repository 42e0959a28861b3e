/** Requests that were served in this run. They are sent again while the limit is exhausted: all of them count (§8). */
import type { Contract } from "../../../spec/contract.ts";
import { fullSubmission } from "../../cases/shared/full-submission.ts";
import { parametersOf } from "../../cases/shared/parameters-of.ts";
import type { Caller } from "../../client/caller.ts";
import type { Client, Outgoing } from "../../client/client.ts";
import { listItems } from "../../model/body.ts";
import { NotJudgeable } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";

/** The last read of each endpoint that was served to the caller, except the list of products. */
export function readsOf(caller: Caller, exchanges: readonly Exchange[], contract: Contract): readonly Outgoing[] {
  const served = exchanges.filter(
    ({ credential, operation, request, isSuccess, intent }) =>
      credential === caller.label &&
      isSuccess &&
      intent === "valid" &&
      request.method === "GET" &&
      operation !== "listProducts",
  );
  const last = new Map(served.map((exchange) => [exchange.operation, exchange]));
  return [...last.values()].flatMap((exchange) => repeated(exchange, caller, contract) ?? []);
}

/** The last successful update of a caller's profile that left the profile as it is. */
export function updateOf(
  callers: readonly Caller[],
  exchanges: readonly Exchange[],
  contract: Contract,
): Outgoing | undefined {
  const last = exchanges.findLast(({ operation, isSuccess }) => operation === "updateMe" && isSuccess);
  const caller = callers.find(({ label }) => label === last?.credential);
  return last === undefined || caller === undefined ? undefined : repeated(last, caller, contract);
}

/** The request of an exchange, from its path and body. */
function repeated(exchange: Exchange, caller: Caller, contract: Contract): Outgoing | undefined {
  const { operation, request } = exchange;
  const parameters = parametersOf(exchange, contract);
  if (operation === undefined || parameters === undefined) return undefined;
  return { operation, caller, parameters, ...(request.body === "" ? {} : { rawBody: request.body }) };
}

/** A submission for the caller's first product; undefined if there is no product, or the submission is not accepted. */
export async function submissionFor(client: Client, caller: Caller, seed: number): Promise<Outgoing | undefined> {
  const operation = "submitFeedback";
  const accepted = client.exchanges.find(
    (exchange) => exchange.operation === operation && exchange.isSuccess && exchange.credential === caller.label,
  );
  if (accepted !== undefined) return { operation, caller, rawBody: accepted.request.body };
  try {
    const [product] = listItems(await client.send({ operation: "listProducts", caller }));
    if (product === undefined) return undefined;
    const body = fullSubmission({ productId: product.id }, `fpk-${seed.toString(36)}`);
    const first = await client.send({ operation, caller, body });
    return first.isSuccess ? { operation, caller, body } : undefined;
  } catch (error) {
    if (error instanceof NotJudgeable) return undefined;
    throw error;
  }
}
