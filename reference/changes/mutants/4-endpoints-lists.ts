/** Faults of lists below a product, and of the organizations of a user (§1, §4). */

import type { Serializers } from "../../parts/serializers.ts";
import type { Database } from "../../store/database.ts";
import { allProblems, allReleases } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { replaceRoute } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** A list of what all products of the organization have, for each of them. */
const ofTheOrganization = <Row>(
  operation: "listProblems" | "listReleases",
  all: (store: Database, productId: string) => readonly Row[],
  serializerIn: (serializers: Serializers) => (row: Row) => unknown,
) =>
  replaceRoute(operation, (route) => (request) => {
    route(request);
    const { store, caller, parts } = request;
    const rows = allProducts(store, [caller.orgId]).flatMap(({ id }) => all(store, id));
    return parts.serializers.list(rows.map(serializerIn(parts.serializers)));
  });

export default [
  defineMutant({
    id: "problems-of-the-organization",
    clause: "endpoint.problems-by-product",
    fault: "Every product lists the problems of all products of the organization",
    change: ofTheOrganization("listProblems", allProblems, ({ problem }) => problem),
  }),
  defineMutant({
    id: "releases-of-the-organization",
    clause: "endpoint.releases-by-product",
    fault: "Every product lists the releases of all products of the organization",
    change: ofTheOrganization("listReleases", allReleases, ({ release }) => release),
  }),
  defineMutant({
    id: "organizations-of-keys-only",
    clause: "service.membership",
    fault: "Organizations are found by the key: a session lists none",
    change: replaceRoute("listOrganizations", (route) => (request) => {
      const organizations = route(request);
      return request.caller.kind === "session" ? request.parts.serializers.bareList([]) : organizations;
    }),
  }),
] satisfies readonly Mutant[];
