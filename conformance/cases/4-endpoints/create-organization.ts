/** §4, endpoint 14. */
import { defineCase } from "../case.ts";
import { createdOrganization } from "../given/organizations.ts";

export const createOrganization = defineCase({
  id: "answers.createOrganization",
  clause: "endpoint.createOrganization",
  claim: "An organization can be created, with a name and a slug",
  needs: { writes: true },
  async run(context) {
    await createdOrganization(context);
  },
});
