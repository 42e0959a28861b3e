/** §4, endpoint 13. */
import { defineEndpointCase } from "../case.ts";
import { unlessSkipped } from "../shared/expect.ts";
import { organizationList } from "../shared/organizations.ts";

export const listingOfOrganizations = defineEndpointCase("listOrganizations", {
  claim: "The organizations are listed, for a key and for a session",
  async run(context) {
    await organizationList(context);
    // A key has one organization, a session's user may have several: a target may look them up in two ways.
    for (const role of ["key", "session"] as const) await unlessSkipped(() => organizationList(context, [role]));
  },
});
