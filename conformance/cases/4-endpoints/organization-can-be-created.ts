/** §4, endpoint 14. */
import { defineEndpointCase } from "../case.ts";
import { createdOrganization } from "../shared/organizations.ts";

export const organizationCanBeCreated = defineEndpointCase("createOrganization", {
  claim: "An organization can be created, with a name and a slug",
  needs: { writes: true },
  run: createdOrganization,
});
