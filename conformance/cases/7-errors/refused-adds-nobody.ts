/** §7: a request that is rejected because of its input changes nothing. */
import { listItems } from "../../model/body.ts";
import { defineCase, Skip } from "../case.ts";
import { mismatch, whereAvailable } from "../shared/expect.ts";
import { rejectedInvitationOrSkip } from "../shared/invitations.ts";
import { members } from "../shared/organizations.ts";

export const rejectedAddsNobody = defineCase({
  id: "invitation.refused-adds-nobody",
  clause: "error.changes-nothing",
  claim: "A rejected invitation of what is not an e-mail address adds no member",
  needs: { writes: true },
  async run(context) {
    const { actor, parameters, exchange: rejected, email } = await rejectedInvitationOrSkip(context);
    // The run's list of this organization, if it was read after the rejected invitation.
    const known = await whereAvailable(() => members(context));
    const isLater = known !== undefined && known.orgId === parameters.orgId && known.exchange.index > rejected.index;
    const list = isLater ? known.exchange : await actor.send("listMembers", { parameters });
    if (!list.isSuccess)
      throw new Skip(
        `needs a caller that may invite, and list the members: ${actor.caller.label} was answered ${list.status}; add one to the target file`,
      );
    if (!listItems(list).some(({ fields }) => fields.email === email)) return;
    mismatch(list, "no member whose invitation was rejected", { actual: `a member ${email}`, after: [rejected] });
  },
});
