/** §8: every organization, every endpoint and every method has the limit, not those alone that somebody thought of. */
import type { OperationId } from "../../../spec/contract.ts";
import type { Caller } from "../../store/caller.ts";
import { limiting, type Mutant } from "./mutant.ts";

/** True of the first organization that calls, and of its callers. */
function firstOrganization(): (caller: Caller | undefined) => boolean {
  let first: string | undefined;
  return (caller) => {
    first ??= caller?.orgId;
    return caller?.orgId === first;
  };
}

const thoughtOf: readonly (OperationId | undefined)[] = ["listProducts", "submitFeedback"];

export default [
  limiting("limit-of-the-first", "limit.standard", "Only the organization that calls first has a limit", () => {
    const isFirst = firstOrganization();
    return { rejects: (caller) => isFirst(caller) };
  }),
  limiting(
    "limit-halved-for-others",
    "error.429",
    "All organizations but the first that calls are held to half the limit, and told the whole",
    (limiter) => {
      const isFirst = firstOrganization();
      return {
        enforcedLimit: (declared, caller) => (isFirst(caller) ? declared : Math.ceil(declared / 2)),
        headers: (hit, declared, now) =>
          limiter.headers({ ...hit, remaining: hit.remaining + declared - hit.limit }, declared, now),
      };
    },
  ),
  limiting("updates-not-refused", "limit.sessions", "Profile updates are let through over the limit", () => ({
    rejects: (_caller, operation) => operation !== "updateMe",
  })),
  limiting(
    "only-the-busy-refused",
    "limit.per-organization",
    "Over the limit, only the list of products and submissions are refused",
    () => ({ rejects: (_caller, operation) => thoughtOf.includes(operation) }),
  ),
] satisfies readonly Mutant[];
