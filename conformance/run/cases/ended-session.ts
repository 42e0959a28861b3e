/** A session that ends in the midst of a run: how long one lasts is not shown (§5.6), and nothing more can be judged with it. */
import type { OperationId } from "../../../spec/contract.ts";
import type { Caller } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import type { Exchange } from "../../model/exchange.ts";

/** Reads that a credential may have been served before, and that need no identifier. */
export const repeatableReads: readonly (OperationId | undefined)[] = ["getMe", "listOrganizations", "listProducts"];

/**
 * Why nothing can be judged of this answer; undefined where it is not a session's 401. Sends once more what that session was
 * served or forbidden before: an endpoint that never takes sessions does not look like one that has ended.
 */
export async function endedSession(
  rejected: Exchange | undefined,
  callers: readonly Caller[],
  client: Client,
): Promise<string | undefined> {
  if (rejected?.kind !== "session" || rejected.status !== 401) return undefined;
  const caller = callers.find(({ label }) => label === rejected.credential);
  const served = client.exchanges.find(
    ({ credential, operation, isSuccess, status }) =>
      credential === rejected.credential && (isSuccess || status === 403) && repeatableReads.includes(operation),
  );
  if (caller === undefined || served?.operation === undefined) return undefined;
  const again = await client.send({ operation: served.operation, caller });
  if (again.status !== 401) return undefined;
  return sessionEnded(caller.label);
}

/** Why nothing can be judged with it. */
export const sessionEnded = (label: string) =>
  `needs a session that lasts for the whole run: ${label} was served, and later answered 401; set a newer token in the target file`;
