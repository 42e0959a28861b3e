/** Creates an API key on the settings page (§5.3, §5.4). */

import type { ServerContext } from "../http/server-context.ts";
import { beginningOf, newToken } from "../parts/new-token.ts";
import { insertCredential } from "../store/credentials.ts";
import { allInstallations } from "../store/installations.ts";
import { newId } from "../store/new-id.ts";

/** A key that was created, with its value, which is shown once. */
export interface NewKey {
  readonly orgId: string;
  readonly name: string;
  readonly token: string;
}

/** What is wrong with an expiry date, `2027-12-31` or empty for none. */
export function expiryProblem(expires: string): string | undefined {
  if (expires === "") return undefined;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(expires) && new Date(endOf(expires)).toJSON()?.startsWith(expires);
  return isDate ? undefined : "The expiry must be a date, such as 2027-12-31.";
}

/** A key works until its expiry date is over. */
const endOf = (date: string): string => `${date}T23:59:59.999Z`;

/** Stores a key. It acts for the user, and is tied to the organization's first installation (§4, rule 2). */
export function createKey(
  { parts: { credentials }, store, clock }: ServerContext,
  orgId: string,
  userId: string,
  name: string,
  expires: string,
): NewKey {
  const token = newToken("api-key");
  const key = {
    kind: "api-key",
    id: newId("crd"),
    hash: credentials.hash(token),
    name,
    beginning: beginningOf(token),
    orgId,
    userId,
    installationId: allInstallations(store, [orgId])[0]?.id ?? null,
    expiresAt: expires === "" ? null : endOf(expires),
    createdAt: new Date(clock.now()).toISOString(),
  } as const;
  store.transaction(() => insertCredential(store, key));
  return { orgId, name, token };
}
