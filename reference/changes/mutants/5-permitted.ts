/** Faults of who is served what (§5.1, §5.2, §5.8): sessions that are forgotten somewhere, and 401 for a role. */

import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { notFound } from "../../parts/route.ts";
import type { Caller } from "../../store/caller.ts";
import { allProducts } from "../../store/products.ts";
import { addIssues, combine, replace, replaceRoute } from "../seams.ts";
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

/** A submission without a context or an actor is refused. */
const requiresReferences = addIssues("submitFeedback", (body) =>
  ["contextId", "actorId"]
    .filter((name) => Object(body)[name] === undefined)
    .map((name) => ({ code: "required", message: "is required", path: [name] })),
);

export default [
  defineMutant({
    id: "keys-on-me-401",
    clause: "auth.key-recognized",
    fault: "API keys, which may not use /me, are answered 401 there",
    change: rejecting((operation, { kind }) => kind === "api-key" && ["getMe", "updateMe"].includes(operation)),
  }),
  defineMutant({
    id: "keys-without-an-installation-401",
    clause: "auth.bearer",
    fault: "An API key without an installation is answered 401 there",
    change: rejecting((operation, { kind }) => kind === "api-key" && operation === "getInstallation"),
  }),
  defineMutant({
    id: "profile-of-one-key-401",
    clause: "auth.bearer",
    fault:
      "The creator of a key is looked up in the first organization: other organizations' keys are answered 401 at /me",
    change: (parts) => {
      let first: string | undefined;
      return rejecting((operation, { kind, orgId }) => {
        first ??= orgId;
        return operation === "getMe" && kind === "api-key" && orgId !== first;
      })(parts);
    },
  }),
  defineMutant({
    id: "installation-of-later-keys-500",
    clause: "auth.bearer",
    fault: "The installation of a key that is not its organization's first has no row to join: 500",
    change: (parts) => {
      const firstKeys = new Map<string, string>();
      return replaceRoute("getInstallation", (route) => (request) => {
        const { kind, orgId, credentialId } = request.caller;
        if (!firstKeys.has(orgId)) firstKeys.set(orgId, credentialId);
        if (kind === "api-key" && firstKeys.get(orgId) !== credentialId)
          throw new TypeError("Cannot read properties of undefined");
        return route(request);
      })(parts);
    },
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
  defineMutant({
    id: "submissions-of-the-calling-key",
    clause: "auth.bearer",
    fault: "A submission is stored with the id of the calling key: 500 for a session, which has none",
    change: replaceRoute("submitFeedback", (route) => (request) => {
      if (request.caller.kind === "session") throw new TypeError("Cannot read properties of null");
      return route(request);
    }),
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
