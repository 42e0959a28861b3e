/** §4, endpoint 17: an address of any common form has the e-mail format. */
import { answerOf } from "../../model/response-text.ts";
import { defineCase, type Exchange, Mismatch, noActionNeeded, Skip } from "../case.ts";
import { errorTextOf, issuesOf } from "../shared/error-response.ts";
import { unlessMismatched } from "../shared/expect.ts";
import {
  acceptedInvitation,
  addressForms,
  noInvitation,
  rejectedInvitationOrSkip,
  uniqueAddress,
} from "../shared/invitations.ts";

/** A target may reject a form for another reason. Then its error differs from that for an invalid address. */
export const ordinaryAddressesInvited = defineCase({
  id: "invitation.ordinary-addresses",
  clause: "invitation.addresses",
  claim: "An address with a plus, a subdomain, dashes or capitals is not rejected as an invalid e-mail address",
  needs: { writes: true },
  async run(context) {
    const invitation = await unlessMismatched(() => acceptedInvitation(context));
    if (invitation === undefined) throw new Skip(noInvitation);
    const { actor, parameters, rejected } = invitation;
    if (rejected === undefined) return;
    const { exchange: invalid } = await rejectedInvitationOrSkip(context);
    const rejection = `${addressIn(rejected)} was answered ${answerOf(rejected)}`;
    if (!/mail|address/i.test(errorTextOf(invalid) + JSON.stringify(issuesOf(invalid))))
      throw new Skip(
        `${rejection}, and neither error nor issues say why: look whether the target takes the address for invalid`,
      );
    if (errorTextOf(rejected) !== errorTextOf(invalid))
      throw noActionNeeded(`${rejection}, not as an invalid address: a target may have such rules`);
    for (const [what, form] of Object.entries(addressForms)) {
      const email = await uniqueAddress(context, form);
      const exchange = await actor.send("inviteMember", { parameters, body: { email } });
      if (exchange.isSuccess || errorTextOf(exchange) !== errorTextOf(invalid)) continue;
      // The length may be the reason: then a plain address of the same length is rejected, too.
      const plain = (await uniqueAddress(context)).padStart(email.length, "x");
      const accepted = await actor.send("inviteMember", { parameters, body: { email: plain } });
      if (!accepted.isSuccess) continue;
      throw new Mismatch({
        expected: `an address ${what} to be invited, as a plain one was`,
        actual: `${email}: ${answerOf(exchange)}, as for an invalid e-mail address`,
        exchanges: [accepted, invalid, exchange],
      });
    }
    throw noActionNeeded(`${rejection}, but an address with only one of its unusual parts was not rejected like this`);
  },
});

const addressIn = ({ request }: Exchange) => /"email":"([^"]*)"/.exec(request.body ?? "")?.[1] ?? "";
