/** §4, endpoint 17. */
import { defineCase } from "../case.ts";
import { acceptedInvitation } from "../given/invitations.ts";

export const inviteMember = defineCase({
  id: "answers.inviteMember",
  clause: "endpoint.inviteMember",
  claim: "A member can be invited by e-mail address",
  needs: { writes: true },
  async run(context) {
    await acceptedInvitation(context);
  },
});
