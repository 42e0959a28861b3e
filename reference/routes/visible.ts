/** Finds rows in the caller's scope, and answers for those outside it. */
import { HttpError } from "../parts/http-error.ts";
import { notFound, type RouteRequest } from "../parts/route.ts";
import type { Resource } from "../parts/tenancy.ts";
import { findProduct, type ProductRow } from "../store/products.ts";
import type { Scope } from "../store/scope.ts";

/** A row in the caller's scope of a resource. Undefined if its list is to be empty; throws the HttpError to answer otherwise. */
export function findVisible<R>(
  request: RouteRequest,
  resource: Resource,
  name: string,
  find: (scope: Scope) => R | undefined,
): R | undefined {
  const { tenancy } = request.parts;
  const row = find(tenancy.scope(request.store, request.caller, resource));
  if (row !== undefined) return row;
  const hiding = tenancy.outOfScope(resource, find("everything") !== undefined);
  if (hiding === "empty") return undefined;
  throw hiding === "forbidden" ? new HttpError("forbidden", `This ${name} is another organization's.`) : notFound(name);
}

/** The product of the path, in the caller's scope of a resource. */
export const visibleProduct = (request: RouteRequest, resource: Resource): ProductRow | undefined =>
  findVisible(request, resource, "product", (scope) =>
    findProduct(request.store, scope, request.params.productId ?? ""),
  );
