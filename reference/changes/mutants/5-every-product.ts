/** Faults of keys that do not reach all products of their organization (§5.2): not each key, not each product, not everything in it. */
import type { OperationId } from "../../../spec/contract.ts";
import { notFound, type RouteRequest } from "../../parts/route.ts";
import { allOrganizations } from "../../store/organizations.ts";
import { allProblems } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { combine, replaceRoute, replaceRoutes } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** Below other products than the first nothing is found for keys but each organization's first. */
const forFirstKeys = (id: string, fault: string, operations: readonly OperationId[]): Mutant =>
  defineMutant({
    id,
    clause: "auth.all-products",
    fault,
    change: (parts) => {
      const firstKeys = new Map<string, string>();
      return combine(
        replaceRoute("listProducts", (route) => (request) => {
          const { orgId, credentialId } = request.caller;
          firstKeys.set(orgId, firstKeys.get(orgId) ?? credentialId);
          return route(request);
        }),
        replaceRoutes(operations, (route) => (request) => {
          if (isLaterKey(request, firstKeys) && !isFirstProduct(request)) throw notFound("product");
          return route(request);
        }),
      )(parts);
    },
  });

const isLaterKey = ({ caller }: RouteRequest, firstKeys: ReadonlyMap<string, string>) =>
  caller.kind === "api-key" && firstKeys.get(caller.orgId) !== caller.credentialId;

const isFirstProduct = ({ store, caller, params }: RouteRequest) =>
  allProducts(store, [caller.orgId])[0]?.id === params.productId;

/** A submission fails with 500 where the condition holds. */
const failingSubmission = (
  id: string,
  fault: string,
  fails: (request: RouteRequest, firstKeys: ReadonlyMap<string, string>) => boolean,
): Mutant =>
  defineMutant({
    id,
    clause: "auth.all-products",
    fault,
    change: (parts) => {
      const firstKeys = new Map<string, string>();
      return replaceRoute("submitFeedback", (route) => (request) => {
        const { orgId, credentialId } = request.caller;
        if (!firstKeys.has(orgId)) firstKeys.set(orgId, credentialId);
        if (fails(request, firstKeys)) throw new TypeError("Cannot read properties of undefined");
        return route(request);
      })(parts);
    },
  });

const isOfLaterProduct = ({ store, body }: RouteRequest) =>
  allProducts(store, "everything").findIndex(({ id }) => id === Object(body).productId) > 0;

export default [
  forFirstKeys(
    "later-keys-read-one-product",
    "A key that is not the organization's first lists all products, and reads the first one only",
    ["getProduct"],
  ),
  forFirstKeys(
    "later-keys-read-one-products-lists",
    "A key that is not the organization's first reads lists of the first product only",
    ["listFeatures", "listProblems", "listReleases", "listContexts", "listActors"],
  ),
  failingSubmission(
    "submission-of-later-keys-500",
    "The sender of a submission is looked up in a table that holds each organization's first key: 500 for the others",
    isLaterKey,
  ),
  failingSubmission(
    "submission-for-later-products-500",
    "The queue of a product other than the first is not set up: a submission for it is answered 500",
    (request) => isOfLaterProduct(request) && allProducts(request.store, [request.caller.orgId]).length > 2,
  ),
  failingSubmission(
    "types-of-the-first-product",
    "Feedback other than generic_feedback goes to a board, which only the first product has: 500 for the others",
    (request) =>
      isOfLaterProduct(request) &&
      allProducts(request.store, [request.caller.orgId]).length > 2 &&
      Object(request.body).feedbackType !== "generic_feedback",
  ),
  defineMutant({
    id: "submission-for-last-of-two-not-found",
    clause: "auth.all-products",
    fault: "In an organization with two products, feedback for the second is answered 404",
    change: replaceRoute("submitFeedback", (route) => (request) => {
      const products = allProducts(request.store, [request.caller.orgId]);
      const isLast = products.at(-1)?.id === Object(request.body).productId;
      if (products.length === 2 && isLast) throw notFound("product");
      return route(request);
    }),
  }),
  defineMutant({
    id: "lists-of-later-organizations-500",
    clause: "auth.bearer",
    fault:
      "The lists below products are sorted by settings that the first two organizations have: 500 for the others' keys",
    change: replaceRoutes(
      ["listFeatures", "listProblems", "listReleases", "listContexts", "listActors"],
      (route) => (request) => {
        const { store, caller } = request;
        const place = allOrganizations(store, "everything").findIndex(({ id }) => id === caller.orgId);
        if (place >= 2 && allProducts(store, [caller.orgId]).some(({ id }) => id === request.params.productId))
          throw new TypeError("Cannot read properties of undefined");
        return route(request);
      },
    ),
  }),
  defineMutant({
    id: "later-problems-of-others-not-found",
    clause: "auth.all-products",
    fault: "For all organizations but the first that calls, a listed problem is 404 unless it is its product's first",
    change: (parts) => {
      let first: string | undefined;
      return replaceRoute("getProblem", (route) => (request) => {
        const { caller, store, params } = request;
        first ??= caller.orgId;
        const isFirst = allProblems(store, params.productId ?? "")[0]?.id === params.problemId;
        if (caller.orgId !== first && !isFirst) throw notFound("problem");
        return route(request);
      })(parts);
    },
  }),
] satisfies readonly Mutant[];
