/** §8: every organization, every endpoint and every method has the limit, not those alone that somebody thought of. */

import type { OperationId } from "../../../spec/contract.ts";
import type { Caller } from "../../store/caller.ts";
import { acceptSpellings, type Change, combine, replace, usualSpelling } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** True of the first organization that calls, and of its callers. */
function firstOrganization(): (caller: Caller | undefined) => boolean {
  let first: string | undefined;
  return (caller) => {
    first ??= caller?.orgId;
    return caller?.orgId === first;
  };
}

const thoughtOf: readonly (OperationId | undefined)[] = ["listProducts", "submitFeedback"];

/** One operation has no limit. */
const without = (exempt: OperationId): Change =>
  replace("limiter", () => ({
    counts: (_caller, operation) => operation !== exempt,
    rejects: (_caller, operation) => operation !== exempt,
  }));

export default [
  defineMutant({
    id: "limit-of-the-first",
    clause: "limit.standard",
    fault: "Only the organization that calls first has a limit",
    change: replace("limiter", () => {
      const isFirst = firstOrganization();
      return { rejects: (caller) => isFirst(caller) };
    }),
  }),
  defineMutant({
    id: "limit-halved-for-others",
    clause: "error.429",
    fault: "For all organizations but the first that calls half the limit is enforced, and all of it reported",
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
    fault: "All organizations but the first that calls share one limit",
    change: replace("limiter", () => {
      const isFirst = firstOrganization();
      return { bucketOf: (caller) => caller && (isFirst(caller) ? caller.orgId : "all others") };
    }),
  }),
  defineMutant({
    id: "updates-not-refused",
    clause: "limit.sessions",
    fault: "Profile updates are served over the limit",
    change: replace("limiter", () => ({
      rejects: (_caller, operation) => operation !== "updateMe",
    })),
  }),
  defineMutant({
    id: "only-the-busy-refused",
    clause: "limit.per-organization",
    fault: "Over the limit, only the list of products and submissions are rejected",
    change: replace("limiter", () => ({ rejects: (_caller, operation) => thoughtOf.includes(operation) })),
  }),
  defineMutant({
    id: "members-without-a-limit",
    clause: "limit.per-organization",
    fault: "The list of members neither counts nor is rejected",
    change: without("listMembers"),
  }),
  defineMutant({
    id: "profile-without-a-limit",
    clause: "limit.sessions",
    fault: "The profile, which the user interface reads, neither counts nor is rejected",
    change: without("getMe"),
  }),
  defineMutant({
    id: "limit-by-forwarded-address",
    clause: "limit.per-organization",
    fault: "Each address that X-Forwarded-For names has a limit of its own",
    change: replace("limiter", (limiter) => ({
      bucketOf: (caller, operation, request, expired) => {
        const bucket = limiter.bucketOf(caller, operation, request, expired);
        return bucket && [bucket, request.headers["x-forwarded-for"]].join(" ");
      },
    })),
  }),
  defineMutant({
    id: "limit-by-client",
    clause: "limit.per-organization",
    fault: "Each client has a limit of its own: each program and address that CF-Connecting-IP names",
    change: replace("limiter", (limiter) => ({
      bucketOf: (caller, operation, request, expired) => {
        const bucket = limiter.bucketOf(caller, operation, request, expired);
        const { "cf-connecting-ip": address, "user-agent": program } = request.headers;
        return bucket && [bucket, program, address].join(" ");
      },
    })),
  }),
  defineMutant({
    id: "other-targets-not-refused",
    clause: "limit.per-organization",
    fault:
      "The router takes queries and other spellings of a path, and the limiter looks paths up as the document writes them",
    change: combine(
      acceptSpellings,
      replace("limiter", (limiter) => ({
        bucketOf: (caller, operation, request, expired) => {
          const { url = "" } = request;
          return url === usualSpelling(url) ? limiter.bucketOf(caller, operation, request, expired) : undefined;
        },
      })),
    ),
  }),
] satisfies readonly Mutant[];
