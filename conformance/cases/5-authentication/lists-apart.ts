/** §2.8 and §5.2: contexts, actors and memberships, which have no time of their own or may be alike, in the lists of two organizations. */

import { listedOf } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { members } from "../4-endpoints/organizations.ts";
import { type CaseContext, defineCase } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import { contentsOfBoth, expectApart, ifShown, type Pair } from "./own-lists.ts";
import { bothKeys } from "./scope.ts";

/** Who joined, when, and as what. */
interface Membership {
  readonly userId: string;
  /** ms since the epoch */
  readonly joinedAt: number;
  readonly role: unknown;
}

const membershipsOf = (list: Exchange): readonly Membership[] =>
  listedOf(list).flatMap(({ id, fields: { joinedAt, role } }) =>
    typeof joinedAt === "string" ? [{ userId: id, joinedAt: Date.parse(joinedAt), role }] : [],
  );

/** The members of both organizations; undefined where one of them is not shown, or it is one organization. */
async function membersOfBoth(context: CaseContext): Promise<Pair | undefined> {
  const orgId = bothKeys(context)[1].caller.organization;
  const ours = await ifShown(() => members(context));
  if (ours === undefined || orgId === undefined || ours.orgId === orgId) return undefined;
  const theirs = await bothKeys(context)[1].read("listMembers", { orgId });
  return theirs.isSuccess ? { operation: "listMembers", ours: ours.exchange, theirs } : undefined;
}

const aMinute = 60_000; // ms

const isSame = (one: Membership, other: Membership) =>
  one.userId === other.userId && one.joinedAt === other.joinedAt && one.role === other.role;

/**
 * Memberships in both lists: those of all who are not told to have joined each organization at another time, and no fewer
 * than two that began at different times. A team may belong to both organizations: then it was not there at the same times,
 * unless it was brought to both at once.
 */
function sharedMemberships({ ours, theirs }: Pair): readonly Membership[] {
  const [own, others] = [membershipsOf(ours), membershipsOf(theirs)];
  const within = (some: readonly Membership[], more: readonly Membership[]) => {
    const isOther = (one: Membership) => more.every((other) => !isSame(one, other));
    const isGuest = (one: Membership) => isOther(one) && more.some(({ userId }) => userId === one.userId);
    const rest = some.filter((one) => !isGuest(one));
    return rest.some(isOther) ? [] : rest;
  };
  const isTelling = (shared: readonly Membership[]) => {
    const times = shared.map(({ joinedAt }) => joinedAt);
    const users = new Set(shared.map(({ userId }) => userId));
    return users.size > 1 && Math.max(...times) - Math.min(...times) > aMinute;
  };
  return [within(others, own), within(own, others)].find(isTelling) ?? [];
}

/**
 * What has no time of its own may also be the service's, given to every organization under one identifier: the document
 * does not say that there is no such thing.
 */
export const listsApart = defineCase({
  id: "scope.lists-apart",
  clause: "auth.lists-apart",
  claim: "Two organizations do not list the same contexts, actors and memberships",
  needs: { credential: "other-organization" },
  requests: 1,
  elsewhere: 1,
  async run(context) {
    const pairs = await contentsOfBoth(context, ["listContexts", "listActors"]);
    expectApart(pairs);
    const both = await membersOfBoth(context);
    const shared = both === undefined ? [] : sharedMemberships(both);
    if (both !== undefined && shared.length > 0) {
      const actual = `${shared.length} memberships that ${both.ours.credential} lists too, with the same joinedAt and role`;
      mismatch(both.theirs, "members of its own organization", { actual, after: [both.ours] });
    }
    if (pairs.length === 0 && both === undefined) throw new Skip("contexts, actors or members of two organizations");
  },
});
