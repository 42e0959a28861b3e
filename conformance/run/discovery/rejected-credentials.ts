/** Credentials that are declared as valid but answered 401: the token may be mistyped or expired. */
import type { OperationId } from "../../../spec/contract.ts";
import type { Caller } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import { type CredentialKind, type Exchange, isAuthenticated } from "../../model/exchange.ts";
import type { Target } from "../../target-file/target.ts";
import { entryOf, nameOf } from "../declaration/credential-name.ts";
import { sendIgnoringBudget } from "../first-requests.ts";

/** A credential whose requests were all answered 401, and the first of these exchanges. */
export interface Rejected {
  readonly caller: Caller;
  readonly exchange: Exchange;
  /** All credentials of this kind were rejected. */
  readonly isWholeKind: boolean;
}

/** Every credential that is declared as valid was answered 401. */
export const isNobodyServed = (rejected: readonly Pick<Rejected, "caller">[], callers: readonly Caller[]) =>
  rejected.length > 0 &&
  callers.filter(isAuthenticated).every(({ label }) => rejected.some(({ caller }) => caller.label === label));

/** A sentence for each of `rejected`, and one about the base URL if no credential is served. */
export function rejectionDoubts(
  rejected: readonly Pick<Rejected, "caller">[],
  callers: readonly Caller[],
  { baseUrl, credentials }: Pick<Target, "baseUrl" | "credentials">,
): readonly string[] {
  const isServed = !isNobodyServed(rejected, callers);
  const isRejected = ({ label }: Caller) => rejected.some(({ caller }) => caller.label === label);
  const tokens = rejected.map(({ caller }) => {
    const isWholeKind = callers.filter(({ kind }) => kind === caller.kind).every(isRejected);
    const server = isServed && isWholeKind ? ` Or does the server reject every ${kindNames[caller.kind]}?` : "";
    return `${nameOf(caller, credentials)} was answered 401. Is the token right? Or has it expired ("expired": true in ${entryOf(caller, credentials)})?${server} Nothing else was judged with it`;
  });
  return !isServed ? [...tokens, `No credential was served. Is the base URL ${baseUrl} right?`] : tokens;
}

const kindNames: Readonly<Partial<Record<CredentialKind, string>>> = { "api-key": "API key", session: "session" };

/** The valid credentials with no answer but 401 in exchanges that others sent. */
export function rejectedInTraffic(callers: readonly Caller[], exchanges: readonly Exchange[]): readonly Caller[] {
  const sent = new Set(exchanges.map(({ credential }) => credential));
  const answeredOtherwise = new Set(
    exchanges.filter(({ status }) => status !== 401).map(({ credential }) => credential),
  );
  return callers.filter(
    (caller) => isAuthenticated(caller) && sent.has(caller.label) && !answeredOtherwise.has(caller.label),
  );
}

/** The read that tries a credential of each kind, and a second read for after a 401. */
const probes: Readonly<Partial<Record<CredentialKind, readonly OperationId[]>>> = {
  "api-key": ["listProducts", "getInstallation"],
  session: ["getMe", "listOrganizations"],
};

/** The callers with no answer but 401. Sends a read for each that has sent none, and a second one after a 401. */
export async function findRejected(client: Client, callers: readonly Caller[]): Promise<readonly Rejected[]> {
  const answersTo = ({ label }: Caller) =>
    client.exchanges.filter(({ credential, response }) => credential === label && response !== undefined);
  const isRejected = (caller: Caller) => answersTo(caller).every(({ status }) => status === 401);
  const valid = callers.filter(isAuthenticated);
  for (const caller of valid) {
    for (const operation of probes[caller.kind] ?? []) {
      const isAsked = answersTo(caller).some((answer) => answer.operation === operation);
      if (!isAsked && isRejected(caller)) await sendIgnoringBudget(client, operation, caller);
    }
  }
  return valid.flatMap((caller) => {
    const [exchange] = answersTo(caller);
    if (exchange === undefined || !isRejected(caller)) return [];
    return [{ caller, exchange, isWholeKind: valid.filter(({ kind }) => kind === caller.kind).every(isRejected) }];
  });
}
