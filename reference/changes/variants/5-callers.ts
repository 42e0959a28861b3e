import type { OperationId } from "../../../spec/contract.ts";
import type { Credentials } from "../../parts/credentials.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { Parts } from "../../parts/parts.ts";
import { notFound, type Route } from "../../parts/route.ts";
import type { Tenancy } from "../../parts/tenancy.ts";
import { organizationId } from "../../seed/ids.ts";
import type { Caller } from "../../store/caller.ts";
import { organizationsOf } from "../../store/members.ts";
import { defineVariant, type Variant } from "./variant.ts";

const changingTenancy =
  (change: (tenancy: Tenancy) => Partial<Tenancy>) =>
  (parts: Parts): Parts => ({ ...parts, tenancy: { ...parts.tenancy, ...change(parts.tenancy) } });

/** Who may not call what, beside what the reference's roles say (§5.7 shows none). */
const closed = (
  id: string,
  choice: string,
  isClosed: (operation: OperationId, caller: Caller) => boolean,
  unjudged: Readonly<Record<string, string>> = {},
): Variant =>
  defineVariant({
    id,
    choice,
    group: "roles",
    unjudged,
    change: (parts) => {
      const permits: Credentials["permits"] = (role, operation, caller) =>
        !isClosed(operation, caller) && parts.credentials.permits(role, operation, caller);
      return { ...parts, credentials: { ...parts.credentials, permits } };
    },
  });

const isKey = ({ kind }: Caller) => kind === "api-key";
const profile: readonly OperationId[] = ["getMe", "updateMe"];
const organizations: readonly OperationId[] = [
  "listOrganizations",
  "getOrganization",
  "listMembers",
  "createOrganization",
  "inviteMember",
];
const products: readonly OperationId[] = [
  "listProducts",
  "getProduct",
  "listFeatures",
  "listProblems",
  "getProblem",
  "listReleases",
  "listContexts",
  "listActors",
  "submitFeedback",
  "getFeedbackStatus",
];

const nobody = "no caller of the target may call it";

/** Keys for which `isTied` says no have no installation. */
const installed = (
  id: string,
  choice: string,
  isTied: (caller: Caller) => boolean,
  unjudged: Readonly<Record<string, string>> = {},
): Variant =>
  defineVariant({
    id,
    choice,
    group: "installations",
    unjudged,
    change: (parts) => {
      const getInstallation: Route = (request) => {
        if (!isTied(request.caller)) throw notFound("installation");
        return parts.routes.getInstallation(request);
      };
      return { ...parts, routes: { ...parts.routes, getInstallation } };
    },
  });

export default [
  closed(
    "me-closed-to-keys",
    "API keys may not use /me",
    (operation, caller) => isKey(caller) && profile.includes(operation),
  ),
  closed(
    "organizations-closed-to-keys",
    "API keys may not use the endpoints of organizations",
    (operation, caller) => isKey(caller) && organizations.includes(operation),
  ),
  closed(
    "products-closed-to-sessions",
    "Sessions may not use the endpoints of products and feedback",
    (operation, caller) => !isKey(caller) && products.includes(operation),
  ),
  closed(
    "submission-closed-to-keys",
    "API keys only read: feedback is submitted with a session",
    (operation, caller) => isKey(caller) && operation === "submitFeedback",
  ),
  closed(
    "organizations-not-created",
    "Nobody creates organizations or invites with the credentials at hand",
    (operation) => ["createOrganization", "inviteMember"].includes(operation),
    { "endpoint.createOrganization": nobody, "endpoint.inviteMember": nobody },
  ),
  closed("profile-not-updated", "The profile is read only", (operation) => operation === "updateMe", {
    "endpoint.updateMe": nobody,
    "profile.fields": nobody,
  }),

  defineVariant({
    id: "roles-looked-at-last",
    choice: "A role is looked at after the body and the ids: 400 and 404 come before 403",
    group: "roles",
    change: (parts) => {
      const denied: readonly OperationId[] = [
        "listFeatures",
        "getProblem",
        "getFeedbackStatus",
        "submitFeedback",
        "updateMe",
        "createOrganization",
        "inviteMember",
      ];
      const { roleFor, permits } = parts.credentials;
      const routes = Object.entries(parts.routes).map(([name, route]): [string, Route] => [
        name,
        (request) => {
          const { store, caller, params, operation } = request;
          const role = roleFor(store, caller, params);
          const isDenied = !permits(role, operation, caller) || (role === "viewer" && denied.includes(operation));
          // A read finds out first whether there is anything; what writes has had its body validated.
          const answer = isDenied && /^(?:submit|update|create|invite)/.test(operation) ? undefined : route(request);
          if (isDenied) throw new HttpError("forbidden", "Your role does not permit this.");
          return answer;
        },
      ]);
      return {
        ...parts,
        credentials: { ...parts.credentials, permits: () => true },
        routes: { ...parts.routes, ...Object.fromEntries(routes) },
        introduces: (target) => {
          const told = parts.introduces(target);
          const credentials = told.credentials.map((one) => (one.denied === undefined ? one : { ...one, denied }));
          return { ...told, credentials };
        },
      };
    },
  }),

  defineVariant({
    id: "foreign-forbidden",
    choice: "What is another organization's is answered 403, what does not exist 404",
    group: "foreign",
    change: changingTenancy(() => ({ outOfScope: (_resource, exists) => (exists ? "forbidden" : "notFound") })),
  }),
  defineVariant({
    id: "foreign-lists-empty",
    choice: "The lists of a foreign or unknown product or organization are empty",
    group: "foreign",
    change: changingTenancy(() => ({ outOfScope: () => "empty" })),
  }),
  defineVariant({
    id: "session-sees-all-its-organizations",
    choice: "A session sees the products of every organization that its user belongs to",
    group: "foreign",
    change: changingTenancy(({ scope }) => ({
      scope: (store, caller, resource) =>
        caller.kind === "session" ? organizationsOf(store, caller.userId) : scope(store, caller, resource),
    })),
  }),

  defineVariant({
    id: "organization-of-the-key",
    choice: "A key's organization is its own whatever the path says: members and invitations are that organization's",
    group: "foreign",
    strict: false,
    reason: "implied: that an unknown identifier is an error; the document does not say so",
    change: (parts) => {
      const operations = ["getOrganization", "listMembers", "inviteMember"] as const;
      const own = operations.map((operation): [OperationId, Route] => [
        operation,
        (request) => {
          const { caller, params } = request;
          const isOther = isKey(caller) && params.orgId !== caller.orgId;
          return parts.routes[operation](isOther ? { ...request, params: { orgId: caller.orgId } } : request);
        },
      ]);
      return { ...parts, routes: { ...parts.routes, ...Object.fromEntries(own) } };
    },
  }),

  installed("installation-of-one-key", "Only one key of all has an installation", ({ role }) => role === "admin"),
  installed(
    "installation-of-the-other-organization",
    "Only keys of other organizations have an installation",
    ({ orgId }) => orgId === organizationId("globex"),
  ),

  defineVariant({
    id: "scheme-of-any-kind",
    choice: "The token is the last word of the Authorization header, whatever stands before it",
    group: "tokens",
    change: (parts) => ({
      ...parts,
      credentials: { ...parts.credentials, tokenOf: (header) => /(\S+) *$/.exec(header ?? "")?.[1] },
    }),
  }),
  defineVariant({
    id: "scheme-exactly-bearer",
    choice: "The scheme is taken only as it is written in the document, with one space",
    group: "tokens",
    change: (parts) => ({
      ...parts,
      credentials: { ...parts.credentials, tokenOf: (header) => /^Bearer (\S+)$/.exec(header ?? "")?.[1] },
    }),
  }),
];
