/** §4, endpoints 11, 13, 15 and 16. */
import { defineEndpointCase } from "../case.ts";
import { mismatch, stringIn, unlessSkipped } from "../given/expect.ts";
import { members, organizationList, ownOrganization } from "../given/organizations.ts";
import { ownProfile } from "../given/profile.ts";

export const listedOrganizationsAndProfileReadable = [
  defineEndpointCase("getMe", { claim: "The authenticated user's profile can be read", run: ownProfile }),
  defineEndpointCase("getOrganization", {
    claim: "A listed organization can be read by itself",
    async run(context) {
      const { orgId, exchange } = await ownOrganization(context);
      if ((stringIn(exchange, "id") ?? orgId) !== orgId)
        mismatch(exchange, `the organization ${JSON.stringify(orgId)} that was asked for`);
    },
  }),
  defineEndpointCase("listMembers", { claim: "The members of an organization are listed", run: members }),
  defineEndpointCase("listOrganizations", {
    claim: "The organizations are listed, for a key and for a session",
    async run(context) {
      await organizationList(context);
      // A key belongs to one organization, a session's user to several: a target may look them up in two ways.
      for (const role of ["key", "session"] as const) await unlessSkipped(() => organizationList(context, [role]));
    },
  }),
];
