import type { OperationId } from "../../../spec/contract.ts";
import type { Credentials } from "../../parts/credentials.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { Parts } from "../../parts/parts.ts";
import { notFound } from "../../parts/route.ts";
import type { Caller } from "../../store/caller.ts";
import { findCredential } from "../../store/credentials.ts";
import type { Database } from "../../store/database.ts";
import { findProduct } from "../../store/products.ts";
import { text } from "../../store/row.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const changing =
  (change: (credentials: Credentials) => Partial<Credentials>) =>
  (parts: Parts): Parts => ({ ...parts, credentials: { ...parts.credentials, ...change(parts.credentials) } });

/** Whoever was stored first, of the keys whose hash `like` matches. */
function firstCaller(store: Database, like = "%"): Caller | undefined {
  const row = store.first("SELECT hash FROM apiKeys WHERE hash LIKE ? ORDER BY createdAt, rowid", like);
  return row === undefined ? undefined : findCredential(store, text(row, "hash"))?.caller;
}

/** The middleware that asks for credentials does not stand before these operations. */
const forgotten = (id: string, fault: string, operations: readonly OperationId[]): Mutant =>
  defineMutant({
    id,
    clause: "endpoint.authorization",
    fault,
    change: changing(({ unauthenticated }) => ({
      unauthenticated(store, call, header) {
        const isForgotten = call.operation !== undefined && operations.includes(call.operation);
        const served = isForgotten && header === undefined ? firstCaller(store) : undefined;
        return served ?? unauthenticated(store, call, header);
      },
    })),
  });

const unauthenticated = () => new HttpError("unauthenticated", "A valid bearer token is needed.");

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
    change: changing(({ unauthenticated }) => ({
      unauthenticated(store, call, header) {
        if (header === undefined) throw new HttpError("invalid", "The Authorization header is required.");
        return unauthenticated(store, call, header);
      },
    })),
  }),
  defineMutant({
    id: "unknown-token-403",
    clause: "auth.unauthorized",
    fault: "A token that nobody was given is answered 403",
    change: changing(({ unauthenticated }) => ({
      unauthenticated(store, call, header) {
        if (header?.startsWith("Bearer ")) throw new HttpError("forbidden", "This token opens nothing.");
        return unauthenticated(store, call, header);
      },
    })),
  }),
  defineMutant({
    id: "unknown-token-a-guest",
    clause: "auth.unauthorized",
    fault: "Any token with the prefix of a key is taken for the first key, as in development",
    change: changing(() => ({
      callerOfUnknownToken: (store, token) => (/_key_/.test(token) ? firstCaller(store) : undefined),
    })),
  }),
  defineMutant({
    id: "token-by-its-beginning",
    clause: "auth.unauthorized",
    fault: "A key is looked up by its first characters, and the rest is never compared",
    change: changing(({ hash }) => ({ hash: (token) => hash(token.slice(0, 20)) })),
  }),
  defineMutant({
    id: "unknown-token-500",
    clause: "auth.unauthorized",
    fault: "The row of an unknown token is read without looking whether there is one",
    change: changing(({ unauthenticated }) => ({
      unauthenticated(store, call, header) {
        if (/^Bearer \S+$/.test(header ?? "")) throw new TypeError("Cannot read properties of undefined");
        return unauthenticated(store, call, header);
      },
    })),
  }),
  defineMutant({
    id: "malformed-credentials-400",
    clause: "auth.unauthorized",
    fault: "An Authorization header of another scheme is a bad request, 400",
    change: changing(({ unauthenticated }) => ({
      unauthenticated(store, call, header) {
        if (header !== undefined && !/^Bearer \S/.test(header)) throw new HttpError("invalid", "A scheme is missing.");
        return unauthenticated(store, call, header);
      },
    })),
  }),
  defineMutant({
    id: "malformed-credentials-accepted",
    clause: "auth.unauthorized",
    fault: "Whoever comes with HTTP basic authentication is let through to the second middleware, which is gone",
    change: changing(({ unauthenticated }) => ({
      unauthenticated: (store, call, header) =>
        (header?.startsWith("Basic ") ? firstCaller(store) : undefined) ?? unauthenticated(store, call, header),
    })),
  }),
  defineMutant({
    id: "body-before-credentials",
    clause: "auth.unauthorized",
    fault: "The body is parsed before the credentials are looked at: malformed JSON is 400 to anybody",
    change: (parts) => ({
      ...parts,
      pipeline: ["identify", "limiter", "body", "authorize", "validate", "routes", "errors"],
    }),
  }),
  defineMutant({
    id: "product-before-credentials",
    clause: "auth.unauthorized",
    fault: "The product of the path is loaded before the credentials are looked at: 404 to anybody",
    change: changing(() => ({
      unauthenticated(store, { params }) {
        const { productId } = params;
        if (productId !== undefined && findProduct(store, "everything", productId) === undefined)
          throw notFound("product");
        throw unauthenticated();
      },
    })),
  }),
] satisfies readonly Mutant[];
