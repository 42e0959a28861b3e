/** Faults in endpoint 17 with some addresses (§4), and in rejecting an invitation (§7). */

import { HttpError } from "../../parts/http-error.ts";
import { timestamp } from "../../parts/route.ts";
import { combine } from "../seams/replace.ts";
import { addIssues, ignoreIssues } from "../seams/requests.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

const emailOf = (body: unknown) => String((body as { readonly email?: unknown } | undefined)?.email ?? "");

/** Validates addresses by a pattern instead of the format. */
const checkAddressesBy = (pattern: RegExp) =>
  combine(
    ignoreIssues("inviteMember", ({ code }) => code === "format"),
    addIssues("inviteMember", (body) =>
      pattern.test(emailOf(body)) ? [] : [{ code: "format", message: "is not an e-mail address", path: ["email"] }],
    ),
  );

export default [
  ...mutantsOf("invitation.addresses", {
    "address-without-plus": {
      fault: "The pattern for e-mail addresses rejects a plus sign",
      change: checkAddressesBy(/^[\w.-]+@[\w.-]+\.\w+$/),
    },
    "address-without-plus-or-issues": {
      fault: "The pattern for e-mail addresses rejects a plus sign, and the error has no issues",
      change: combine(
        ignoreIssues("inviteMember", ({ code }) => code === "format"),
        replaceRoute("inviteMember", (route) => (request) => {
          if (/^[\w.-]+@[\w.-]+\.\w+$/.test(emailOf(request.body))) return route(request);
          throw new HttpError("invalid", "This is not a valid e-mail address.");
        }),
      ),
    },
    "address-without-subdomain": {
      fault: "The pattern for e-mail addresses rejects a subdomain",
      change: checkAddressesBy(/^[\w.+-]+@[\w-]+\.\w+$/),
    },
    "address-in-lower-case": {
      fault: "The pattern for e-mail addresses rejects capitals",
      change: checkAddressesBy(/^[a-z0-9_.+-]+@[a-z0-9.-]+$/),
    },
    "address-without-dash": {
      fault: "The pattern for e-mail addresses rejects a dash before the @",
      change: checkAddressesBy(/^[\w.+]+@[\w.-]+$/),
    },
  }),
  defineMutant({
    id: "address-after-a-name",
    clause: "invitation.format",
    fault: "An address is accepted with a name before it, as in the header of a mail",
    change: checkAddressesBy(/^(?:[\w ]+<[^@<>,]+@[^@<>,]+>|[^@<>,]+@[^@<>,]+)$/),
  }),
  defineMutant({
    id: "address-with-a-rest",
    clause: "invitation.format",
    fault: "Only the beginning of an address is looked at, not its end",
    change: checkAddressesBy(/^[\w.+-]+@[\w.-]+/),
  }),
  defineMutant({
    id: "invited-before-looked-at",
    clause: "error.changes-nothing",
    fault: "An invitation with an invalid address is rejected, but a member is stored",
    change: combine(
      ignoreIssues("inviteMember", ({ code }) => code === "format"),
      replaceRoute("inviteMember", (route) => (request) => {
        const { store, params, body } = request;
        const email = emailOf(body);
        if (/^[^@<,]+@[^@,]+$/.test(email)) return route(request);
        const now = timestamp(request);
        const user = `usr_${email}`;
        store.transaction(() => {
          const values = [user, "", "", email, 0, "{}", "initials", null, now, now];
          store.run("INSERT INTO users VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", ...values);
          store.run("INSERT INTO members VALUES (?, ?, 'member', ?)", params.orgId ?? "", user, now);
        });
        throw new HttpError("invalid", "This is not an e-mail address.");
      }),
    ),
  }),
] satisfies readonly Mutant[];
