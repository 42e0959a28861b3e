/** Choices of the callers that each endpoint permits (§5.7). */
import { type OperationId, operationIds } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { notFound } from "../../parts/route.ts";
import { organizationId } from "../../seed/ids.ts";
import type { Caller } from "../../store/caller.ts";
import { organizationsOf } from "../../store/members.ts";
import { listCredentials } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { isWrite } from "../seams/responses.ts";
import { replaceRoute, replaceRoutes } from "../seams/routes.ts";
import { defineVariant, type Variant, variantsOf } from "./variant.ts";

/** Denies operations to more callers than the reference's roles do (§5.7 shows no roles). */
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
    change: replace("credentials", ({ permits }) => ({
      permits: (role, operation, caller) => !isClosed(operation, caller) && permits(role, operation, caller),
    })),
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

/** The operations that viewers may not call, if roles are checked last. */
const deniedToViewers: readonly OperationId[] = [
  "listFeatures",
  "getProblem",
  "getFeedbackStatus",
  "submitFeedback",
  "updateMe",
  "createOrganization",
  "inviteMember",
];

const notCallable = "no caller of the target may call it";

/** Only keys for which `isTied` is true have an installation. */
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
    change: replaceRoute("getInstallation", (route) => (request) => {
      if (!isTied(request.caller)) throw notFound("installation");
      return route(request);
    }),
  });

export default [
  closed(
    "me-closed-to-keys",
    "API keys may not call GET and PUT /v1/me",
    (operation, caller) => isKey(caller) && profile.includes(operation),
  ),
  closed(
    "organizations-closed-to-keys",
    "API keys may not call the endpoints of organizations",
    (operation, caller) => isKey(caller) && organizations.includes(operation),
  ),
  defineVariant({
    id: "users-closed-to-keys-401",
    choice: "The endpoints of users and organizations are answered 401 to API keys",
    group: "roles",
    strict: false,
    reason: "implied: that a key is a valid credential on every endpoint; the document does not say so of these",
    change: replace("credentials", ({ permits }) => ({
      permits: (role, operation, caller) => {
        if (isKey(caller) && [...profile, ...organizations].includes(operation))
          throw new HttpError("unauthenticated", "Sign in to use this.");
        return permits(role, operation, caller);
      },
    })),
  }),
  closed(
    "products-closed-to-sessions",
    "Sessions may not call the endpoints of products and feedback",
    (operation, caller) => !isKey(caller) && products.includes(operation),
  ),
  closed(
    "submission-closed-to-keys",
    "API keys may not submit feedback",
    (operation, caller) => isKey(caller) && operation === "submitFeedback",
  ),
  closed(
    "organizations-not-created",
    "No credential of the target may create organizations or invite",
    (operation) => ["createOrganization", "inviteMember"].includes(operation),
    { "endpoint.createOrganization": notCallable, "endpoint.inviteMember": notCallable },
  ),
  closed("profile-not-updated", "The profile is read only", (operation) => operation === "updateMe", {
    "endpoint.updateMe": notCallable,
    "profile.fields": notCallable,
  }),

  defineVariant({
    id: "roles-looked-at-last",
    choice: "The role is checked after the body and the ids: 400 and 404 take precedence over 403",
    group: "roles",
    change: (parts) =>
      combine(
        replace("credentials", { permits: () => true }),
        replaceRoutes(operationIds, (route) => (request) => {
          const { store, caller, params, operation } = request;
          const role = parts.credentials.roleFor(store, caller, params);
          const isPermitted = parts.credentials.permits(role, operation, caller);
          const isDenied = !isPermitted || (role === "viewer" && deniedToViewers.includes(operation));
          // A read runs first, so that it can answer 404. The body of a write has already been validated.
          const result = isDenied && isWrite(operation) ? undefined : route(request);
          if (isDenied) throw new HttpError("forbidden", "Your role does not permit this.");
          return result;
        }),
        listCredentials((listed) =>
          listed.map((credential) =>
            credential.denied === undefined ? credential : { ...credential, denied: deniedToViewers },
          ),
        ),
      )(parts),
  }),

  ...variantsOf("foreign", {
    "foreign-forbidden": {
      choice: "Another organization's resource is answered 403, and an unknown one 404",
      change: replace("tenancy", { outOfScope: (_resource, exists) => (exists ? "forbidden" : "notFound") }),
    },
    "foreign-lists-empty": {
      choice: "The lists of a foreign or unknown product or organization are empty",
      change: replace("tenancy", { outOfScope: () => "empty" }),
    },
    "session-sees-all-its-organizations": {
      choice: "A session reads the products of every organization that its user belongs to",
      change: replace("tenancy", ({ scope }) => ({
        scope: (store, caller, resource) =>
          caller.kind === "session" ? organizationsOf(store, caller.userId) : scope(store, caller, resource),
      })),
    },
    "organization-of-the-key": {
      choice: "A key reads its organization and its members, and invites to it, also if the path has another orgId",
      strict: false,
      reason: "implied: that an unknown identifier is an error; the document does not say so",
      change: replaceRoutes(["getOrganization", "listMembers", "inviteMember"], (route) => (request) => {
        const { caller, params } = request;
        const isOther = isKey(caller) && params.orgId !== caller.orgId;
        return route(isOther ? { ...request, params: { orgId: caller.orgId } } : request);
      }),
    },
  }),

  installed("installation-of-one-key", "Only one key has an installation", ({ role }) => role === "admin"),
  installed(
    "installation-of-the-other-organization",
    "Only keys of other organizations than the first have an installation",
    ({ orgId }) => orgId === organizationId("globex"),
  ),

  ...variantsOf("tokens", {
    "scheme-of-any-kind": {
      choice: "The last word of the Authorization header is the token, whatever the scheme",
      change: replace("credentials", { tokenOf: (header) => /(\S+) *$/.exec(header ?? "")?.[1] }),
    },
    "scheme-exactly-bearer": {
      choice: "The Authorization header is accepted only with Bearer in this spelling, and with one space",
      change: replace("credentials", { tokenOf: (header) => /^Bearer (\S+)$/.exec(header ?? "")?.[1] }),
    },
  }),
];
