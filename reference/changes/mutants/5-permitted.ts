/** Faults in serving callers with valid credentials (§5.1, §5.2, §5.8): sessions fail, or missing permission is a 401. */

import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { notFound } from "../../parts/route.ts";
import type { Caller } from "../../store/caller.ts";
import { allProducts } from "../../store/products.ts";
import { laterKeys } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { addIssues } from "../seams/requests.ts";
import { failWhen, replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** Answers 401 to callers with valid credentials for which `isRejected` is true. */
const rejecting = (isRejected: (operation: OperationId, caller: Caller) => boolean) =>
  replace("credentials", ({ permits }) => ({
    permits: (role, operation, caller) => {
      if (isRejected(operation, caller)) throw new HttpError("unauthenticated", "These credentials are not for this.");
      return permits(role, operation, caller);
    },
  }));

const products: readonly OperationId[] = ["listProducts", "getProduct", "listFeatures", "listProblems", "getProblem"];

/** Refuses a submission without a context or an actor. */
const requiresReferences = addIssues("submitFeedback", (body) =>
  ["contextId", "actorId"]
    .filter((name) => Object(body)[name] === undefined)
    .map((name) => ({ code: "required", message: "is required", path: [name] })),
);

export default [
  defineMutant({
    id: "keys-on-me-401",
    clause: "auth.key-recognized",
    fault: "GET and PUT /v1/me are answered 401 to API keys",
    change: rejecting((operation, { kind }) => kind === "api-key" && ["getMe", "updateMe"].includes(operation)),
  }),
  ...mutantsOf("auth.bearer", {
    "keys-without-an-installation-401": {
      fault: "GET /v1/installations/me is answered 401 to an API key without an installation",
      change: rejecting((operation, { kind }) => kind === "api-key" && operation === "getInstallation"),
    },
    "profile-of-one-key-401": {
      fault:
        "The creator of a key is looked up in the first organization: other organizations' keys are answered 401 at /me",
      change: (parts) => {
        let first: string | undefined;
        return rejecting((operation, { kind, orgId }) => {
          first ??= orgId;
          return operation === "getMe" && kind === "api-key" && orgId !== first;
        })(parts);
      },
    },
    "installation-of-later-keys-500": {
      fault: "The installation of a key that is not its organization's first has no row to join: 500",
      change: replaceRoute("getInstallation", (route) => {
        const isLater = laterKeys();
        return (request) => {
          if (isLater(request.caller)) throw new TypeError("Cannot read properties of undefined");
          return route(request);
        };
      }),
    },
    "sessions-not-for-products": {
      fault: "The endpoints of products are answered 401 to a session",
      change: rejecting((operation, { kind }) => kind === "session" && products.includes(operation)),
    },
    "releases-of-the-calling-key": {
      fault: "The list of releases fails with 500 for a session",
      change: failWhen(["listReleases"], ({ caller }) => caller.kind === "session"),
    },
    "submissions-of-the-calling-key": {
      fault: "A submission fails with 500 for a session",
      change: failWhen(["submitFeedback"], ({ caller }) => caller.kind === "session"),
    },
  }),
  ...mutantsOf("auth.scope", {
    "submission-with-context-for-all": {
      fault:
        "A submission needs a context and an actor of its product, and is accepted for a product of any organization",
      change: combine(
        requiresReferences,
        replace("tenancy", ({ scope }) => ({
          scope: (store, caller, resource) =>
            resource === "submission" ? "everything" : scope(store, caller, resource),
        })),
      ),
    },
    "submission-with-own-context-for-all": {
      fault:
        "A submission needs a context and an actor of the caller, and is accepted for a product of any organization",
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
    },
  }),
] satisfies readonly Mutant[];
