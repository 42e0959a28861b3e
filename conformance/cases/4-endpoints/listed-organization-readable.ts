/** §4, endpoint 15. */
import { defineEndpointCase } from "../case.ts";
import { ownOrganization } from "../shared/organizations.ts";

export const listedOrganizationReadable = defineEndpointCase("getOrganization", {
  claim: "A listed organization can be read by itself",
  async run(context) {
    await ownOrganization(context);
  },
});
