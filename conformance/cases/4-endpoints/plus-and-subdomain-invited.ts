/** §4, endpoint 17: every address of the e-mail format is one, whatever its form. */
import { answerOf } from "../../model/response-text.ts";
import { defineCase, type Exchange, Mismatch, Skip } from "../case.ts";
import { errorTextOf, issuesOf } from "../given/error-response.ts";
import { acceptedInvitation, plus, rejectedInvitationOrSkip, subdomain, uniqueAddress } from "../given/invitations.ts";

/** A target may refuse a plus or a domain for a reason of its own; then its error differs from that for an invalid address. */
export const plusAndSubdomainInvited = defineCase({
  id: "invitation.plus-and-subdomain",
  clause: "invitation.addresses",
  claim: "An address with a plus or in a subdomain is not refused as an invalid e-mail address",
  needs: { writes: true },
  async run(context) {
    const { actor, parameters, exchange: accepted, refused } = await acceptedInvitation(context);
    if (refused === undefined) return;
    const { exchange: invalid } = await rejectedInvitationOrSkip(context);
    if (issuesOf(invalid).length === 0) throw new Skip("a target whose refusals say in their issues what is wrong");
    const refusal = `${addressIn(refused)} was answered ${answerOf(refused)}`;
    if (errorTextOf(refused) !== errorTextOf(invalid))
      throw new Skip(`a target without rules of its own for addresses (${refusal})`);
    for (const [what, form] of [
      ["with a plus", plus],
      ["in a subdomain", subdomain],
    ] as const) {
      const email = await uniqueAddress(context, form);
      const exchange = await actor.send("inviteMember", { parameters, body: { email } });
      if (exchange.isSuccess || errorTextOf(exchange) !== errorTextOf(invalid)) continue;
      throw new Mismatch({
        expected: `an address ${what} to be invited, as a plain one was`,
        actual: `${email}: ${answerOf(exchange)}, as for an invalid e-mail address`,
        exchanges: [accepted, invalid, exchange],
      });
    }
    throw new Skip(`a target that accepts a plus and a subdomain together, as it does each by itself (${refusal})`);
  },
});

/** The address that was invited. */
const addressIn = ({ request }: Exchange) => /"email":"([^"]*)"/.exec(request.body ?? "")?.[1] ?? "";
