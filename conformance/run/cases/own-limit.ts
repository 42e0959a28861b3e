/** An operation with a limit of its own, such as a few invitations an hour: nothing of §8 excludes one, and its 429 says nothing of the organization's limit. */
import { unlessUnanswered } from "../../cases/given/expect.ts";
import type { Caller } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";

/** A bucket that has just been refilled has fewer left. */
const minRemaining = 3;

/**
 * Why nothing can be judged of this 429; undefined where it may be of the organization's limit. Reads the products with the same
 * credential, beyond the budget: they are served, with requests left, where the organization's limit is not exceeded.
 */
export async function ownLimit(
  limited: Exchange,
  callers: readonly Caller[],
  client: Client,
): Promise<string | undefined> {
  const caller = callers.find(({ label }) => label === limited.credential);
  const { operation } = limited;
  if (caller === undefined || !isAuthenticated(caller) || operation === undefined) return undefined;
  if (operation === "listProducts") return undefined;
  const read = await unlessUnanswered(() => client.send({ operation: "listProducts", caller, ignoresBudget: true }));
  if (!read?.isSuccess || (remainingOf(read) ?? 0) < minRemaining) return undefined;
  return `${operation} has a limit of its own: it was answered 429, and listProducts was served right after; raise that limit for this run`;
}
