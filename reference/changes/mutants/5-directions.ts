/** Faults in tenancy (§5.2) with the keys of some organizations only. */
import type { OperationId } from "../../../spec/contract.ts";
import type { RouteRequest } from "../../parts/route.ts";
import { allOrganizations } from "../../store/organizations.ts";
import { laterKeys } from "../seams/callers.ts";
import { productLists, replaceRoutes, withoutTenancy } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** Handles requests of some callers without tenancy. `start` is called once for each server, and returns the condition. */
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

/** The callers of some organizations, by the index in the table of organizations. */
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
      ["getProduct", ...productLists],
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
    "Keys of the first organization read the status of every organization's feedback",
  ),
  unscopedAt(
    "submission-of-all-for-the-first",
    ["submitFeedback"],
    (place) => place === 0,
    "Keys of the first organization submit feedback for every organization's products",
  ),
  unscopedAt(
    "status-of-all-from-the-third-on",
    ["getFeedbackStatus"],
    (place) => place >= 2,
    "Keys of the third and later organizations read the status of every organization's feedback",
  ),
  unscopedAt(
    "organization-of-all-from-the-third-on",
    ["getOrganization", "listMembers"],
    (place) => place >= 2,
    "Keys of the third and later organizations read all organizations and their members",
  ),
  unscoped(
    "lists-of-all-for-later-keys",
    productLists,
    () => {
      const isLater = laterKeys();
      return ({ caller }) => isLater(caller);
    },
    "An organization's second and later keys read the lists of any organization's products",
  ),
] satisfies readonly Mutant[];
