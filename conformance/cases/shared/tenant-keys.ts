/** §5.2: the keys that the cases of tenancy use: of several organizations, and of one organization in turn. */
import { isUnrestrictedKey } from "../../client/caller.ts";
import { concurrently } from "../../client/concurrently.ts";
import { type Actor, type CaseContext, type Exchange, Skip } from "../case.ts";
import { productLists } from "./lists.ts";
import { distinctActors } from "./permitted.ts";

/** Keys of two organizations. Sessions are left out: only API keys are tied to one organization (§5.2). */
export function bothKeys(context: CaseContext): readonly [Actor, Actor] {
  const [key, otherKey] = [context.as("key"), context.as("other-organization")];
  if (key.caller.kind !== "api-key") throw new Skip(context.missing("key"));
  return [key, otherKey];
}

/** A key of each further organization whose products the run has listed. */
export function furtherKeys(context: CaseContext): readonly Actor[] {
  const known = new Set(bothKeys(context).map(({ caller }) => caller.organization));
  return context.exchangesOf("listProducts").flatMap(({ actor }) => {
    const { organization } = actor.caller;
    if (organization === undefined || known.has(organization) || !isUnrestrictedKey(actor.caller)) return [];
    known.add(organization);
    return [actor];
  });
}

/**
 * The keys of the reader's organization, one for each call: what the target hides from one key, it may show to another.
 * The run's seed chooses the first. A key that may not even read its own organization's items is left out, and one that
 * was never served, whose token may be wrong.
 */
export function keysInTurn(context: CaseContext, reader: Actor): () => Actor {
  const { organization } = reader.caller;
  const actors = context.exchangesOf("getInstallation").map(({ actor }) => actor);
  const colleagues = actors.filter(
    ({ caller }) =>
      organization !== undefined &&
      caller.organization === organization &&
      isUnrestrictedKey(caller) &&
      wasServed(context, caller.label) &&
      !isForbidden(context, caller.label),
  );
  const readers = distinctActors([reader, ...colleagues]);
  let turn = context.seed;
  return () => {
    turn += 1;
    return readers[turn % readers.length] ?? reader;
  };
}

/**
 * A function that returns the owner whose resources the key tries to read next: twice the counterpart, twice a key of a
 * further organization, and so on, since tenancy may be enforced between some organizations only. Twice, since the reader's
 * keys alternate with each call. While one of `bothKeys` tries its counterpart, the other tries a further organization.
 * The run's seed chooses where the series begins.
 */
export function ownersInTurn(context: CaseContext, reader: Actor, counterpart: Actor): () => Actor {
  const further = furtherKeys(context).filter(({ caller }) => caller.organization !== reader.caller.organization);
  const owners = further.flatMap((owner) => [counterpart, owner]);
  let turn = context.seed + (isFirstKey(context, reader) ? 0 : 2);
  return () => {
    turn += 1;
    return owners[Math.floor(turn / 2) % owners.length] ?? counterpart;
  };
}

/** Whether an actor is the first of `bothKeys`. Each call of `context.as` returns another actor with the same caller. */
export const isFirstKey = (context: CaseContext, { caller }: Actor): boolean => caller === bothKeys(context)[0].caller;

const isForbidden = (context: CaseContext, label: string): boolean =>
  readsWith(context, label).some(({ status, intent }) => status === 403 && intent === "valid");

const wasServed = (context: CaseContext, label: string): boolean =>
  readsWith(context, label).some(({ isSuccess }) => isSuccess) ||
  context.exchangesOf("getInstallation").some(({ exchange }) => exchange.credential === label && exchange.isSuccess);

const readsWith = (context: CaseContext, label: string): readonly Exchange[] =>
  (["listProducts", "getProduct", ...productLists] as const)
    .flatMap((operation) => context.exchangesOf(operation).map(({ exchange }) => exchange))
    .filter(({ credential }) => credential === label);

/** Runs `look` in both directions, concurrently, since each key has its own budget. */
export function bothWays<T>(
  context: CaseContext,
  look: (reader: Actor, owner: Actor) => Promise<T>,
): Promise<readonly T[]> {
  const [key, otherKey] = bothKeys(context);
  return concurrently([() => look(key, otherKey), () => look(otherKey, key)]);
}
