/** Which organization each credential of the target file belongs to. */
import { type Caller, callerOf } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import { listItems, stringIn } from "../../model/body.ts";
import type { Credential, Target } from "../../target-file/target.ts";
import { sendIgnoringBudget } from "../first-requests.ts";

/** For each credential: the declared organization, else its installation's, else the only one in its list. */
export async function findOrganizations(client: Client, target: Target): Promise<readonly Caller[]> {
  const callers: Caller[] = [];
  for (const credential of target.credentials) {
    const isKnown = credential.org !== undefined || credential.expired;
    callers.push(callerOf(credential, isKnown ? credential.org : await organizationOf(client, credential)));
  }
  return callers;
}

/** Applies a limit that is declared on one credential to all credentials of its organization. */
export const withSharedLimits = (callers: readonly Caller[]): readonly Caller[] =>
  callers.map((caller) => withLimit(caller, callers));

function withLimit(caller: Caller, callers: readonly Caller[]): Caller {
  const { credential, organization } = caller;
  if (credential === undefined || organization === undefined || credential.rateLimit !== undefined) return caller;
  const callerWithLimit = callers.find((other) => other.organization === organization && other.credential?.rateLimit);
  const rateLimit = callerWithLimit?.credential?.rateLimit;
  return rateLimit === undefined ? caller : { ...caller, credential: { ...credential, rateLimit } };
}

async function organizationOf(client: Client, credential: Credential): Promise<string | undefined> {
  const caller = callerOf(credential, undefined);
  if (credential.kind === "api-key") {
    const installation = await sendIgnoringBudget(client, "getInstallation", caller);
    const orgId = installation.isSuccess ? stringIn(installation, "orgId") : undefined;
    if (orgId !== undefined) return orgId;
  }
  const [only, ...others] = listItems(await sendIgnoringBudget(client, "listOrganizations", caller));
  return others.length === 0 ? only?.id : undefined;
}
