/** Whether each credential is an API key or a session, as declared: by its form (§5.5) and its installation (§4). */
import { type Caller, callerOf } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { keyPrefixOf } from "../../model/key-form.ts";
import type { Target } from "../../target-file/target.ts";
import { sendIgnoringBudget } from "../first-requests.ts";
import { nameOf } from "./credential-name.ts";
import type { Confirmed } from "./declared-organizations.ts";

/**
 * Asks the target about sessions whose tokens have the form of an API key, and about keys whose tokens do not. Corrects the kind of those that
 * are certainly of the other one.
 */
export async function confirmKinds(
  client: Client,
  callers: readonly Caller[],
  { credentials }: Pick<Target, "credentials">,
): Promise<Confirmed> {
  const prefixes = new Set(callers.flatMap((caller) => (caller.kind === "api-key" ? (prefixOf(caller) ?? []) : [])));
  const confirmed: Caller[] = [];
  const contradicted: Caller[] = [];
  const doubts: string[] = [];
  for (const caller of callers) {
    const isDoubted = isAuthenticated(caller) && (await isOfOtherKind(client, caller));
    const prefix = prefixOf(caller);
    const isCertain = prefix === undefined ? prefixes.size > 0 : prefixes.has(prefix);
    const judged = isDoubted && isCertain ? ofOtherKind(caller) : caller;
    confirmed.push(judged);
    if (judged !== caller) contradicted.push(judged);
    const name = nameOf(caller, credentials);
    if (isDoubted) doubts.push(doubtOf(caller, name, isCertain));
    else if (caller.kind === "api-key" && prefix === undefined && prefixes.size > 0 && isServed(client, caller))
      doubts.push(
        `${name} is declared as an API key, but other keys have the form <prefix>_key_…, and it has not. Is it a session (kind: session)?`,
      );
  }
  return { callers: confirmed, doubts, contradicted };
}

const isServed = ({ exchanges }: Client, { label }: Caller) =>
  exchanges.some(({ credential, isSuccess }) => credential === label && isSuccess);

const prefixOf = ({ credential }: Caller) => keyPrefixOf(credential?.token ?? "");

/** Whether the target contradicts the declared kind: a session's token has the form of an API key, and an installation; or a key has neither. */
async function isOfOtherKind(client: Client, caller: Caller): Promise<boolean> {
  const hasKeyForm = prefixOf(caller) !== undefined;
  if (hasKeyForm === (caller.kind === "api-key")) return false;
  const isOwn = ({ credential }: Exchange) => credential === caller.label;
  const known = client.exchanges.findLast((exchange) => isOwn(exchange) && exchange.operation === "getInstallation");
  const installation = known ?? (await sendIgnoringBudget(client, "getInstallation", caller));
  if (hasKeyForm) return installation.isSuccess;
  if (![401, 403, 404].includes(installation.status)) return false;
  return isServed(client, caller) || (await sendIgnoringBudget(client, "getMe", caller)).isSuccess;
}

function ofOtherKind({ credential, organization, ...caller }: Caller): Caller {
  if (credential === undefined) return caller;
  const kind = credential.kind === "session" ? "api-key" : "session";
  return callerOf({ ...credential, kind }, organization);
}

function doubtOf({ kind }: Caller, name: string, isCertain: boolean): string {
  const treated = (as: string) => (isCertain ? ` This run treats it as ${as}` : "");
  return kind === "session"
    ? `${name} is declared as a session, but its token has the form of an API key (<prefix>_key_…), and it has an installation. Is it an API key (kind: api-key)?${treated("an API key")}`
    : `${name} is declared as an API key, but its token has another form than <prefix>_key_…, and it has no installation. Is it a session (kind: session)?${treated("a session")}`;
}
