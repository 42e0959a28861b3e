/** §4, endpoints 3 to 8: what belongs to a product. */
import { featureOf, noKnowledge, problemOf } from "../parts/knowledge.ts";
import { notFound, param, type Route, type RouteRequest } from "../parts/route.ts";
import type { Body, Serializers } from "../parts/serializers.ts";
import type { Resource } from "../parts/tenancy.ts";
import type { Database } from "../store/database.ts";
import { allFeedback, type FeedbackRow } from "../store/feedback.ts";
import {
  allActors,
  allContexts,
  allFeatures,
  allProblems,
  allReleases,
  findProblem,
} from "../store/product-content.ts";
import { visibleProduct } from "./visible.ts";

/** A route that lists all rows of the product in the path. */
function listRoute<R>(
  resource: Resource,
  all: (store: Database, productId: string) => readonly R[],
  serializerIn: (serializers: Serializers) => (row: R) => Body,
  derived: (request: RouteRequest, productId: string) => readonly R[] = () => [],
): Route {
  return (request) => {
    const { serializers } = request.parts;
    const product = visibleProduct(request, resource);
    const rows = product === undefined ? [] : [...all(request.store, product.id), ...derived(request, product.id)];
    return serializers.list(rows.map(serializerIn(serializers)));
  };
}

/** The problems or features that are derived from a product's processed feedback. */
const derivedBy =
  <R>(kind: "problem" | "feature", derive: (feedback: FeedbackRow) => R) =>
  ({ store, now, parts: { knowledge, queue } }: RouteRequest, productId: string): readonly R[] =>
    knowledge === noKnowledge
      ? []
      : allFeedback(store, productId, kind)
          .filter((feedback) => knowledge.kindOf(feedback) === kind && queue.statusAt(feedback, now) === "processed")
          .map(derive);

const derivedProblems = derivedBy("problem", problemOf);

export const listFeatures = listRoute(
  "feature",
  allFeatures,
  ({ feature }) => feature,
  derivedBy("feature", featureOf),
);
export const listProblems = listRoute("problem", allProblems, ({ problem }) => problem, derivedProblems);
export const listReleases = listRoute("release", allReleases, ({ release }) => release);
export const listContexts = listRoute("context", allContexts, ({ context }) => context);
export const listActors = listRoute("actor", allActors, ({ actor }) => actor);

export const getProblem: Route = (request) => {
  const product = visibleProduct(request, "problem");
  const id = param(request, "problemId");
  const row =
    product &&
    (findProblem(request.store, product.id, id) ??
      derivedProblems(request, product.id).find((problem) => problem.id === id));
  if (row === undefined) throw notFound("problem");
  return request.parts.serializers.problem(row);
};
