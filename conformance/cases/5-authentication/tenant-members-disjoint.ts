/**
 * §2.8 and §5.2: contexts, actors and members of two organizations. Contexts and actors have no createdAt, and two
 * organizations may have similar memberships.
 */
import { listItems } from "../../model/body.ts";
import { pathOf } from "../../model/path-of.ts";
import { type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { mismatch, unlessSkipped } from "../shared/expect.ts";
import { members } from "../shared/organizations.ts";
import { expectDisjoint, type ListPair, listPairs, mayBeCopies } from "../shared/tenancy.ts";
import { bothKeys } from "../shared/tenant-keys.ts";

/** An implied clause: an item without createdAt may also belong to the service, and be shown to every organization. */
export const tenantMembersDisjoint = defineCase({
  id: "scope.members-disjoint",
  clause: "auth.lists-apart",
  claim: "Keys of two organizations are not shown the same contexts, actors and members",
  needs: { credential: "other-organization" },
  async run(context) {
    const pairs = await listPairs(context, ["listContexts", "listActors"]);
    const both = await memberLists(context);
    const members = both && expectOwnMembers(both);
    const shared = expectDisjoint(pairs);
    if (shared !== undefined) throw new Skip(mayBeCopies(shared), ["listContexts", "listActors"]);
    if (members !== undefined) throw new Skip(members, ["listMembers"]);
    if (pairs.length === 0 && both === undefined)
      throw new Skip(
        "needs contexts, actors or members that both keys can list: create a context in a product of each",
        ["listContexts", "listActors", "listMembers"],
      );
  },
});

/** The members of both organizations; undefined if a list cannot be read, or if both are the same organization. */
async function memberLists(context: CaseContext): Promise<ListPair | undefined> {
  const [, other] = bothKeys(context);
  const orgId = other.caller.organization;
  const ours = await unlessSkipped(() => members(context));
  if (ours === undefined || orgId === undefined || ours.orgId === orgId) return undefined;
  const theirs = await other.read("listMembers", { orgId });
  return theirs.isSuccess ? { ours: ours.exchange, theirs } : undefined;
}

/**
 * Throws `Mismatch` for memberships that prove that the lists are the same. Returns why it stays open if two users or more are
 * members of both organizations, and joined both at the same time: a sample's members may.
 */
function expectOwnMembers({ ours, theirs }: ListPair): string | undefined {
  const shared = sharedMemberships(membershipsIn(ours), membershipsIn(theirs));
  if (!isProof(shared))
    return new Set(shared.map(({ userId }) => userId)).size < 2
      ? undefined
      : `GET ${pathOf(theirs)} lists the ${shared.length} members that the other organization has, too, who all joined within a minute: both organizations may have the same members, or the list ignores the organization. Add a member to one organization: if the other's list then has this member, too, it does`;
  const actual = `${shared.length} members that ${ours.credential} is shown for its organization, with the same joinedAt and role`;
  mismatch(theirs, "the members of this organization, not of another", { actual, after: [ours] });
}

interface Membership {
  readonly userId: string;
  /** Milliseconds since the epoch. */
  readonly joinedAt: number;
  readonly role: unknown;
}

const membershipsIn = (list: Exchange): readonly Membership[] =>
  listItems(list).flatMap(({ id, fields: { joinedAt, role } }) =>
    typeof joinedAt === "string" ? [{ userId: id, joinedAt: Date.parse(joinedAt), role }] : [],
  );

const isSame = (a: Membership, b: Membership) =>
  a.userId === b.userId && a.joinedAt === b.joinedAt && a.role === b.role;

/** The memberships of one organization, if the other has them all. */
function sharedMemberships(ours: readonly Membership[], theirs: readonly Membership[]): readonly Membership[] {
  const both = [contained(theirs, ours), contained(ours, theirs)];
  return both.find(isProof) ?? both.find(({ length }) => length > 0) ?? [];
}

/** `some`, if each is in `all`; otherwise nothing, since then users joined the organizations at different times. */
function contained(some: readonly Membership[], all: readonly Membership[]): readonly Membership[] {
  const isMissing = (membership: Membership) => all.every((other) => !isSame(membership, other));
  const joinedBoth = (membership: Membership) =>
    isMissing(membership) && all.some(({ userId }) => userId === membership.userId);
  const rest = some.filter((membership) => !joinedBoth(membership));
  return rest.some(isMissing) ? [] : rest;
}

const minuteMs = 60_000;

/** Two or more users, who joined at different times: a team hardly joins two organizations at the same times. */
function isProof(shared: readonly Membership[]): boolean {
  const times = shared.map(({ joinedAt }) => joinedAt);
  const users = new Set(shared.map(({ userId }) => userId));
  return users.size > 1 && Math.max(...times) - Math.min(...times) > minuteMs;
}
