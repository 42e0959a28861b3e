import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { notFound } from "../../parts/route.ts";
import { findProduct } from "../../store/products.ts";
import { firstCaller, replace, serveUnauthenticated } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** The middleware that asks for credentials does not stand before these operations. */
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
  forgotten("authorization-forgotten-on-contexts", "The router of contexts is mounted before the authorization", [
    "listContexts",
  ]),
  forgotten("authorization-forgotten-on-status", "The status of feedback is a link that anybody may follow", [
    "getFeedbackStatus",
  ]),
  forgotten("authorization-forgotten-on-writes", "Only GET is behind the authorization", [
    "submitFeedback",
    "updateMe",
    "createOrganization",
    "inviteMember",
  ]),
  forgotten("authorization-forgotten-on-members", "The members of an organization are public", ["listMembers"]),
  defineMutant({
    id: "missing-credentials-400",
    clause: "endpoint.authorization",
    fault: "A missing Authorization header is a bad request, 400",
    change: serveUnauthenticated((_store, _context, header) => {
      if (header === undefined) throw new HttpError("invalid", "The Authorization header is required.");
      return undefined;
    }),
  }),
  defineMutant({
    id: "unknown-token-403",
    clause: "auth.unauthorized",
    fault: "A token that nobody was given is answered 403",
    change: serveUnauthenticated((_store, _context, header) => {
      if (header?.startsWith("Bearer ")) throw new HttpError("forbidden", "This token opens nothing.");
      return undefined;
    }),
  }),
  defineMutant({
    id: "unknown-token-a-guest",
    clause: "auth.unauthorized",
    fault: "Any token with the prefix of a key is taken for the first key, as in development",
    change: replace("credentials", () => ({
      callerOfUnknownToken: (store, token) => (/_key_/.test(token) ? firstCaller(store) : undefined),
    })),
  }),
  defineMutant({
    id: "token-by-its-beginning",
    clause: "auth.unauthorized",
    fault: "A key is looked up by its first characters, and the rest is never compared",
    change: replace("credentials", ({ hash }) => ({ hash: (token) => hash(token.slice(0, 20)) })),
  }),
  defineMutant({
    id: "unknown-token-500",
    clause: "auth.unauthorized",
    fault: "The row of an unknown token is read without looking whether there is one",
    change: serveUnauthenticated((_store, _context, header) => {
      if (/^Bearer \S+$/.test(header ?? "")) throw new TypeError("Cannot read properties of undefined");
      return undefined;
    }),
  }),
  defineMutant({
    id: "malformed-credentials-400",
    clause: "auth.unauthorized",
    fault: "An Authorization header of another scheme is a bad request, 400",
    change: serveUnauthenticated((_store, _context, header) => {
      if (header !== undefined && !/^Bearer \S/.test(header)) throw new HttpError("invalid", "A scheme is missing.");
      return undefined;
    }),
  }),
  defineMutant({
    id: "malformed-credentials-accepted",
    clause: "auth.unauthorized",
    fault: "Whoever comes with HTTP basic authentication is let through to the second middleware, which is gone",
    change: serveUnauthenticated((store, _context, header) =>
      header?.startsWith("Basic ") ? firstCaller(store) : undefined,
    ),
  }),
  defineMutant({
    id: "body-before-credentials",
    clause: "auth.unauthorized",
    fault: "The body is parsed before the credentials are looked at: malformed JSON is 400 to anybody",
    change: replace("pipeline", () => ({
      steps: ["identify", "limiter", "body", "authorize", "validate", "routes", "errors"] as const,
    })),
  }),
  defineMutant({
    id: "product-before-credentials",
    clause: "auth.unauthorized",
    fault: "The product of the path is loaded before the credentials are looked at: 404 to anybody",
    change: serveUnauthenticated((store, { params: { productId } }) => {
      const isUnknown = productId !== undefined && findProduct(store, "everything", productId) === undefined;
      throw isUnknown ? notFound("product") : new HttpError("unauthenticated", "A valid bearer token is needed.");
    }),
  }),
] satisfies readonly Mutant[];
