/** Whose limit a key uses, where the target does not report its organization (§8). */
import type { Caller } from "../../client/caller.ts";

/**
 * The organization that the limiter's laws take `key` to belong to. Where the target does not report it, a key that is the
 * only one stands for its organization: then no other key of the run can have used its limit.
 */
export function organizationForLimiter(callers: readonly Caller[], key: Caller | undefined): string | undefined {
  if (key?.organization !== undefined) return key.organization;
  const mayShare = ({ kind, organization }: Caller) =>
    kind === "api-key" || (kind === "expired" && organization !== undefined);
  const isOnlyKey = key?.kind === "api-key" && !callers.some((caller) => caller !== key && mayShare(caller));
  return isOnlyKey ? `the organization of ${key.label}` : undefined;
}
