/** Faults of tenancy (§5.2) that only some organizations' keys show. */
import type { OperationId } from "../../../spec/contract.ts";
import type { RouteRequest } from "../../parts/route.ts";
import { allOrganizations } from "../../store/organizations.ts";
import { replaceRoutes, withoutTenancy } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** Requests of some callers are handled as if these belonged to every organization. `start` makes the condition, for each start of the reference. */
const unscoped = (
  id: string,
  operations: readonly OperationId[],
  start: () => (request: RouteRequest) => boolean,
  fault: string,
): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault,
    change: (parts) => {
      const isUnscoped = start();
      return replaceRoutes(
        operations,
        (route) => (request) => route(isUnscoped(request) ? withoutTenancy(request) : request),
      )(parts);
    },
  });

/** By their place in the table of organizations, from 0. */
const unscopedAt = (
  id: string,
  operations: readonly OperationId[],
  isUnscoped: (place: number) => boolean,
  fault: string,
) =>
  unscoped(
    id,
    operations,
    () =>
      ({ store, caller }) =>
        isUnscoped(allOrganizations(store, "everything").findIndex((organization) => organization.id === caller.orgId)),
    fault,
  );

/** True of each organization's keys but the first that calls. */
function laterKeys(): (request: RouteRequest) => boolean {
  const firstKeys = new Map<string, string>();
  return ({ caller: { kind, orgId, credentialId } }) => {
    if (kind !== "api-key") return false;
    if (!firstKeys.has(orgId)) firstKeys.set(orgId, credentialId);
    return firstKeys.get(orgId) !== credentialId;
  };
}

/** What belongs to the third organization in the table, and to all later ones, is the caller's, too. */
const withLaterOrganizations = (request: RouteRequest): RouteRequest => {
  const { tenancy } = request.parts;
  const scope: typeof tenancy.scope = (store, caller, resource) => {
    const own = tenancy.scope(store, caller, resource);
    if (own === "everything") return own;
    return [
      ...own,
      ...allOrganizations(store, "everything")
        .slice(2)
        .map(({ id }) => id),
    ];
  };
  return { ...request, parts: { ...request.parts, tenancy: { ...tenancy, scope } } };
};

export default [
  defineMutant({
    id: "later-organizations-read-by-all",
    clause: "auth.scope",
    fault: "Tenancy is checked for two organizations: what is below the products of the others is shown to every key",
    change: replaceRoutes(
      ["getProduct", "listFeatures", "listProblems", "listReleases", "listContexts", "listActors"],
      (route) => (request) => route(withLaterOrganizations(request)),
    ),
  }),
  unscopedAt(
    "organizations-of-all-from-the-third-on",
    ["listOrganizations"],
    (place) => place >= 2,
    "Tenancy is checked against a list of two organizations: the others' keys are shown all organizations",
  ),
  unscopedAt(
    "status-of-all-for-the-first",
    ["getFeedbackStatus"],
    (place) => place === 0,
    "The first organization is the operator's: its keys read the status of everybody's feedback",
  ),
  unscopedAt(
    "submission-of-all-for-the-first",
    ["submitFeedback"],
    (place) => place === 0,
    "The first organization is the operator's: its keys submit feedback for everybody's products",
  ),
  unscopedAt(
    "status-of-all-from-the-third-on",
    ["getFeedbackStatus"],
    (place) => place >= 2,
    "Tenancy is checked against a list of two organizations: the others' keys read the status of everybody's feedback",
  ),
  unscopedAt(
    "organization-of-all-from-the-third-on",
    ["getOrganization", "listMembers"],
    (place) => place >= 2,
    "Tenancy is checked against a list of two organizations: the others' keys read all organizations and their members",
  ),
  unscoped(
    "lists-of-all-for-later-keys",
    ["listFeatures", "listProblems", "listReleases", "listContexts", "listActors"],
    laterKeys,
    "A key that is not its organization's first has no scope in the table of keys: it reads the lists below any product",
  ),
] satisfies readonly Mutant[];
