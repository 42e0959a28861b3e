/** Faults of tenancy (§5.2) that only some organizations' keys show. */
import type { OperationId } from "../../../spec/contract.ts";
import { allOrganizations } from "../../store/organizations.ts";
import { replaceRoute, withoutTenancy } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** Some organizations, by their place in the table from 0, are not scoped. */
const unscopedAt = (
  id: string,
  operation: OperationId,
  isUnscoped: (place: number) => boolean,
  fault: string,
): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault,
    change: replaceRoute(operation, (route) => (request) => {
      const { store, caller } = request;
      const place = allOrganizations(store, "everything").findIndex(({ id }) => id === caller.orgId);
      return route(isUnscoped(place) ? withoutTenancy(request) : request);
    }),
  });

export default [
  unscopedAt(
    "status-of-all-for-the-first",
    "getFeedbackStatus",
    (place) => place === 0,
    "The first organization is the operator's: its keys read the status of everybody's feedback",
  ),
  unscopedAt(
    "submission-of-all-for-the-first",
    "submitFeedback",
    (place) => place === 0,
    "The first organization is the operator's: its keys submit feedback for everybody's products",
  ),
  unscopedAt(
    "status-of-all-from-the-third-on",
    "getFeedbackStatus",
    (place) => place >= 2,
    "Tenancy is checked against a list of two organizations: the others' keys read the status of everybody's feedback",
  ),
] satisfies readonly Mutant[];
