/** §4, endpoint 17. */
import { defineEndpointCase } from "../case.ts";
import { acceptedInvitation } from "../shared/invitations.ts";

export const memberCanBeInvited = defineEndpointCase("inviteMember", {
  claim: "A member can be invited by e-mail address",
  needs: { writes: true },
  run: acceptedInvitation,
});
