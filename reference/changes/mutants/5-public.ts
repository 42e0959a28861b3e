/** §4 and §5.2: what is open to the public, or to other organizations, for some products or at some times only. */
import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { param } from "../../parts/route.ts";
import type { Database } from "../../store/database.ts";
import { findFeedback } from "../../store/feedback.ts";
import { findOrganization } from "../../store/organizations.ts";
import { allProducts, findProduct } from "../../store/products.ts";
import {
  combine,
  firstCaller,
  replace,
  replaceRoute,
  replaceRoutes,
  serveUnauthenticated,
  withoutTenancy,
} from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const lists: readonly OperationId[] = ["listFeatures", "listProblems", "listReleases", "listContexts", "listActors"];

/** Its place among its organization's products, from 0; -1 for an unknown one. */
function placeOf(store: Database, id: string): number {
  const product = findProduct(store, "everything", id);
  return product === undefined ? -1 : allProducts(store, [product.orgId]).findIndex((other) => other.id === id);
}

/** The caller's organization is the one that `nameIn` finds in the URL or the headers. */
const organizationIn = (
  id: string,
  fault: string,
  nameIn: (url: URL, headers: Readonly<Record<string, unknown>>) => unknown,
): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault,
    change: (parts) => {
      const named = new WeakMap<object, string>();
      return combine(
        replace("limiter", ({ bucketOf }) => ({
          bucketOf(caller, operation, request, expired) {
            const name = nameIn(new URL(request.url ?? "", "http://localhost"), request.headers);
            if (caller !== undefined && typeof name === "string") named.set(caller, name);
            return bucketOf(caller, operation, request, expired);
          },
        })),
        replace("tenancy", ({ scope }) => ({
          scope(store, caller, resource) {
            const name = named.get(caller);
            return name === undefined ? scope(store, caller, resource) : [name];
          },
        })),
      )(parts);
    },
  });

/** In milliseconds: by then feedback is processed. */
const processedMs = 2000;

export default [
  defineMutant({
    id: "lists-public-of-one-product",
    clause: "endpoint.authorization",
    fault: "The second product has a public page: its lists need no credentials",
    change: serveUnauthenticated((store, { operation, params }, header) =>
      header === undefined &&
      operation !== undefined &&
      lists.includes(operation) &&
      placeOf(store, params.productId ?? "") === 1
        ? firstCaller(store)
        : undefined,
    ),
  }),
  defineMutant({
    id: "status-public-when-processed",
    clause: "endpoint.authorization",
    fault: "Once feedback is processed, its status is shown without credentials, behind the link of an e-mail",
    change: (parts) => {
      let now = 0;
      return combine(
        replace("limiter", ({ headers }) => ({
          headers(hit, declared, at) {
            now = at;
            return headers(hit, declared, at);
          },
        })),
        serveUnauthenticated((store, { params }, header) => {
          const feedback = findFeedback(store, "everything", params.feedbackId ?? "");
          const isProcessed = feedback !== undefined && now > feedback.acceptedAt + processedMs;
          return isProcessed && header === undefined ? firstCaller(store) : undefined;
        }),
      )(parts);
    },
  }),
  defineMutant({
    id: "later-products-for-all",
    clause: "auth.scope",
    fault:
      "Whose product it is, is looked up for the first one only: the others' lists are shown to every organization",
    change: replaceRoutes(lists, (route) => (request) => {
      const isLater = placeOf(request.store, param(request, "productId")) > 0;
      return route(isLater ? withoutTenancy(request) : request);
    }),
  }),
  organizationIn(
    "organization-of-a-header",
    "The header X-Organization-Id is believed: a key reads whichever organization it names",
    (_url, headers) => headers["x-organization-id"],
  ),
  organizationIn("organization-of-the-query", "orgId in the query is believed: a key reads that organization", (url) =>
    url.searchParams.get("orgId"),
  ),
  defineMutant({
    id: "product-named-in-an-error",
    clause: "auth.scope",
    fault: "The error for another organization's product says what it is called, and whose it is",
    change: replaceRoute("getProduct", (route) => (request) => {
      const { store, caller } = request;
      const product = findProduct(store, "everything", param(request, "productId"));
      if (product === undefined || product.orgId === caller.orgId) return route(request);
      const owner = findOrganization(store, "everything", product.orgId);
      throw new HttpError("forbidden", `${product.name} belongs to ${owner?.name ?? "others"}.`);
    }),
  }),
] satisfies readonly Mutant[];
