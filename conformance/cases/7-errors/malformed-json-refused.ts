/** §7: a body that is not JSON; the laws judge the error response. */
import { defineCase } from "../case.ts";
import { expectRefused, unlessFailed } from "../given/expect.ts";
import { acceptedInvitation } from "../given/invitations.ts";

export const malformedJsonRefused = defineCase({
  id: "error.malformed-json",
  clause: "error.refusal",
  claim: "A body that is not JSON is refused",
  needs: { credential: "key", writes: true },
  async run(context) {
    const intent = "invalid";
    const exchange = await context.as("key").send("submitFeedback", { rawBody: '{"productId": "', intent });
    expectRefused(exchange, "for a body that is not JSON");
    // Only where a valid invitation is accepted, so that nothing but the body can be wrong.
    const accepted = await unlessFailed(() => acceptedInvitation(context));
    if (accepted === undefined) return;
    const invitation = { parameters: accepted.parameters, rawBody: '{"email": "', intent } as const;
    expectRefused(await accepted.actor.send("inviteMember", invitation), "for an invitation that is not JSON");
  },
});
