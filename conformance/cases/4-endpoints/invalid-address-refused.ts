/** §4, endpoint 17: the address has the e-mail format. */
import { defineCase } from "../case.ts";
import { otherRejectedInvitation, rejectedInvitation } from "../shared/invitations.ts";

export const invalidAddressRejected = defineCase({
  id: "invitation.refused",
  clause: "invitation.format",
  claim: "An invitation of what is not an e-mail address is rejected, for two such texts",
  needs: { writes: true },
  async run(context) {
    await rejectedInvitation(context);
    await otherRejectedInvitation(context);
  },
});
