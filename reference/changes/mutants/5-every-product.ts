/** Faults by which some keys do not reach all products of their organization (§5.2). */
import type { OperationId } from "../../../spec/contract.ts";
import { notFound, type RouteRequest } from "../../parts/route.ts";
import { allOrganizations } from "../../store/organizations.ts";
import { allProblems } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { laterKeys } from "../seams/callers.ts";
import { combine } from "../seams/replace.ts";
import { failWhen, isFirstProduct, productLists, replaceRoute, replaceRoutes } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** Answers 404 to an organization's second and later keys for every product but the first, or for those that `isDenied` chooses. */
const forFirstKeys = (
  id: string,
  fault: string,
  operations: readonly OperationId[],
  isDenied = (request: RouteRequest) => !isFirstProduct(request),
): Mutant =>
  defineMutant({
    id,
    clause: "auth.all-products",
    fault,
    change: (parts) => {
      const isLater = laterKeys();
      return combine(
        replaceRoute("listProducts", (route) => (request) => {
          isLater(request.caller);
          return route(request);
        }),
        replaceRoutes(operations, (route) => (request) => {
          if (isLater(request.caller) && isDenied(request)) throw notFound("product");
          return route(request);
        }),
      )(parts);
    },
  });

/** Answers 500 to submissions for which `fails` is true. */
const failingSubmission = (
  id: string,
  fault: string,
  fails: (request: RouteRequest, isLaterKey: boolean) => boolean,
): Mutant =>
  defineMutant({
    id,
    clause: "auth.all-products",
    fault,
    change: (parts) => {
      const isLater = laterKeys();
      return failWhen(["submitFeedback"], (request) => fails(request, isLater(request.caller)))(parts);
    },
  });

const isOfLaterProduct = ({ store, body }: RouteRequest) =>
  allProducts(store, "everything").findIndex(({ id }) => id === Object(body).productId) > 0;

export default [
  forFirstKeys(
    "later-keys-read-one-product",
    "An organization's second and later keys list all products, but read the first one only",
    ["getProduct"],
  ),
  forFirstKeys(
    "later-keys-read-one-products-lists",
    "An organization's second and later keys read the lists of the first product only",
    productLists,
  ),
  forFirstKeys(
    "second-product-not-for-later-keys",
    "An organization's second and later keys read the lists of every product but the second",
    productLists,
    ({ store, caller, params }) => allProducts(store, [caller.orgId])[1]?.id === params.productId,
  ),
  failingSubmission(
    "submission-of-later-keys-500",
    "A submission with an organization's second or later key fails with 500",
    (_request, isLaterKey) => isLaterKey,
  ),
  failingSubmission(
    "submission-for-later-products-500",
    "A submission for another product than the organization's first fails with 500",
    (request) => isOfLaterProduct(request) && allProducts(request.store, [request.caller.orgId]).length > 2,
  ),
  failingSubmission(
    "types-of-the-first-product",
    "A submission of another type than generic_feedback fails with 500, except for the organization's first product",
    (request) =>
      isOfLaterProduct(request) &&
      allProducts(request.store, [request.caller.orgId]).length > 2 &&
      Object(request.body).feedbackType !== "generic_feedback",
  ),
  defineMutant({
    id: "submission-for-last-of-two-not-found",
    clause: "auth.all-products",
    fault: "In an organization with two products, a submission for the second one is answered 404",
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
    change: replaceRoutes(productLists, (route) => (request) => {
      const { store, caller } = request;
      const place = allOrganizations(store, "everything").findIndex(({ id }) => id === caller.orgId);
      if (place >= 2 && allProducts(store, [caller.orgId]).some(({ id }) => id === request.params.productId))
        throw new TypeError("Cannot read properties of undefined");
      return route(request);
    }),
  }),
  defineMutant({
    id: "later-problems-of-others-not-found",
    clause: "auth.all-products",
    fault:
      "Only the organization that calls first reads problems; for the others, all but a product's first problem are 404",
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
