/** Faults with requests without valid credentials (§4, §5.8): serving them, and answering another status than 401. */
import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { notFound } from "../../parts/route.ts";
import { findProduct } from "../../store/products.ts";
import { firstCaller, serveUnauthenticated } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { ignoreIssues } from "../seams/requests.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** Serves these operations without the Authorization header. */
const forgotten = (id: string, fault: string, operations: readonly OperationId[]): Mutant =>
  defineMutant({
    id,
    clause: "endpoint.authorization",
    fault,
    change: serveUnauthenticated((store, { operation }, header) =>
      operation !== undefined && operations.includes(operation) && header === undefined
        ? firstCaller(store)
        : undefined,
    ),
  });

export default [
  // §4 and §5.8: without credentials.
  forgotten("authorization-forgotten-on-contexts", "The contexts are readable without credentials", ["listContexts"]),
  forgotten("authorization-forgotten-on-status", "The status of feedback is readable without credentials", [
    "getFeedbackStatus",
  ]),
  forgotten("authorization-forgotten-on-writes", "Writes need no credentials", [
    "submitFeedback",
    "updateMe",
    "createOrganization",
    "inviteMember",
  ]),
  forgotten("authorization-forgotten-on-members", "The members of an organization are readable without credentials", [
    "listMembers",
  ]),
  defineMutant({
    id: "query-passes-the-guard",
    clause: "endpoint.authorization",
    fault: "A request with a query needs no credentials",
    change: combine(
      serveUnauthenticated((store, { operation, target }) =>
        operation !== undefined && target.includes("?") ? firstCaller(store) : undefined,
      ),
      ...(["listProducts", "listFeatures", "listOrganizations", "getMe"] as const).map((id) => ignoreIssues(id)),
    ),
  }),
  defineMutant({
    id: "head-passes-the-guard",
    clause: "auth.other-methods",
    fault: "HEAD requests need no credentials",
    change: serveUnauthenticated((store, { operation, method }) =>
      operation !== undefined && method === "HEAD" ? firstCaller(store) : undefined,
    ),
  }),
  defineMutant({
    id: "missing-credentials-400",
    clause: "endpoint.authorization",
    fault: "A missing Authorization header is answered 400",
    change: serveUnauthenticated((_store, _context, header) => {
      if (header === undefined) throw new HttpError("invalid", "The Authorization header is required.");
      return undefined;
    }),
  }),
  ...mutantsOf("auth.unauthorized", {
    "unknown-token-403": {
      fault: "An unknown token is answered 403",
      change: serveUnauthenticated((_store, _context, header) => {
        if (header?.startsWith("Bearer ")) throw new HttpError("forbidden", "This token opens nothing.");
        return undefined;
      }),
    },
    "unknown-token-a-guest": {
      fault: "Any token with the prefix of an API key is accepted",
      change: replace("credentials", {
        callerOfUnknownToken: (store, token) => (/_key_/.test(token) ? firstCaller(store) : undefined),
      }),
    },
    "token-by-its-beginning": {
      fault: "Only the first 20 characters of a key are compared",
      change: replace("credentials", ({ hash }) => ({ hash: (token) => hash(token.slice(0, 20)) })),
    },
    "unknown-token-500": {
      fault: "An unknown token fails with 500",
      change: serveUnauthenticated((_store, _context, header) => {
        if (/^Bearer \S+$/.test(header ?? "")) throw new TypeError("Cannot read properties of undefined");
        return undefined;
      }),
    },
    "malformed-credentials-400": {
      fault: "An Authorization header of another scheme is answered 400",
      change: serveUnauthenticated((_store, _context, header) => {
        if (header !== undefined && !/^Bearer \S/.test(header)) throw new HttpError("invalid", "A scheme is missing.");
        return undefined;
      }),
    },
    "malformed-credentials-accepted": {
      fault: "Any HTTP basic authentication is accepted",
      change: serveUnauthenticated((store, _context, header) =>
        header?.startsWith("Basic ") ? firstCaller(store) : undefined,
      ),
    },
    "body-before-credentials": {
      fault: "Malformed JSON without credentials is answered 400",
      change: replace("pipeline", {
        steps: ["identify", "limiter", "body", "authorize", "validate", "routes"] as const,
      }),
    },
    "product-before-credentials": {
      fault: "An unknown product without credentials is answered 404",
      change: serveUnauthenticated((store, { params: { productId } }) => {
        const isUnknown = productId !== undefined && findProduct(store, "everything", productId) === undefined;
        throw isUnknown ? notFound("product") : new HttpError("unauthenticated", "A valid bearer token is needed.");
      }),
    },
  }),
] satisfies readonly Mutant[];
