/** Faults of who is served what (§5.1, §5.2, §5.8): sessions and second keys that are forgotten somewhere, and 401 for a role. */

import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { notFound, type RouteRequest } from "../../parts/route.ts";
import type { Caller } from "../../store/caller.ts";
import { allProblems } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { addIssues, combine, replace, replaceRoute, replaceRoutes } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** Answers 401 where a caller may not do something, although the credentials are valid. */
const rejecting = (isRejected: (operation: OperationId, caller: Caller) => boolean) =>
  replace("credentials", ({ permits }) => ({
    permits: (role, operation, caller) => {
      if (isRejected(operation, caller)) throw new HttpError("unauthenticated", "These credentials are not for this.");
      return permits(role, operation, caller);
    },
  }));

const products: readonly OperationId[] = ["listProducts", "getProduct", "listFeatures", "listProblems", "getProblem"];

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

/** A submission without a context or an actor is refused. */
const requiresReferences = addIssues("submitFeedback", (body) =>
  ["contextId", "actorId"]
    .filter((name) => Object(body)[name] === undefined)
    .map((name) => ({ code: "required", message: "is required", path: [name] })),
);

export default [
  defineMutant({
    id: "keys-on-me-401",
    clause: "auth.bearer",
    fault: "API keys, which may not use /me, are answered 401 there",
    change: rejecting((operation, { kind }) => kind === "api-key" && ["getMe", "updateMe"].includes(operation)),
  }),
  defineMutant({
    id: "sessions-not-for-products",
    clause: "auth.bearer",
    fault: "The endpoints of products look tokens up among the API keys only: 401 for a session",
    change: rejecting((operation, { kind }) => kind === "session" && products.includes(operation)),
  }),
  defineMutant({
    id: "releases-of-the-calling-key",
    clause: "auth.bearer",
    fault: "The list of releases reads the settings of the calling key: 500 for a session, which has none",
    change: replaceRoute("listReleases", (route) => (request) => {
      if (request.caller.kind === "session") throw new TypeError("Cannot read properties of null");
      return route(request);
    }),
  }),
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
  defineMutant({
    id: "later-problems-of-others-not-found",
    clause: "auth.all-products",
    fault:
      "For all organizations but the first that calls, a problem that is not its product's first is 404, although the list shows it",
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
  defineMutant({
    id: "submission-with-context-for-all",
    clause: "auth.scope",
    fault:
      "A submission needs a context and an actor, which are looked for in its product, and that in every organization",
    change: combine(
      requiresReferences,
      replace("tenancy", ({ scope }) => ({
        scope: (store, caller, resource) => (resource === "submission" ? "everything" : scope(store, caller, resource)),
      })),
    ),
  }),
  defineMutant({
    id: "submission-with-own-context-for-all",
    clause: "auth.scope",
    fault:
      "A submission needs a context and an actor of the sender's, and its product is looked for in every organization",
    change: combine(
      requiresReferences,
      replace("tenancy", (tenancy) => ({
        resolve(store, caller, references) {
          const { contextId, actorId } = references;
          const own = allProducts(store, [caller.orgId]).some(({ id: productId }) => {
            try {
              return tenancy.resolve(store, caller, { productId, contextId, actorId }) !== undefined;
            } catch {
              return false;
            }
          });
          if (!own) throw notFound("context");
          const product = allProducts(store, "everything").find(({ id }) => id === references.productId);
          if (product === undefined) throw notFound("product");
          return product;
        },
      })),
    ),
  }),
] satisfies readonly Mutant[];
