/** §4, endpoint 16. */
import { defineEndpointCase } from "../case.ts";
import { members } from "../shared/organizations.ts";

export const listingOfMembers = defineEndpointCase("listMembers", {
  claim: "The members of an organization are listed",
  run: members,
});
