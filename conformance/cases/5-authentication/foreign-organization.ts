/** §5.2: a key is scoped to one organization, so it cannot read another one, nor invite anybody into it. */
import { listItems, rawListItems, requestJson } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { expectEach, mismatch, whereAvailable } from "../shared/expect.ts";
import { inviteInto } from "../shared/invitations.ts";
import { members } from "../shared/organizations.ts";
import { carriesId, maybeLater } from "../shared/tenancy.ts";
import { bothKeys, bothWays, furtherKeys, isFirstKey, keysInTurn } from "../shared/tenant-keys.ts";

export const foreignOrganization = defineCase({
  id: "scope.foreign-organization",
  clause: "auth.scope",
  claim: "A key cannot read another organization or its members, nor invite anybody into it",
  needs: { credential: "other-organization" },
  async run(context) {
    // A key reads its own members first: a target that caches responses must not show them to another key.
    await whereAvailable(() => members(context));
    const [key, otherKey] = bothKeys(context);
    const [further] = context.sample(furtherKeys(context), 1);
    let isInvitationOpen = false;
    await bothWays(context, async (reader, owner) => {
      const orgId = owner.caller.organization;
      if (orgId === undefined) return;
      const nextReader = keysInTurn(context, reader);
      // One of the two reads is of a further organization, if there is any: tenancy may be enforced between some organizations only.
      const furtherId = further?.caller.organization ?? orgId;
      const isCounterpartFirst = isFirstKey(context, reader) === (context.seed % 2 === 0);
      const ids = isCounterpartFirst ? [orgId, furtherId] : [furtherId, orgId];
      const [organizationId = orgId, membersId = orgId] = ids;
      await expectEach([
        () => expectNoOrganization(nextReader(), organizationId),
        () => expectNoMembers(nextReader(), membersId),
        async () => {
          if (!context.isReadOnly && !(await isInvitationRefused(context, reader, owner))) isInvitationOpen = true;
        },
      ]);
    });
    const look = context.seed % 2 === 0 ? expectNoOrganization : expectNoMembers;
    const { organization } = (context.seed % 4 < 2 ? key : otherKey).caller;
    if (organization !== undefined) for (const reader of furtherKeys(context)) await look(reader, organization);
    if (isInvitationOpen)
      throw new Skip(
        `an invitation into an unknown organization was accepted, too, and into another one shows no effect: ${maybeLater}; nothing else of another organization was shown`,
      );
  },
});

async function expectNoOrganization(reader: Actor, orgId: string): Promise<void> {
  const read = await reader.send("getOrganization", { parameters: { orgId }, intent: "foreign-id" });
  if (carriesId(read, "id", orgId)) mismatch(read, `a 4xx for ${orgId}, another organization than the key's`);
}

/** Shows nobody else's members if the target answers with the caller's own, whatever organization is requested. */
async function expectNoMembers(reader: Actor, orgId: string): Promise<void> {
  const shown = await reader.send("listMembers", { parameters: { orgId }, intent: "foreign-id" });
  if (rawListItems(shown).length === 0) return;
  const after = await ownMembers(reader);
  const ownIds = after.flatMap(listItems).map(({ id }) => id);
  if (listItems(shown).some(({ id }) => !ownIds.includes(id)))
    mismatch(shown, `no members of ${orgId}, another organization than the key's`, { after });
}

/** The list of members of the reader's own organization, if the reader may read it. */
async function ownMembers(reader: Actor): Promise<readonly Exchange[]> {
  const orgId = reader.caller.organization;
  const list = orgId === undefined ? undefined : await whereAvailable(() => reader.read("listMembers", { orgId }));
  return list?.isSuccess ? [list] : [];
}

/**
 * False if an accepted invitation shows nothing: invitations into an unknown organization are accepted, too, and its owner's members lack
 * the address.
 */
async function isInvitationRefused(context: CaseContext, reader: Actor, owner: Actor): Promise<boolean> {
  const orgId = owner.caller.organization;
  if (orgId === undefined) return true;
  const invited = await inviteInto(context, reader, orgId, "foreign-id");
  if (!invited.isSuccess) return true;
  const expected = `a 4xx for an invitation into ${orgId}, another organization than the key's`;
  const unknown = await inviteInto(context, reader, context.unissuedId(orgId), "unknown-id");
  if (!unknown.isSuccess) mismatch(invited, expected, { after: [unknown] });
  const list = await owner.send("listMembers", { parameters: { orgId } });
  const { email } = Object(requestJson(invited));
  if (listItems(list).some(({ fields }) => fields.email === email)) mismatch(invited, expected, { after: [list] });
  return false;
}
