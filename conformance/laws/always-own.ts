/** §5.2: a key is not shown what belongs to another organization, not even in one response of many. */
import type { OperationId } from "../../spec/contract.ts";
import { identifiedResources, quoted, stringIn } from "../model/body.ts";
import { isCommonId } from "../model/common-id.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { isSameItem } from "../model/same-item.ts";
import { fails, holds, notApplicable, unjudged } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/** Reads with the same path for all callers, and a response that depends on the caller. */
const ownReads: readonly (OperationId | undefined)[] = [
  "listProducts",
  "listOrganizations",
  "getMe",
  "getInstallation",
];

const isOwnRead = ({ operation, kind, organization, isSuccess }: Exchange) =>
  isSuccess && kind === "api-key" && organization !== undefined && ownReads.includes(operation);

const idsIn = (exchange: Exchange): readonly string[] => [
  ...new Set(identifiedResources(exchange).map(({ id }) => id)),
];

/** The responses to one key at one path. For each identifier in them: how often it was shown, and where first. */
interface Reads {
  readonly all: Exchange[];
  readonly shown: Map<string, { readonly first: Exchange; readonly count: number }>;
}

/** The successful reads, by path and key, without identifiers that the run created: earlier responses lack them. */
function readsByPath(exchanges: readonly Exchange[]): ReadonlyMap<string, ReadonlyMap<string, Reads>> {
  const created = new Set(exchanges.flatMap((each) => (each.request.method === "POST" ? idsIn(each) : [])));
  const paths = new Map<string, Map<string, Reads>>();
  for (const exchange of exchanges.filter(isOwnRead)) {
    const { credential, request } = exchange;
    const keys = paths.get(request.url) ?? new Map<string, Reads>();
    const reads: Reads = keys.get(credential) ?? { all: [], shown: new Map() };
    paths.set(request.url, keys.set(credential, reads));
    reads.all.push(exchange);
    for (const id of idsIn(exchange).filter((each) => !created.has(each))) {
      const { first = exchange, count = 0 } = reads.shown.get(id) ?? {};
      reads.shown.set(id, { first, count: count + 1 });
    }
  }
  return paths;
}

/**
 * Identifiers in some responses to a key and in all responses to another organization's key. The proof: a response to
 * the other key, one to the key without the identifier, and one with it.
 */
function mixedUpIds(
  reads: Reads,
  others: readonly Reads[],
): readonly (readonly [id: string, proof: readonly [Exchange, Exchange, Exchange]])[] {
  return [...reads.shown].flatMap(([id, { first, count }]) => {
    if (count === reads.all.length) return [];
    const owner = others.find(({ all, shown }) => shown.get(id)?.count === all.length)?.all[0];
    const without = reads.all.find((exchange) => !idsIn(exchange).includes(id));
    return owner === undefined || without === undefined ? [] : [[id, [owner, without, first]] as const];
  });
}

/** Both responses show the same item under the identifier, by its name and times. */
function showsSame(id: string, a: Exchange, b: Exchange): boolean {
  const [ofA, ofB] = [a, b].map((exchange) => identifiedResources(exchange).find((item) => item.id === id));
  return ofA !== undefined && ofB !== undefined && isSameItem(ofA, ofB);
}

/**
 * A user of whom a key was shown the profile in some responses only, and a caller of another organization, too. The proof: a response to the
 * other caller, one to the key with another user, and one with this user.
 */
function anotherUser(
  exchanges: readonly Exchange[],
): readonly [id: string, proof: readonly [Exchange, Exchange, Exchange]] | undefined {
  const profiles = exchanges.filter(
    ({ operation, isSuccess, organization }) => operation === "getMe" && isSuccess && organization !== undefined,
  );
  const userIn = (profile: Exchange) => stringIn(profile, "id");
  const ownerOf = (shown: Exchange) =>
    profiles.find((each) => each.organization !== shown.organization && userIn(each) === userIn(shown));
  const firstTo = new Map<string, Exchange>();
  for (const profile of profiles.filter((each) => each.kind === "api-key" && userIn(each) !== undefined)) {
    const first = firstTo.get(profile.credential) ?? profile;
    firstTo.set(profile.credential, first);
    if (userIn(first) === userIn(profile)) continue;
    for (const [shown, without] of [
      [first, profile],
      [profile, first],
    ] as const) {
      const owner = ownerOf(shown);
      if (owner !== undefined) return [userIn(shown) ?? "", [owner, without, shown]];
    }
  }
  return undefined;
}

const mayBeOwn = (id: string) =>
  `${quoted(id)} is in some responses to a key, and in all responses to a key of another organization; each may use so short an identifier for an item of its own: compare the two items`;

/**
 * §5.2: a key is scoped to one organization. Example: KEY_A reads /v1/products ten times, and one response shows
 * `prd_9`. Every response to KEY_B of another organization shows `prd_9`, so it is that organization's: a cache, or
 * concurrent requests, were mixed up. If two organizations may use so short an identifier each for its own, the item's other
 * fields must be the same, too.
 */
export const alwaysOwn: SequenceLaw = {
  id: "scope.always-own",
  clause: "auth.scope",
  needs: { credential: "other-organization" },
  claim:
    "A key's responses do not now and then show an item that another organization's key is always shown at that path",
  judge({ exchanges }) {
    const compared = [...readsByPath(exchanges).values()].flatMap((keys) =>
      [...keys.values()].map((reads) => {
        const others = [...keys.values()].filter(({ all }) => all[0]?.organization !== reads.all[0]?.organization);
        return { reads, others };
      }),
    );
    const mixedUp = compared.flatMap(({ reads, others }) => mixedUpIds(reads, others));
    const certain =
      mixedUp.find(([id, [owner, , shown]]) => !isCommonId(id) || showsSame(id, owner, shown)) ??
      anotherUser(exchanges);
    if (certain !== undefined) {
      const [id, proof] = certain;
      const [owner, , shown] = proof;
      return fails({
        expected: `nothing of another organization for ${shown.credential}, as in its other answers`,
        actual: `${shown.request.method} ${pathOf(shown)}: ${quoted(id)}, as ${owner.credential} of another organization is shown`,
        exchanges: proof.map(({ index }) => index),
      });
    }
    const [undecided] = mixedUp;
    if (undecided !== undefined) return unjudged("not-applicable", mayBeOwn(undecided[0]));
    return compared.some(({ reads, others }) => reads.all.length > 1 && others.length > 0) ? holds : notApplicable;
  },
};
