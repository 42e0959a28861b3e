/** Which organizations' rows a caller may read and write (§1, §5.2). Every query uses it. */
import type { Caller } from "../store/caller.ts";
import type { Database } from "../store/database.ts";
import { organizationsOf } from "../store/members.ts";
import { findActor, findContext } from "../store/product-content.ts";
import { findProduct, type ProductRow } from "../store/products.ts";
import type { Scope } from "../store/scope.ts";
import { HttpError } from "./http-error.ts";

/** The resource of a request. Features, problems, releases, contexts and actors are found through their product. */
export type Resource =
  | "product"
  | "feature"
  | "problem"
  | "release"
  | "context"
  | "actor"
  | "feedback"
  | "submission"
  | "organization"
  | "member"
  | "invitation"
  | "installation";

/** The response to a request for a row outside the scope; `empty` is a list without items. */
type OutOfScopeResponse = "notFound" | "forbidden" | "empty";

/** The ids that a submission refers to (§2.11). */
export interface References {
  readonly productId: string;
  readonly contextId: string | null;
  readonly actorId: string | null;
}

export interface Tenancy {
  /** The organizations whose rows of this resource the caller may read and write. */
  scope(store: Database, caller: Caller, resource: Resource): Scope;
  /** The response to a request for a row outside the scope. `exists` is true if another organization has the row. */
  outOfScope(resource: Resource, exists: boolean): OutOfScopeResponse;
  /** The product of a submission. Throws an `HttpError` for an unknown id, with an issue that locates it. */
  resolve(store: Database, caller: Caller, references: References): ProductRow;
}

export const tenancy: Tenancy = {
  // A session reads all organizations of its user, but only the products of the session's organization.
  scope: (store, caller, resource) =>
    caller.kind === "session" && ["organization", "member", "invitation"].includes(resource)
      ? organizationsOf(store, caller.userId)
      : [caller.orgId],
  outOfScope: () => "notFound",
  resolve(store, caller, { productId, contextId, actorId }) {
    const product = findProduct(store, this.scope(store, caller, "submission"), productId);
    if (product === undefined) throw unresolved("productId");
    if (contextId !== null && findContext(store, product.id, contextId) === undefined) throw unresolved("contextId");
    if (actorId !== null && findActor(store, product.id, actorId) === undefined) throw unresolved("actorId");
    return product;
  },
};

function unresolved(field: keyof References): HttpError {
  const message = `There is no such ${field.replace("Id", "")} here.`;
  return new HttpError("notFound", message, [{ code: "not_found", message, path: [field] }]);
}
