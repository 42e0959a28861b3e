/** §4, endpoints 3 to 8: what belongs to a product. */

import { notFound, param, type Route } from "../parts/route.ts";
import type { Body, Serializers } from "../parts/serializers.ts";
import type { Resource } from "../parts/tenancy.ts";
import type { Database } from "../store/database.ts";
import {
  allActors,
  allContexts,
  allFeatures,
  allProblems,
  allReleases,
  findProblem,
} from "../store/product-content.ts";
import { visibleProduct } from "./visible.ts";

/** The list of all rows of the product in the path. */
function listRoute<R>(
  resource: Resource,
  all: (store: Database, productId: string) => readonly R[],
  serializerIn: (serializers: Serializers) => (row: R) => Body,
): Route {
  return (request) => {
    const { serializers } = request.parts;
    const product = visibleProduct(request, resource);
    const rows = product === undefined ? [] : all(request.store, product.id);
    return serializers.list(rows.map(serializerIn(serializers)));
  };
}

export const listFeatures = listRoute("feature", allFeatures, ({ feature }) => feature);
export const listProblems = listRoute("problem", allProblems, ({ problem }) => problem);
export const listReleases = listRoute("release", allReleases, ({ release }) => release);
export const listContexts = listRoute("context", allContexts, ({ context }) => context);
export const listActors = listRoute("actor", allActors, ({ actor }) => actor);

export const getProblem: Route = (request) => {
  const product = visibleProduct(request, "problem");
  const row = product === undefined ? undefined : findProblem(request.store, product.id, param(request, "problemId"));
  if (row === undefined) throw notFound("problem");
  return request.parts.serializers.problem(row);
};
