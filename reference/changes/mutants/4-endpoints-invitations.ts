/** Faults of endpoint 17 that only some addresses show (§4), and of an invitation that is refused (§7). */

import { HttpError } from "../../parts/http-error.ts";
import type { Parts } from "../../parts/parts.ts";
import { timestamp } from "../../parts/route.ts";
import { replaceRoute } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const emailOf = (body: unknown) => String((body as { readonly email?: unknown } | undefined)?.email ?? "");

/** A pattern of the server's own stands in place of the format. */
const addressesLike =
  (pattern: RegExp) =>
  (parts: Parts): Parts => ({
    ...parts,
    validation: {
      ...parts.validation,
      ignores: (operation) => operation === "inviteMember",
      extraIssues: (operation, body) =>
        operation === "inviteMember" && !pattern.test(emailOf(body))
          ? [{ code: "format", message: "is no e-mail address", path: ["email"] }]
          : [],
    },
  });

export default [
  defineMutant({
    id: "address-without-plus",
    clause: "invitation.addresses",
    fault: "The pattern for addresses knows no plus sign: such an address is refused as none",
    change: addressesLike(/^[\w.-]+@[\w.-]+\.\w+$/),
  }),
  defineMutant({
    id: "address-without-subdomain",
    clause: "invitation.addresses",
    fault: "The pattern for addresses knows one dot behind the sign: an address in a subdomain is refused as none",
    change: addressesLike(/^[\w.+-]+@[\w-]+\.\w+$/),
  }),
  defineMutant({
    id: "invited-before-looked-at",
    clause: "error.changes-nothing",
    fault: "The member is stored before the address is looked at, and stays when it is refused",
    change: (parts) =>
      replaceRoute("inviteMember", (route) => (request) => {
        const { store, params, body } = request;
        const email = emailOf(body);
        if (email.includes("@")) return route(request);
        const now = timestamp(request);
        const user = `usr_${email}`;
        store.transaction(() => {
          const values = [user, "", "", email, 0, "{}", "initials", null, now, now];
          store.run("INSERT INTO users VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", ...values);
          store.run("INSERT INTO members VALUES (?, ?, 'member', ?)", params.orgId ?? "", user, now);
        });
        throw new HttpError("invalid", "This is no e-mail address.");
      })({
        ...parts,
        validation: {
          ...parts.validation,
          ignores: (operation, issue) => operation === "inviteMember" && issue.code === "format",
        },
      }),
  }),
] satisfies readonly Mutant[];
