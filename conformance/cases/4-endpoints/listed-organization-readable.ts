/** §4, endpoint 15. */
import { stringIn } from "../../model/body.ts";
import { defineEndpointCase } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import { ownOrganization } from "../given/organizations.ts";

export const listedOrganizationReadable = defineEndpointCase("getOrganization", {
  claim: "A listed organization can be read by itself",
  async run(context) {
    const { orgId, exchange } = await ownOrganization(context);
    if ((stringIn(exchange, "id") ?? orgId) !== orgId)
      mismatch(exchange, `the organization ${JSON.stringify(orgId)} that was asked for`);
  },
});
