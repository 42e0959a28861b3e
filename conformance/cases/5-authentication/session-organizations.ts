/** §1 and §5.8: the service has many tenants, so a session reads the organizations to which its user belongs, and no others. */
import { isShorter, proofOfWhole } from "../../laws/whole-list.ts";
import { type Listed, listItems, rawListItemsIfAny } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { eventually, expectEach, mismatch, whereAvailable } from "../shared/expect.ts";
import { rejectedList } from "../shared/lists.ts";
import { organizationBeside, ownIn } from "../shared/organizations.ts";
import { carriesId } from "../shared/tenancy.ts";
import { isOtherPerson, personOf, userIn } from "../shared/users.ts";

/** An implied clause: in words, only an API key is tied to one organization (§5.2), and a user may belong to several (§1). */
export const sessionOrganizations = defineCase({
  id: "scope.session-organizations",
  clause: "auth.session-scope",
  claim: "A session reads no organization that its list of organizations lacks, nor the members of one",
  needs: { credential: "other-organization" },
  async run(context) {
    const actor = context.as("session");
    const list = await actor.read("listOrganizations");
    if (!list.isSuccess) throw new Skip(rejectedList("listOrganizations", list), ["listOrganizations"]);
    if (rawListItemsIfAny(list) === undefined)
      throw new Skip("the list of organizations is not an array: see resource.lists-bare", ["listOrganizations"]);
    if (listItems(list).length === 0)
      throw new Skip("the session lists no organization, though its user belongs to one or more");
    const [key] = context.sample(keysOfOthers(list, context, actor), 1);
    const orgId = key?.caller.organization;
    if (key === undefined || orgId === undefined)
      throw new Skip(
        "the session lists the organizations of all API keys: if its user belongs to all of them, a key of another organization lets this be judged; if not, its list shows other users' organizations",
      );
    const send = (operation: "getOrganization" | "listMembers") =>
      actor.send(operation, { parameters: { orgId }, intent: "foreign-id" });
    const fail = async (read: Exchange, what: string, after: readonly Exchange[] = []) => {
      const others = await membersWithoutUser(actor, key, orgId);
      mismatch(read, `${what} ${orgId}, which the list of organizations of ${actor.caller.label} lacks`, {
        after: [list, await proofOfWholeList(context, actor, list), others, ...after],
      });
    };
    await expectEach([
      async () => {
        const read = await send("getOrganization");
        if (carriesId(read, "id", orgId)) await fail(read, "a 4xx for");
      },
      async () => {
        const read = await send("listMembers");
        if (listItems(read).length === 0) return;
        // Shows nobody else's members if the target answers with the user's own, whatever organization is requested.
        const own = await ownMembers(actor, list);
        const ownIds = own.flatMap(listItems).map(({ id }) => id);
        if (listItems(read).some(({ id }) => !ownIds.includes(id))) await fail(read, "no members of", own);
      },
    ]);
  },
});

/** A key of each organization that the session's list lacks. */
function keysOfOthers(list: Exchange, context: CaseContext, { caller: session }: Actor): readonly Actor[] {
  const own = [session.organization, ...listItems(list).map(({ id }) => id)];
  const keys = context.exchangesOf("listProducts").flatMap(({ actor }) => {
    const { kind, organization } = actor.caller;
    const isOther = kind === "api-key" && organization !== undefined && !own.includes(organization);
    return isOther ? [[organization, context.asCaller(actor.caller)] as const] : [];
  });
  return [...new Map(keys).values()];
}

/** The organization's members, as its key lists them. Throws `Skip` if the session's user may be one: the session's list may show only some. */
async function membersWithoutUser(actor: Actor, key: Actor, orgId: string): Promise<Exchange> {
  const me = userIn(await actor.read("getMe"));
  const members = await key.read("listMembers", { orgId });
  const isOther = ({ id, fields }: Listed) => me !== undefined && isOtherPerson(personOf(id, fields), me);
  if (!members.isSuccess || !listItems(members).every(isOther))
    throw new Skip(
      `${orgId} was shown, which the session does not list, but its user may be a member: ${key.caller.label} is shown no list of members, with e-mail addresses, without the user`,
      ["listMembers", "getMe"],
    );
  return members;
}

async function ownMembers(actor: Actor, list: Exchange): Promise<readonly Exchange[]> {
  const orgId = ownIn(list, actor)?.id;
  const own = orgId === undefined ? undefined : await whereAvailable(() => actor.read("listMembers", { orgId }));
  return own === undefined ? [] : [own];
}

/**
 * A longer list, which proves that this one is not a first page; if the run has none, the session's user creates an organization. Throws
 * `Skip` if the list stays as it is: the organization may be one of the user's.
 */
async function proofOfWholeList(context: CaseContext, actor: Actor, list: Exchange): Promise<Exchange> {
  const proof = () =>
    proofOfWhole(
      list,
      context.exchangesOf("listOrganizations").map(({ exchange }) => exchange),
    );
  const created = proof() === undefined ? await whereAvailable(() => organizationBeside(context, list)) : undefined;
  if (created !== undefined)
    await eventually(
      context,
      () => actor.send("listOrganizations"),
      (later) => isShorter(list, later),
    );
  const whole = proof();
  if (whole === undefined) {
    const how =
      created === undefined
        ? "none with more items was read; let the session create an organization, without --read-only"
        : `it had no more items after ${created.actor.caller.label} had created an organization`;
    throw new Skip(
      `an organization was shown that the session does not list, but the list may be a first page: ${how}`,
      ["listOrganizations", "createOrganization"],
    );
  }
  return whole;
}
