/** §4, endpoint 17: an address of the e-mail format is taken for one, whatever its form. */

import { Mismatch, Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { answerOf } from "../../model/response-text.ts";
import { defineCase } from "../case.ts";
import { issuesOf, wordsOf } from "../given/error-response.ts";
import { invited, newAddress, plus, refusedOrSkip, subdomain } from "./invitations.ts";

/** A target may refuse a plus or a domain for a reason of its own; then it says something else than of what is no address. */
export const invitationForms = defineCase({
  id: "invitation.plus-and-subdomain",
  clause: "invitation.addresses",
  claim: "An address with a plus or in a subdomain is not refused as no e-mail address",
  needs: { writes: true },
  async run(context) {
    const taken = await invited(context);
    if (taken.refused === undefined) return;
    const { exchange: none } = await refusedOrSkip(context);
    if (issuesOf(none).length === 0) throw new Skip("a target whose refusals say by their issues what is wrong");
    const told = `${addressOf(taken.refused)} was answered ${answerOf(taken.refused)}`;
    if (wordsOf(taken.refused) !== wordsOf(none))
      throw new Skip(`a target without rules of its own for addresses (${told})`);
    for (const [what, form] of [
      ["with a plus", plus],
      ["in a subdomain", subdomain],
    ] as const) {
      const email = await newAddress(context, form);
      const exchange = await taken.actor.send("inviteMember", { parameters: taken.parameters, body: { email } });
      if (exchange.isSuccess || wordsOf(exchange) !== wordsOf(none)) continue;
      throw new Mismatch({
        expected: `an address ${what} to be invited, as a plain one was`,
        actual: `${email}: ${answerOf(exchange)}, as for what is no e-mail address`,
        exchanges: [taken.exchange, none, exchange],
      });
    }
    throw new Skip(`a target that takes a plus and a subdomain together, as it does each alone (${told})`);
  },
});

/** The address that was invited. */
function addressOf({ request }: Exchange): string {
  return /"email":"([^"]*)"/.exec(request.body ?? "")?.[1] ?? "";
}
