/** An operation with a limit of its own, such as a few invitations an hour: nothing of §8 excludes one, and its 429 says nothing of the organization's limit. */
import { unlessUnanswered } from "../../cases/given/expect.ts";
import type { Caller } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { repeatableReads } from "./ended-session.ts";

/** A bucket that has just been refilled has fewer left. */
const minRemaining = 3;

/**
 * Why nothing can be judged of this 429; undefined where it may be of the organization's limit. Repeats another read of the same
 * credential, beyond the budget: it is served, with requests left, where the organization's limit is not exceeded.
 */
export async function ownLimit(
  limited: Exchange,
  callers: readonly Caller[],
  client: Client,
): Promise<string | undefined> {
  const caller = callers.find(({ label }) => label === limited.credential);
  const { operation } = limited;
  const before = client.exchanges.find(
    (each) => each.credential === limited.credential && each.isSuccess && repeatableReads.includes(each.operation),
  );
  if (caller === undefined || !isAuthenticated(caller) || before?.operation === undefined) return undefined;
  if (operation === undefined || operation === before.operation) return undefined;
  const other = before.operation;
  const read = await unlessUnanswered(() => client.send({ operation: other, caller, ignoresBudget: true }));
  if (!read?.isSuccess || (remainingOf(read) ?? 0) < minRemaining) return undefined;
  return `${operation} has a limit of its own: it was answered 429, and ${other} was served right after; raise that limit for this run`;
}
