import type { Caller } from "../../client/caller.ts";

/**
 * The organization of `key` for the limiter's laws. If the target does not report it and `key` is the run's only key,
 * the key stands for its organization: no other key of the run can have used its limit.
 */
export function organizationForLimiter(callers: readonly Caller[], key: Caller | undefined): string | undefined {
  if (key?.organization !== undefined) return key.organization;
  const mayShare = ({ kind, organization }: Caller) =>
    kind === "api-key" || (kind === "expired" && organization !== undefined);
  const isOnlyKey = key?.kind === "api-key" && !callers.some((caller) => caller !== key && mayShare(caller));
  return isOnlyKey ? `the organization of ${key.label}` : undefined;
}
