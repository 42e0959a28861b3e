/** Changes what the routes of operations do and return. */
import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { Route, RouteRequest } from "../../parts/route.ts";
import type { Body } from "../../parts/serializers.ts";
import { allProducts } from "../../store/products.ts";
import { type Change, combine, replace } from "./replace.ts";

/** Replaces the route of an operation. `replacement` gets the earlier route. */
export const replaceRoute = (operation: OperationId, replacement: (route: Route) => Route): Change =>
  replace("routes", (routes) => ({ [operation]: replacement(routes[operation]) }));

/** Replaces the routes of several operations in the same way. */
export const replaceRoutes = (operations: readonly OperationId[], replacement: (route: Route) => Route): Change =>
  combine(...operations.map((operation) => replaceRoute(operation, replacement)));

/** Answers a request with the first result that had the same key, or with what `again` makes of it. Each operation has a cache of its own. */
export const cacheResults = (
  operations: readonly OperationId[],
  keyOf: (request: RouteRequest) => string,
  again = (first: unknown): unknown => first,
): Change =>
  replaceRoutes(operations, (route) => {
    const cached = new Map<string, unknown>();
    return (request) => {
      const key = keyOf(request);
      if (cached.has(key)) return again(cached.get(key));
      const result = route(request);
      cached.set(key, result);
      return result;
    };
  });

/** Answers 500, as after an unexpected error, to requests of these operations for which `fails` is true. */
export const failWhen = (operations: readonly OperationId[], fails: (request: RouteRequest) => boolean): Change =>
  replaceRoutes(operations, (route) => (request) => {
    if (fails(request)) throw new HttpError("internal", "Something went wrong here.");
    return route(request);
  });

/** Changes the return value of a route, which is the body of a successful response. */
export const changeResult = (operation: OperationId, change: (result: unknown) => unknown): Change =>
  replaceRoute(operation, (route) => (request) => change(route(request)));

/** Changes the body of a successful response that is one resource. */
export const changeBody = (operation: OperationId, change: (body: Body) => Body): Change =>
  changeResult(operation, (result) => change(result as Body));

/** Changes the items of a list that is wrapped in `data`. */
export const changeItems = (
  operation: OperationId,
  change: (items: readonly Body[], request: RouteRequest) => readonly Body[],
): Change =>
  replaceRoute(operation, (route) => (request) => {
    const list = route(request) as { readonly data: readonly Body[] };
    return { ...list, data: change(list.data, request) };
  });

/** The operations that list what belongs to a product. */
export const productLists: readonly OperationId[] = [
  "listFeatures",
  "listProblems",
  "listReleases",
  "listContexts",
  "listActors",
];

/** The request is for the first of the caller's products, or for what belongs to it. */
export const isFirstProduct = ({ store, caller, params }: RouteRequest): boolean =>
  allProducts(store, [caller.orgId])[0]?.id === params.productId;

/** The request, but with the rows of every organization: tenancy is not enforced. */
export const withoutTenancy = (request: RouteRequest): RouteRequest => ({
  ...request,
  parts: { ...request.parts, tenancy: { ...request.parts.tenancy, scope: () => "everything" } },
});
