/** §5.2: with an API key of one organization no other is read, nor its members, and nobody is invited into it. */
import { type Actor, type CaseContext, defineCase } from "../../case.ts";
import { listedOf } from "../../context.ts";
import { mismatch } from "../../expect.ts";
import { listedItems } from "../../laws/body-view.ts";
import { bothWays, carries } from "./scope.ts";

async function ownMembers(context: CaseContext, reader: Actor): Promise<readonly string[]> {
  const orgId = reader.caller.organization;
  if (orgId === undefined) return [];
  const members = await context.list(reader, "listMembers", { orgId }).catch(() => []);
  return members.map(({ id }) => id);
}

export const foreignOrganization = defineCase({
  id: "scope.foreign-organization",
  clause: "auth.scope",
  claim: "A key reads no other organization and none of its members, and invites nobody into it",
  needs: { credential: "other-organization" },
  requests: 6,
  beside: 3,
  writes: 2,
  async run(context) {
    await bothWays(context, async (reader, owner) => {
      const orgId = owner.caller.organization;
      if (orgId === undefined) return;
      const parameters = { orgId };
      const read = await reader.send("getOrganization", { parameters, intent: "foreign-id" });
      if (carries(read, "id", orgId)) mismatch(read, `nothing of ${orgId}`);
      const members = await reader.send("listMembers", { parameters, intent: "foreign-id" });
      if (listedItems(members).length > 0) {
        // Who answers with the caller's own members, whatever was asked for, shows nobody else's.
        const own = await ownMembers(context, reader);
        if (listedOf(members).some(({ id }) => !own.includes(id))) mismatch(members, `no member of ${orgId}`);
      }
      if (context.isReadOnly) return;
      const body = { email: `${context.mark}@example.com` };
      const invited = await reader.send("inviteMember", { parameters, body, intent: "foreign-id" });
      if (!invited.isSuccess) return;
      const nowhere = { orgId: context.unknownLike(orgId) };
      const unknown = await reader.send("inviteMember", { parameters: nowhere, body, intent: "unknown-id" });
      if (!unknown.isSuccess) mismatch(invited, `no invitation into ${orgId}`);
    });
  },
});
