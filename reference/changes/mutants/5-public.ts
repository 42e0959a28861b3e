/** Faults that show some products, or processed feedback, to the public or to other organizations (§4, §5.2). */
import { HttpError } from "../../parts/http-error.ts";
import { param } from "../../parts/route.ts";
import type { Database } from "../../store/database.ts";
import { findFeedback } from "../../store/feedback.ts";
import { findOrganization } from "../../store/organizations.ts";
import { allProducts, findProduct } from "../../store/products.ts";
import { firstCaller, serveUnauthenticated } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { productLists, replaceRoute, replaceRoutes, withoutTenancy } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** The index of a product among its organization's products; -1 for an unknown product. */
function placeOf(store: Database, id: string): number {
  const product = findProduct(store, "everything", id);
  return product === undefined ? -1 : allProducts(store, [product.orgId]).findIndex((other) => other.id === id);
}

/** Uses the organization that `nameIn` finds in the URL or the headers in place of the caller's. */
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

/** The time in milliseconds after which feedback is processed. */
const processedMs = 2000;

export default [
  ...mutantsOf("endpoint.authorization", {
    "lists-public-of-one-product": {
      fault: "The lists of the second product need no credentials",
      change: serveUnauthenticated((store, { operation, params }, header) =>
        header === undefined &&
        operation !== undefined &&
        productLists.includes(operation) &&
        placeOf(store, params.productId ?? "") === 1
          ? firstCaller(store)
          : undefined,
      ),
    },
    "status-public-when-processed": {
      fault: "The status of processed feedback needs no credentials",
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
    },
  }),
  defineMutant({
    id: "later-products-for-all",
    clause: "auth.scope",
    fault: "The lists of all products but the first are readable by every organization",
    change: replaceRoutes(productLists, (route) => (request) => {
      const isLater = placeOf(request.store, param(request, "productId")) > 0;
      return route(isLater ? withoutTenancy(request) : request);
    }),
  }),
  organizationIn(
    "organization-of-a-header",
    "A key reads the organization that the header X-Organization-Id names",
    (_url, headers) => headers["x-organization-id"],
  ),
  organizationIn("organization-of-the-query", "A key reads the organization that orgId in the query names", (url) =>
    url.searchParams.get("orgId"),
  ),
  organizationIn(
    "products-by-organization",
    "The list of products is that of the organization which orgId in the query names",
    (url) => (url.pathname.endsWith("/products") ? url.searchParams.get("orgId") : null),
  ),
  defineMutant({
    id: "product-named-in-an-error",
    clause: "auth.scope",
    fault: "The error for another organization's product contains the names of the product and the organization",
    change: replaceRoute("getProduct", (route) => (request) => {
      const { store, caller } = request;
      const product = findProduct(store, "everything", param(request, "productId"));
      if (product === undefined || product.orgId === caller.orgId) return route(request);
      const owner = findOrganization(store, "everything", product.orgId);
      throw new HttpError("forbidden", `${product.name} belongs to ${owner?.name ?? "others"}.`);
    }),
  }),
] satisfies readonly Mutant[];
