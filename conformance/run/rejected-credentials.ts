/** Credentials that are declared as valid and answered 401: a mistyped or stale one is not the target's fault. */
import type { OperationId } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import type { Client } from "../client/client.ts";
import type { Exchange } from "../model/exchange.ts";

/** A credential that was answered 401 whatever it asked for, and the first of these answers. */
export interface Refused {
  readonly caller: Caller;
  readonly exchange: Exchange;
  /** No credential of its kind is served. */
  readonly isWholeKind: boolean;
}

/** What each kind is asked for, first and, where that is answered 401, again. */
const questions: Readonly<Record<"api-key" | "session", readonly OperationId[]>> = {
  "api-key": ["listProducts", "getInstallation"],
  session: ["getMe", "listOrganizations"],
};

const kindOf = ({ kind }: Caller) => (kind === "api-key" || kind === "session" ? kind : undefined);

/** Those of `callers` that the target knows nothing of. Asks once for each that was not heard of before, again after a 401. */
export async function findRefused(
  client: Client,
  callers: readonly Caller[],
  send: (operation: OperationId, caller: Caller) => Promise<Exchange>,
): Promise<readonly Refused[]> {
  const answersTo = ({ label }: Caller) =>
    client.exchanges.filter(({ credential, response }) => credential === label && response !== undefined);
  const isRefused = (caller: Caller) => answersTo(caller).every(({ status }) => status === 401);
  for (const caller of callers) {
    const kind = kindOf(caller);
    if (kind === undefined) continue;
    for (const operation of questions[kind]) {
      const answers = answersTo(caller);
      const isAsked = answers.some((one) => one.operation === operation);
      if (!isAsked && isRefused(caller)) await send(operation, caller);
    }
  }
  const valid = callers.filter((caller) => kindOf(caller) !== undefined);
  return valid.flatMap((caller) => {
    const [exchange] = answersTo(caller);
    if (exchange === undefined || !isRefused(caller)) return [];
    return [{ caller, exchange, isWholeKind: valid.filter(({ kind }) => kind === caller.kind).every(isRefused) }];
  });
}
