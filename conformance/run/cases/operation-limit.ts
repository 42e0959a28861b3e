/**
 * An operation may have a limit of its own, such as a few invitations an hour. §8 does not exclude it, and its 429 does
 * not show that the organization's limit is exceeded.
 */
import { unlessNotJudgeable } from "../../cases/shared/expect.ts";
import type { Caller } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { repeatableReads } from "./ended-session.ts";

/** A bucket that was refilled just now has fewer. */
const minRemaining = 3;

/**
 * The reason why this 429 is not judged: it comes from a limit of the operation. Undefined if it may come from the
 * organization's limit. To find out, repeats another read of the same credential, beyond the budget: if it is served
 * and reports remaining requests, the organization's limit is not exceeded.
 */
export async function whyOperationLimit(
  limited: Exchange,
  callers: readonly Caller[],
  client: Client,
): Promise<string | undefined> {
  const caller = callers.find(({ label }) => label === limited.credential);
  const { operation } = limited;
  const other = client.exchanges.find(
    (each) => each.credential === limited.credential && each.isSuccess && repeatableReads.includes(each.operation),
  )?.operation;
  if (caller === undefined || !isAuthenticated(caller) || other === undefined) return undefined;
  if (operation === undefined || operation === other) return undefined;
  const read = await unlessNotJudgeable(() => client.send({ operation: other, caller, ignoresBudget: true }));
  if (!read?.isSuccess || (remainingOf(read) ?? 0) < minRemaining) return undefined;
  return `${operation} has a limit of its own: it was answered 429, and ${other} was served right after; raise that limit for this run`;
}
