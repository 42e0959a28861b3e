/** Credentials that are declared as valid and answered 401: a mistyped or stale one is not the target's fault. */
import type { OperationId } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import type { Client } from "../client/client.ts";
import { type CredentialKind, type Exchange, isAuthenticated } from "../model/exchange.ts";
import type { Target } from "../target-file/target.ts";
import { answerTo } from "./answer-to.ts";
import { entryOf, nameOf } from "./declaration/credential-name.ts";

/** A credential that was answered 401 whatever it asked for, and the first of these answers. */
export interface Rejected {
  readonly caller: Caller;
  readonly exchange: Exchange;
  /** No credential of its kind is served. */
  readonly isWholeKind: boolean;
}

/** One sentence for each of `rejected`; where no credential of the target is served, the base URL may be wrong as well. */
export function rejectionDoubts(
  rejected: readonly Rejected[],
  callers: readonly Caller[],
  { baseUrl, credentials }: Pick<Target, "baseUrl" | "credentials">,
): readonly string[] {
  const tokens = rejected.map(
    ({ caller }) =>
      `${nameOf(caller, credentials)} was answered 401. Is the token right? Or has it expired ("expired": true in ${entryOf(caller, credentials)})? Nothing else was judged with it`,
  );
  const isNobodyServed = rejected.length > 0 && rejected.length === callers.filter(isAuthenticated).length;
  return isNobodyServed ? [...tokens, `No credential was served. Is the base URL ${baseUrl} right?`] : tokens;
}

/** What each kind reads, and where that is answered 401, what it reads next. */
const probes: Readonly<Partial<Record<CredentialKind, readonly OperationId[]>>> = {
  "api-key": ["listProducts", "getInstallation"],
  session: ["getMe", "listOrganizations"],
};

/** Those of `callers` that every answer so far was a 401 to. Sends one request for each that has sent none, and another after a 401. */
export async function findRejected(client: Client, callers: readonly Caller[]): Promise<readonly Rejected[]> {
  const answersTo = ({ label }: Caller) =>
    client.exchanges.filter(({ credential, response }) => credential === label && response !== undefined);
  const isRejected = (caller: Caller) => answersTo(caller).every(({ status }) => status === 401);
  const valid = callers.filter(isAuthenticated);
  for (const caller of valid) {
    for (const operation of probes[caller.kind] ?? []) {
      const isAsked = answersTo(caller).some((answer) => answer.operation === operation);
      if (!isAsked && isRejected(caller)) await answerTo(client, operation, caller);
    }
  }
  return valid.flatMap((caller) => {
    const [exchange] = answersTo(caller);
    if (exchange === undefined || !isRejected(caller)) return [];
    return [{ caller, exchange, isWholeKind: valid.filter(({ kind }) => kind === caller.kind).every(isRejected) }];
  });
}
