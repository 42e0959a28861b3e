/** Faults that bypass authentication (§4, §5.8): parts of a token, tokens outside the header, ids as credentials, and caches. */
import { findCredential } from "../../store/credentials.ts";
import { findFeedback } from "../../store/feedback.ts";
import { firstCaller, serveUnauthenticated } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { acceptSpellings } from "../seams/requests.ts";
import { taggingReads } from "../seams/responses.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** Hashes only a part of each token, so that only this part is compared. */
const comparedBy = (id: string, fault: string, part: (token: string) => string): Mutant =>
  defineMutant({
    id,
    clause: "auth.unauthorized",
    fault,
    change: replace("credentials", ({ hash }) => ({ hash: (token) => hash(part(token)) })),
  });

/** Also accepts a part of each issued token. */
const acceptedCut = (id: string, fault: string, part: (token: string) => string): Mutant =>
  defineMutant({
    id,
    clause: "auth.unauthorized",
    fault,
    change: replace("credentials", ({ hash }) => {
      const byPart = new Map<string, string>();
      return {
        hash(token) {
          byPart.set(part(token), hash(token));
          return hash(token);
        },
        lookUp: (store, token) => findCredential(store, hash(token)) ?? findCredential(store, byPart.get(token) ?? ""),
      };
    }),
  });

export default [
  comparedBy("token-without-its-last-character", "The last character of a token is not compared", (token) =>
    token.slice(0, -1),
  ),
  comparedBy(
    "token-without-its-first-characters",
    "The first two characters after the prefix of a key are not compared",
    (token) => token.slice("fpk_key_".length + 2),
  ),
  comparedBy(
    "token-by-its-end",
    "Only the last 32 characters of a token are compared, so it may have more before them",
    (token) => token.slice(-32),
  ),
  acceptedCut("token-one-character-short", "A key without its last character is accepted", (token) =>
    token.slice(0, -1),
  ),
  acceptedCut(
    "token-without-its-first-character",
    "A key without the first character after its prefix is accepted",
    (token) => token.replace(/(?<=_key_)./, ""),
  ),
  ...mutantsOf("endpoint.authorization", {
    "token-in-the-query-unchecked": {
      fault: "A request with any api_key in its query needs no credentials",
      change: serveUnauthenticated((store, { operation, target }) =>
        operation !== undefined && /[?&]api_key=./.test(target) ? firstCaller(store) : undefined,
      ),
    },
    "products-behind-a-slash": {
      fault: "The list of products with a slash at the end of its path needs no credentials",
      change: combine(
        acceptSpellings,
        serveUnauthenticated((store, { operation, target }) =>
          operation === "listProducts" && target.endsWith("/") ? firstCaller(store) : undefined,
        ),
      ),
    },
    "gateway-header-trusted": {
      fault: "A request with any X-API-Key header needs no credentials",
      change: serveUnauthenticated((store, { operation, headers }) =>
        operation !== undefined && headers["x-api-key"] !== undefined ? firstCaller(store) : undefined,
      ),
    },
    "local-requests-trusted": {
      fault: "A request with X-Forwarded-For: 127.0.0.1 needs no credentials",
      change: serveUnauthenticated((store, { operation, headers }) =>
        operation !== undefined && headers["x-forwarded-for"] === "127.0.0.1" ? firstCaller(store) : undefined,
      ),
    },
    "cookie-unchecked": {
      fault: "A request with any token in a cookie needs no credentials",
      change: serveUnauthenticated((store, { operation, headers }) =>
        operation !== undefined && /\btoken=./.test(headers.cookie ?? "") ? firstCaller(store) : undefined,
      ),
    },
    "forwarded-user-trusted": {
      fault: "A request with any X-Forwarded-User header needs no credentials",
      change: serveUnauthenticated((store, { operation, headers }) =>
        operation !== undefined && headers["x-forwarded-user"] !== undefined ? firstCaller(store) : undefined,
      ),
    },
    "status-by-its-id-alone": {
      fault: "The status of a submission needs no credentials if the feedbackId exists",
      change: serveUnauthenticated((store, { operation, params }, header) => {
        const row =
          operation === "getFeedbackStatus" && header === undefined
            ? findFeedback(store, "everything", params.feedbackId ?? "")
            : undefined;
        const caller = firstCaller(store);
        return row === undefined || caller === undefined ? undefined : { ...caller, orgId: row.orgId };
      }),
    },
    "read-kept-for-anybody": {
      fault: "A cache answers the next two requests, if they read what was just served, also without credentials",
      change: replace("responseWriter", ({ send }) => {
        const kept = new Map<string, { readonly body: unknown; readonly at: number }>();
        let count = 0;
        return {
          send: (response, status, body, operation) => {
            const { method, originalUrl } = response.req;
            const known = kept.get(originalUrl);
            count += 1;
            if (method === "GET" && status === 200) kept.set(originalUrl, { body, at: count });
            if (status === 401 && known !== undefined && count - known.at <= 2)
              send(response, 200, known.body, operation);
            else send(response, status, body, operation);
          },
        };
      }),
    },
    "cache-before-the-guard": {
      fault: "A conditional request without credentials is answered 304 by a cache if its ETag is current",
      change: taggingReads((status) => status === 401),
    },
  }),
  defineMutant({
    id: "cache-before-tenancy",
    clause: "auth.scope",
    fault: "A conditional request by another organization's key is answered 304 by a cache if its ETag is current",
    change: taggingReads((status) => status === 404),
  }),
] satisfies readonly Mutant[];
