/** §2.8: a member's `email` is an e-mail address. */
import { isObject, quoted, rawListItems } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";

export const memberEmails: Law = {
  id: "member.email-addresses",
  clause: "member.email",
  claim: "The email of each member is an e-mail address",
  skipReason:
    "no list shows a member's email (see member.all-fields): add a credential that may list members to the target file",
  dependsOn: ["listMembers"],
  judge(exchange) {
    if (exchange.operation !== "listMembers") return notApplicable;
    const emails = rawListItems(exchange).flatMap((item) => (isObject(item) ? [item.email] : []));
    const texts = emails.filter((email) => typeof email === "string");
    if (texts.length === 0) return notApplicable;
    const [wrong] = texts.filter((email) => !isAddress(email));
    if (wrong === undefined) return holds;
    const expected = isMasked(wrong)
      ? "email: the whole address, without letters hidden by ***"
      : "email: an address, with text on both sides of an @";
    return fails({ expected, actual: quoted(wrong) });
  },
};

/** Any local part and any domain, also with letters beyond ASCII; but not with a name (`Ada <ada@example.com>`), or with letters hidden. */
const isAddress = (text: string) => /^.+@[^@\s<>]+$/.test(text) && !isMasked(text);

/** `a***@example.com`. One or two asterisks may be of the address. */
const isMasked = (text: string) => text.includes("***");
