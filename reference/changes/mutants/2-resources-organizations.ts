/** Faults in organizations, members, the user and the installation (§2.7 to §2.10). */

import { newId } from "../../store/new-id.ts";
import { type Change, combine } from "../seams/replace.ts";
import { changeResource, changeUpdate, omitting, setFields } from "../seams/resources.ts";
import { changeBody } from "../seams/routes.ts";
import { defineMutant, mutantsOf } from "./mutant.ts";

/** An empty array in place of an empty object, as PHP's JSON encoder writes it. */
const emptyAsArray = (value: unknown) => (JSON.stringify(value) === "{}" ? [] : value);

/** The time, a second later with each response. */
const createdWithEachAnswer: Change = (parts) => {
  let answers = 0;
  return changeResource("user", (body) => {
    answers += 1;
    return { ...body, createdAt: new Date(Date.UTC(2026, 0, 1) + 1000 * answers).toISOString() };
  })(parts);
};

export default [
  defineMutant({
    id: "no-avatar-as-null",
    clause: "organization.fields",
    fault: "avatarType is null for an organization without an uploaded avatar",
    change: setFields("organization", (body) => ({
      avatarType: body.avatarType === "initials" ? null : body.avatarType,
    })),
  }),
  defineMutant({
    id: "organization-by-slug-alone",
    clause: "organization.identifier",
    fault: "A single organization is answered without its id",
    change: changeBody("getOrganization", omitting("id")),
  }),
  defineMutant({
    id: "insert-echoed",
    clause: "organization.complete",
    fault: "The response to a creation has only the inserted columns, not those that the database fills in",
    change: changeBody("createOrganization", omitting("avatarType", "createdAt", "updatedAt")),
  }),
  ...mutantsOf("member.fields", {
    "role-as-array": {
      fault: "A member's role is an array of roles",
      change: setFields("member", (body) => ({ role: [body.role] })),
    },
    "last-name-in-latin-only": {
      fault: "lastName is null for a member whose name is not in Latin letters",
      change: setFields("member", (body) => ({
        lastName: /^[\p{Script=Latin}\s]+$/u.test(String(body.lastName)) ? body.lastName : null,
      })),
    },
  }),
  defineMutant({
    id: "member-as-user",
    clause: "member.identifier",
    fault: "Members have id instead of userId",
    change: changeResource("member", ({ userId, ...rest }) => ({ id: userId, ...rest })),
  }),
  defineMutant({
    id: "addresses-for-owners-only",
    clause: "member.complete",
    fault: "email is left out for members who are not owners",
    change: changeResource("member", (body) => (body.role === "owner" ? body : omitting("email")(body))),
  }),
  ...mutantsOf("member.email", {
    "login-in-place-of-address": {
      fault: "email of a member is the user name instead of an address",
      change: setFields("member", (body) => ({ email: String(body.email).replace(/@.*/, "") })),
    },
    "address-masked": {
      fault: "email of a member shows its first letter and its domain only",
      change: setFields("member", (body) => ({ email: String(body.email).replace(/(?<=^.).*(?=@)/, "***") })),
    },
  }),
  ...mutantsOf("user.fields", {
    "verified-since": {
      fault: "emailVerified is the time of the verification instead of a boolean",
      change: setFields("user", (body) => ({ emailVerified: body.emailVerified ? body.createdAt : null })),
    },
    "preferences-as-text": {
      fault: "preferences are sent as the column's JSON text",
      change: setFields("user", (body) => ({ preferences: JSON.stringify(body.preferences) })),
    },
    "update-clears-the-rest": {
      fault: "An update that does not contain firstName sets it to null",
      change: (parts) => {
        const cleared = new Set<string>();
        return combine(
          changeUpdate((update, { id }) => {
            if (update.firstName === undefined) cleared.add(id);
            else cleared.delete(id);
            return update;
          }),
          changeResource("user", (body, { id }) => (cleared.has(id) ? { ...body, firstName: null } : body)),
        )(parts);
      },
    },
  }),
  defineMutant({
    id: "user-as-claims",
    clause: "user.identifier",
    fault: "The profile is a copy of the token's claims, with sub instead of id",
    change: changeResource("user", ({ id, ...rest }) => ({ sub: id, ...rest })),
  }),
  defineMutant({
    id: "email-verified-left-out",
    clause: "user.complete",
    fault: "emailVerified is left out if it is true",
    change: changeResource("user", (body) => (body.emailVerified === true ? omitting("emailVerified")(body) : body)),
  }),
  ...mutantsOf("installation.fields", {
    "empty-config-as-array": {
      fault: "An empty config is encoded as an empty array",
      change: setFields("installation", (body) => ({ config: emptyAsArray(body.config) })),
    },
    "config-encoded-twice": {
      fault: "config is encoded twice: it is a string with JSON in it",
      change: setFields("installation", (body) => ({ config: JSON.stringify(body.config) })),
    },
  }),
  defineMutant({
    id: "installation-without-id",
    clause: "installation.identifier",
    fault: "The installation has no id",
    change: changeResource("installation", omitting("id")),
  }),
  defineMutant({
    id: "config-kept-from-keys",
    clause: "installation.complete",
    fault: "config is left out if it is not empty, because it may contain secrets",
    change: changeResource("installation", (body) =>
      Object.keys(Object(body.config)).length > 0 ? omitting("config")(body) : body,
    ),
  }),
  ...mutantsOf("resource.created-at", {
    "user-created-now": {
      fault: "createdAt of a user is the time of the response",
      change: createdWithEachAnswer,
    },
    "member-ids-of-the-response": {
      fault: "userId of a member is made anew for each response",
      change: setFields("member", () => ({ userId: newId("usr") })),
    },
    "organization-created-never": {
      fault: "createdAt of an organization is the zero of the type for times",
      change: setFields("organization", () => ({ createdAt: "0001-01-01T00:00:00Z" })),
    },
  }),
];
