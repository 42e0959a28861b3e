/** Faults in the lists of a product, and in the organizations of a user (§1, §4). */

import { HttpError } from "../../parts/http-error.ts";
import { notFound, type RouteRequest } from "../../parts/route.ts";
import type { Serializers } from "../../parts/serializers.ts";
import type { Database } from "../../store/database.ts";
import { allProblems, allReleases } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { failWhen, replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** The list of each product contains the items of all products of its organization. */
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

/** Whether the request is for the organization's product with this index. */
const isProductAt = ({ store, caller, params }: RouteRequest, place: number) =>
  allProducts(store, [caller.orgId])[place]?.id === params.productId;

export default [
  ...mutantsOf("auth.all-products", {
    "actors-of-the-third-product": {
      fault: "The list of actors of the third product fails with 500",
      change: failWhen(["listActors"], (request) => isProductAt(request, 2)),
    },
    "problems-of-the-second-product-not-found": {
      fault: "A single problem of the second product is 404, although the list shows it",
      change: replaceRoute("getProblem", (route) => (request) => {
        if (isProductAt(request, 1)) throw notFound("problem");
        return route(request);
      }),
    },
  }),
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
    fault: "The list of organizations is empty for a session",
    change: replaceRoute("listOrganizations", (route) => (request) => {
      const organizations = route(request);
      return request.caller.kind === "session" ? request.parts.serializers.bareList([]) : organizations;
    }),
  }),
  defineMutant({
    id: "members-for-keys-only",
    clause: "service.membership",
    fault: "The list of members is empty",
    change: replaceRoute("listMembers", (route) => (request) => {
      route(request);
      return request.parts.serializers.bareList([]);
    }),
  }),
  ...mutantsOf("service.membership", {
    "members-empty-for-sessions": {
      fault: "The list of members is empty for a session",
      change: replaceRoute("listMembers", (route) => (request) => {
        const members = route(request);
        return request.caller.kind === "session" ? request.parts.serializers.bareList([]) : members;
      }),
    },
    "members-without-the-caller": {
      fault: "A session is shown the other members only",
      change: replaceRoute("listMembers", (route) => (request) => {
        const { kind, userId } = request.caller;
        const members = route(request) as readonly { readonly userId: string }[];
        return kind === "session" ? members.filter((member) => member.userId !== userId) : members;
      }),
    },
  }),
  defineMutant({
    id: "products-fail-now-and-then",
    clause: "endpoint.steady-answers",
    fault: "One in nine lists of products fails with 500, as where a pool of connections is exhausted",
    change: replaceRoute("listProducts", (route) => {
      let count = 0;
      return (request) => {
        count += 1;
        if (count % 9 === 0) throw new HttpError("internal", "The pool is exhausted.");
        return route(request);
      };
    }),
  }),
  defineMutant({
    id: "products-vanish",
    clause: "endpoint.stable-lists",
    fault: "After twelve lists of products every list is empty, as where a filter shortens the stored array",
    change: replaceRoute("listProducts", (route) => {
      let count = 0;
      return (request) => {
        count += 1;
        return count > 12 ? { data: [] } : route(request);
      };
    }),
  }),
  defineMutant({
    id: "list-of-a-lagging-replica",
    clause: "endpoint.stable-lists",
    fault: "One in five lists of products lacks the newest product",
    change: replaceRoute("listProducts", (route) => {
      let count = 0;
      return (request) => {
        count += 1;
        const list = route(request) as { readonly data: readonly unknown[] };
        return count % 5 === 0 ? { data: list.data.slice(0, -1) } : list;
      };
    }),
  }),
] satisfies readonly Mutant[];
