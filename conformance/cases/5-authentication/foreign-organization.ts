/** §5.2: with an API key of one organization no other is read, nor its members, and nobody is invited into it. */

import { isObject, listedItems, listedOf } from "../../model/body.ts";
import { Mismatch, Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { creation, members } from "../4-endpoints/organizations.ts";
import { type Actor, defineCase } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import { bothKeys, bothWays, carries } from "./scope.ts";

/** The list of the reader's own organization, where it may read it. */
async function ownMembers(reader: Actor): Promise<readonly Exchange[]> {
  const orgId = reader.caller.organization;
  const list = orgId === undefined ? undefined : await reader.read("listMembers", { orgId }).catch(() => undefined);
  return list?.isSuccess ? [list] : [];
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
    // What a key's own organization shows is asked for first, if nothing else has: it must not come to others by that.
    await members(context).catch(() => undefined);
    await bothWays(context, async (reader, owner) => {
      const orgId = owner.caller.organization;
      if (orgId === undefined) return;
      const parameters = { orgId };
      const read = await reader.send("getOrganization", { parameters, intent: "foreign-id" });
      if (carries(read, "id", orgId)) mismatch(read, `nothing of ${orgId}`);
      const shown = await reader.send("listMembers", { parameters, intent: "foreign-id" });
      if (listedItems(shown).length > 0) {
        // Who answers with the caller's own members, whatever was asked for, shows nobody else's.
        const after = await ownMembers(reader);
        const own = after.flatMap(listedOf).map(({ id }) => id);
        if (listedOf(shown).some(({ id }) => !own.includes(id))) mismatch(shown, `no member of ${orgId}`, { after });
      }
      if (context.isReadOnly) return;
      const body = { email: `${context.mark}@example.com` };
      const invited = await reader.send("inviteMember", { parameters, body, intent: "foreign-id" });
      if (!invited.isSuccess) return;
      const nowhere = { orgId: context.unknownLike(orgId) };
      const unknown = await reader.send("inviteMember", { parameters: nowhere, body, intent: "unknown-id" });
      if (!unknown.isSuccess) mismatch(invited, `no invitation into ${orgId}`, { after: [unknown] });
    });
  },
});

export const newOrganization = defineCase({
  id: "scope.new-organization",
  clause: "auth.scope",
  claim: "An organization that was just created is not read with a key of another",
  needs: { credential: "other-organization", writes: true },
  requests: 1,
  elsewhere: 1,
  async run(context) {
    const [, other] = bothKeys(context);
    const { exchange } = await creation(context).catch((error) => {
      if (error instanceof Mismatch) throw new Skip("an organization that can be created");
      throw error;
    });
    const body = exchange.json();
    const orgId = isObject(body) ? body.id : undefined;
    if (typeof orgId !== "string") throw new Skip("createOrganization to answer an organization");
    const read = await other.send("getOrganization", { parameters: { orgId }, intent: "foreign-id" });
    if (carries(read, "id", orgId))
      mismatch(read, "nothing of an organization that the key does not belong to", { after: [exchange] });
  },
});
