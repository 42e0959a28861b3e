/** A list of members that shows as an email what an invitation sent, which is not an address: the invitation is to be mended. */
import { memberEmails } from "../../laws/member-email-addresses.ts";
import { quoted, requestJson } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";

/** For a group of failures: the id of the failed check of invitations that sent the text; undefined unless all are about such an email. */
export function invitedTextBehind(
  all: readonly DiagnosedFailure[],
): (group: readonly DiagnosedFailure[]) => string | undefined {
  const behind = ({ law, result }: DiagnosedFailure): string | undefined => {
    const shown = (result.findings ?? [result]).map(({ actual = "" }) => actual.toLowerCase());
    const sentAll = ({ proof }: DiagnosedFailure) =>
      shown.every((email) => proof.some((each) => invited(each) === email));
    const source = all.find((each) => each.result.id.startsWith("invitation.") && sentAll(each));
    return law === memberEmails ? source?.result.id : undefined;
  };
  return (group) => {
    const [first, ...others] = new Set(group.map(behind));
    return others.length === 0 ? first : undefined;
  };
}

/** As a failure quotes it, in lower case, since a server may keep it so. */
const invited = (exchange: Exchange) =>
  exchange.operation === "inviteMember" ? quoted(String(Object(requestJson(exchange)).email)).toLowerCase() : undefined;
