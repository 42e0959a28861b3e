/** Requests that the target has served in this run, to be sent again when nothing is left: whatever they are, they count (§8). */
import type { Contract } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import type { Outgoing } from "../client/client.ts";
import type { Exchange } from "../exchange.ts";

/** The last read of each endpoint that the caller was served, but for the list of products. */
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
  return [...last.values()].flatMap((exchange) => again(exchange, caller, contract) ?? []);
}

/** The last update of the profile that one of the callers was granted: it left the profile as it is. */
export function updateOf(
  callers: readonly Caller[],
  exchanges: readonly Exchange[],
  contract: Contract,
): Outgoing | undefined {
  const last = exchanges.findLast(({ operation, isSuccess }) => operation === "updateMe" && isSuccess);
  const caller = callers.find(({ label }) => label === last?.credential);
  return last === undefined || caller === undefined ? undefined : again(last, caller, contract);
}

/** The request of an exchange, by its path and body. */
function again({ operation, request }: Exchange, caller: Caller, contract: Contract): Outgoing | undefined {
  if (operation === undefined) return undefined;
  const { path, parameters } = contract.operation(operation);
  const pattern = new RegExp(`${path.replaceAll(/\{\w+\}/g, "([^/?]+)")}$`);
  const values = pattern.exec(request.url)?.slice(1);
  if (values === undefined) return undefined;
  const entries = parameters.map((name, at) => [name, decodeURIComponent(values[at] ?? "")] as const);
  return {
    operation,
    caller,
    parameters: Object.fromEntries(entries),
    ...(request.body === "" ? {} : { rawBody: request.body }),
  };
}
