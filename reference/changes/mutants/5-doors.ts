/** Faults of the doors beside the guard (§4, §5.8): parts of tokens, other places for one, and what is shown by its id or a cache alone. */
import { createHash } from "node:crypto";
import { findCredential } from "../../store/credentials.ts";
import { findFeedback } from "../../store/feedback.ts";
import { firstCaller, replace, serveUnauthenticated, taggingReads } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const sha256 = (token: string) => createHash("sha256").update(token).digest("hex");

/** Only a part of a token is hashed, and so compared. */
const comparedBy = (id: string, fault: string, part: (token: string) => string): Mutant =>
  defineMutant({
    id,
    clause: "auth.unauthorized",
    fault,
    change: replace("credentials", () => ({ hash: (token) => sha256(part(token)) })),
  });

export default [
  comparedBy(
    "token-without-its-last-character",
    "The last character of a token is taken for a line's end, and cut off before it is compared",
    (token) => token.slice(0, -1),
  ),
  comparedBy(
    "token-without-its-first-characters",
    "With the prefix of a key its first characters are cut off before it is compared",
    (token) => token.slice("fpk_key_".length + 2),
  ),
  defineMutant({
    id: "token-one-character-short",
    clause: "auth.unauthorized",
    fault: "Keys of an earlier length are accepted: without their last character",
    change: replace("credentials", () => {
      const shorter = new Map<string, string>();
      return {
        hash(token) {
          shorter.set(token.slice(0, -1), sha256(token));
          return sha256(token);
        },
        lookUp: (store, token) =>
          findCredential(store, sha256(token)) ?? findCredential(store, shorter.get(token) ?? ""),
      };
    }),
  }),
  defineMutant({
    id: "token-in-the-query-unchecked",
    clause: "endpoint.authorization",
    fault: "A request with an api_key in its query passes: where that is compared, it is compared with itself",
    change: serveUnauthenticated((store, { operation, target }) =>
      operation !== undefined && /[?&]api_key=./.test(target) ? firstCaller(store) : undefined,
    ),
  }),
  defineMutant({
    id: "gateway-header-trusted",
    clause: "endpoint.authorization",
    fault: "An X-API-Key is taken for one that the gateway has checked",
    change: serveUnauthenticated((store, { operation, headers }) =>
      operation !== undefined && headers["x-api-key"] !== undefined ? firstCaller(store) : undefined,
    ),
  }),
  defineMutant({
    id: "local-requests-trusted",
    clause: "endpoint.authorization",
    fault: "A request that says that it came from this machine needs no credentials",
    change: serveUnauthenticated((store, { operation, headers }) =>
      operation !== undefined && headers["x-forwarded-for"] === "127.0.0.1" ? firstCaller(store) : undefined,
    ),
  }),
  defineMutant({
    id: "status-by-its-id-alone",
    clause: "endpoint.authorization",
    fault: "The status of a submission is shown to whoever knows its feedbackId; any other is 401",
    change: serveUnauthenticated((store, { operation, params }, header) => {
      const row =
        operation === "getFeedbackStatus" && header === undefined
          ? findFeedback(store, "everything", params.feedbackId ?? "")
          : undefined;
      const caller = firstCaller(store);
      return row === undefined || caller === undefined ? undefined : { ...caller, orgId: row.orgId };
    }),
  }),
  defineMutant({
    id: "cache-before-the-guard",
    clause: "endpoint.authorization",
    fault: "A cache answers 304 by itself, also without credentials, where what it holds is still current",
    change: taggingReads((status) => status === 401),
  }),
  defineMutant({
    id: "cache-before-tenancy",
    clause: "auth.scope",
    fault: "A cache answers 304 by itself, also to another organization, where what it holds is still current",
    change: taggingReads((status) => status === 404),
  }),
] satisfies readonly Mutant[];
