/** §8: the limit applies to every organization, endpoint, method and client; these limiters exempt some. */

import type { OperationId } from "../../../spec/contract.ts";
import type { Caller } from "../../store/caller.ts";
import { type Change, combine, replace } from "../seams/replace.ts";
import { acceptSpellings, usualSpelling } from "../seams/requests.ts";
import { isWrite } from "../seams/responses.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** True of the callers of the organization that sends the first request. */
function firstOrganization(): (caller: Caller | undefined) => boolean {
  let first: string | undefined;
  return (caller) => {
    first ??= caller?.orgId;
    return caller?.orgId === first;
  };
}

const thoughtOf: readonly (OperationId | undefined)[] = ["listProducts", "submitFeedback"];

/** Does not count the requests to one operation, but rejects them over the limit. */
const uncounted = (exempt: OperationId): Change =>
  replace("limiter", { counts: (_caller, operation) => operation !== exempt });

/** Exempts one operation from the limit. */
const without = (exempt: OperationId): Change =>
  replace("limiter", {
    counts: (_caller, operation) => operation !== exempt,
    rejects: (_caller, operation) => operation !== exempt,
  });

export default [
  defineMutant({
    id: "limit-of-the-first",
    clause: "limit.standard",
    fault: "Only the organization that sends the first request has a limit",
    change: replace("limiter", () => {
      const isFirst = firstOrganization();
      return { rejects: (caller) => isFirst(caller) };
    }),
  }),
  defineMutant({
    id: "limit-halved-for-others",
    clause: "error.429",
    fault:
      "Half the limit is enforced, but the whole limit is reported, except for the organization that sends the first request",
    change: replace("limiter", (limiter) => {
      const isFirst = firstOrganization();
      return {
        enforcedLimit: (declared, caller) => (isFirst(caller) ? declared : Math.ceil(declared / 2)),
        headers: (hit, declared, now) =>
          limiter.headers({ ...hit, remaining: hit.remaining + declared - hit.limit }, declared, now),
      };
    }),
  }),
  defineMutant({
    id: "limit-for-all-others",
    clause: "limit.per-organization",
    fault: "All organizations share one limit, except the one that sends the first request",
    change: replace("limiter", () => {
      const isFirst = firstOrganization();
      return { bucketOf: (caller) => caller && (isFirst(caller) ? caller.orgId : "all others") };
    }),
  }),
  defineMutant({
    id: "updates-not-refused",
    clause: "limit.sessions",
    fault: "Profile updates are served over the limit",
    change: replace("limiter", { rejects: (_caller, operation) => operation !== "updateMe" }),
  }),
  ...mutantsOf("limit.per-organization", {
    "only-the-busy-refused": {
      fault: "Over the limit, only reads of the list of products and submissions are rejected",
      change: replace("limiter", { rejects: (_caller, operation) => thoughtOf.includes(operation) }),
    },
    "installations-not-counted": {
      fault: "Reads of the installation are not counted",
      change: uncounted("getInstallation"),
    },
    "members-without-a-limit": {
      fault: "Reads of the list of members are neither counted nor rejected",
      change: without("listMembers"),
    },
  }),
  ...mutantsOf("limit.exceeded", {
    "writes-unavailable-when-exceeded": {
      fault: "Over the limit, reads are answered 429, but writes 503",
      change: replace("errors", ({ status }) => ({
        status: (kind, operation) => (kind === "tooManyRequests" && isWrite(operation) ? 503 : status(kind, operation)),
      })),
    },
    "writes-forbidden-when-exceeded": {
      fault: "Over the limit, reads are answered 429, but writes 403",
      change: replace("errors", ({ status }) => ({
        status: (kind, operation) => (kind === "tooManyRequests" && isWrite(operation) ? 403 : status(kind, operation)),
      })),
    },
  }),
  defineMutant({
    id: "statuses-not-counted",
    clause: "limit.per-organization",
    fault: "Reads of the status of feedback are not counted",
    change: uncounted("getFeedbackStatus"),
  }),
  defineMutant({
    id: "updates-not-counted",
    clause: "limit.per-organization",
    fault: "Updates of the profile are not counted",
    change: uncounted("updateMe"),
  }),
  defineMutant({
    id: "invitations-not-counted",
    clause: "limit.sessions",
    fault: "Invitations are not counted",
    change: uncounted("inviteMember"),
  }),
  defineMutant({
    id: "profile-without-a-limit",
    clause: "limit.per-organization",
    fault: "Reads of the profile are neither counted nor rejected",
    change: without("getMe"),
  }),
  ...mutantsOf("limit.per-organization", {
    "limit-by-forwarded-address": {
      fault: "Each address in X-Forwarded-For has its own limit",
      change: replace("limiter", (limiter) => ({
        bucketOf: (caller, operation, request, expired) => {
          const bucket = limiter.bucketOf(caller, operation, request, expired);
          return bucket && [bucket, request.headers["x-forwarded-for"]].join(" ");
        },
      })),
    },
    "limit-by-client": {
      fault: "Each combination of User-Agent and CF-Connecting-IP has its own limit",
      change: replace("limiter", (limiter) => ({
        bucketOf: (caller, operation, request, expired) => {
          const bucket = limiter.bucketOf(caller, operation, request, expired);
          const { "cf-connecting-ip": address, "user-agent": program } = request.headers;
          return bucket && [bucket, program, address].join(" ");
        },
      })),
    },
    "other-targets-not-refused": {
      fault: "Requests with a query, or with another spelling of the path, are served but not counted",
      change: combine(
        acceptSpellings,
        replace("limiter", (limiter) => ({
          bucketOf: (caller, operation, request, expired) => {
            const { url = "" } = request;
            return url === usualSpelling(url) ? limiter.bucketOf(caller, operation, request, expired) : undefined;
          },
        })),
      ),
    },
  }),
] satisfies readonly Mutant[];
