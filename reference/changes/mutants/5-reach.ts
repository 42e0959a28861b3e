/** Faults in the scope of a key (§5.2), and in the comparison of tokens (§5.8). */
import type { Route, RouteRequest } from "../../parts/route.ts";
import type { References, Tenancy } from "../../parts/tenancy.ts";
import { findCredential } from "../../store/credentials.ts";
import type { Database } from "../../store/database.ts";
import { organizationsOf } from "../../store/members.ts";
import { findOrganization } from "../../store/organizations.ts";
import { text } from "../../store/row.ts";
import type { Scope } from "../../store/scope.ts";
import { replace } from "../seams/replace.ts";
import { replaceRoute, withoutTenancy } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

type Field = "contextId" | "actorId";

/** Accepts a submission whose context or actor belongs to another organization. */
const resolvedAnywhere = (id: string, fault: string, fields: readonly Field[]): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault,
    change: replace("tenancy", (tenancy) => {
      const isThere = (store: Database, field: Field, id: string) =>
        store.first(`SELECT id FROM ${field === "contextId" ? "contexts" : "actors"} WHERE id = ?`, id) !== undefined;
      const resolve: Tenancy["resolve"] = function (this: Tenancy, store, caller, references) {
        const found = fields.filter((field) => isThere(store, field, references[field] ?? ""));
        const rest: References = { ...references, ...Object.fromEntries(found.map((field) => [field, null])) };
        return tenancy.resolve.call(this, store, caller, rest);
      };
      return { resolve };
    }),
  });

/** Shows an organization that was created since the start, if it is in the scope. */
const newOrganizationReadable = (scope: (request: RouteRequest) => Scope) =>
  replaceRoute("getOrganization", (route) => {
    let known: readonly string[] | undefined;
    return (request) => {
      const { store, params, parts } = request;
      known ??= store.all("SELECT id FROM organizations WHERE createdAt < '2026'").map((row) => text(row, "id"));
      const row = findOrganization(store, scope(request), params.orgId ?? "");
      return row === undefined || known.includes(row.id) ? route(request) : parts.serializers.organization(row);
    };
  });

const withoutTenancyForSessions =
  (route: Route): Route =>
  (request) =>
    route(request.caller.kind === "session" ? withoutTenancy(request) : request);

/** The length of the reference's API keys. */
const keyLength = 40;

export default [
  resolvedAnywhere("references-of-all", "The context and the actor of a submission are found in any organization", [
    "contextId",
    "actorId",
  ]),
  resolvedAnywhere("actor-of-all", "The actor of a submission is found in any organization", ["actorId"]),
  ...mutantsOf("auth.scope", {
    "new-organization-of-all": {
      fault: "A new organization is readable with any key",
      change: newOrganizationReadable(() => "everything"),
    },
    "new-organization-of-creators-keys": {
      fault: "A new organization is readable with the keys that its creator has for others",
      change: newOrganizationReadable(({ store, caller }) => organizationsOf(store, caller.userId)),
    },
  }),

  ...mutantsOf("auth.session-scope", {
    "organization-of-all-for-sessions": {
      fault: "A session reads any organization, whether its user belongs to it or not",
      change: replaceRoute("getOrganization", withoutTenancyForSessions),
    },
    "members-of-all-for-sessions": {
      fault: "A session reads the members of any organization, whether its user belongs to it or not",
      change: replaceRoute("listMembers", withoutTenancyForSessions),
    },
  }),

  // §5.8: tokens that resemble an issued one.
  ...mutantsOf("auth.unauthorized", {
    "token-with-more-behind": {
      fault: "A key with more characters after it is accepted",
      change: replace("credentials", ({ hash }) => ({ hash: (token) => hash(token.slice(0, keyLength)) })),
    },
    "token-like-the-stored": {
      fault: "The beginning of a key is accepted as the key",
      change: replace("credentials", ({ hash }) => {
        const beginnings = new Map<string, string>();
        return {
          hash(token) {
            const hashed = hash(token);
            for (let length = 12; length < token.length; length += 1) beginnings.set(token.slice(0, length), hashed);
            return hashed;
          },
          lookUp: (store, token) =>
            findCredential(store, hash(token)) ?? findCredential(store, beginnings.get(token) ?? ""),
        };
      }),
    },
    "session-by-its-beginning-at-updates": {
      fault: "PUT /v1/me accepts any token that begins like a session's",
      change: replace("credentials", ({ hash, unauthenticated }) => {
        const sessions = new Map<string, string>();
        return {
          hash(token) {
            const hashed = hash(token);
            if (!sessions.has(token.slice(0, 24))) sessions.set(token.slice(0, 24), hashed);
            return hashed;
          },
          unauthenticated(store, context, header) {
            const found = findCredential(store, sessions.get(String(header).slice(7, 31)) ?? "");
            const isAccepted = context.operation === "updateMe" && found?.caller.kind === "session";
            return isAccepted ? found.caller : unauthenticated(store, context, header);
          },
        };
      }),
    },
    "session-with-more-behind": {
      fault: "A session is looked up by what its token holds before a full stop",
      change: replace("credentials", ({ hash }) => ({
        hash: (token) => hash(token.startsWith("fpk_session_") ? (token.split(".")[0] ?? "") : token),
      })),
    },
  }),
] satisfies readonly Mutant[];
