/** Chooses the credential that the cases use, and the one that crosses the limit. */
import { type Caller, isDenied, isUnrestrictedKey } from "../../client/caller.ts";
import { listItems } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type RateLimits, rateLimitOf } from "../../model/rate-limit.ts";
import type { Rejected } from "./rejected-credentials.ts";
import type { Cast } from "./roles.ts";

/** The target's credentials, by their roles in the run. */
export interface Callers {
  readonly cast: Cast;
  /** The caller that crosses the limit: of the organization with the most credentials, if its limit is known. */
  readonly limitCaller: Caller | undefined;
  /** Credentials that are declared as valid and were answered 401. They have no role. */
  readonly rejected: readonly Rejected[];
  /** `null`: rate limiting is switched off. */
  readonly rateLimits: RateLimits | null;
}

/** The first read of the list of products with a credential of an organization. */
export interface FirstRead {
  readonly caller: Caller;
  readonly exchange: Exchange;
}

export function assignRoles(
  all: readonly Caller[],
  reads: readonly FirstRead[],
  rejected: readonly Rejected[],
  rateLimits: RateLimits | null,
): Callers {
  const served = all.filter((caller) => !isRejected(caller, rejected));
  // If no credential is served, a 401 to an expired key proves nothing.
  const isAnybodyServed = rejected.length === 0 || served.some(({ kind }) => kind !== "expired");
  const callers = isAnybodyServed ? served : [];
  const servedReads = reads.filter(({ caller }) => !isRejected(caller, rejected));
  return {
    cast: {
      callers,
      primaryKey: preferredCaller(callers, servedReads, { products: 4, secondKey: 2 }),
      rejected: rejected.map(({ caller }) => caller),
    },
    limitCaller: preferredCaller(
      callers,
      servedReads.filter(({ caller }) => rateLimits === null || rateLimitOf(rateLimits, caller.label) !== undefined),
      { products: 2, secondKey: 4 },
    ),
    rejected,
    rateLimits,
  };
}

export const isRejected = (caller: Caller, rejected: readonly Rejected[]) =>
  rejected.some((rejection) => rejection.caller === caller);

/** The caller with the highest score that has read the list of products. A 429 counts as if products were listed. */
function preferredCaller(
  callers: readonly Caller[],
  reads: readonly FirstRead[],
  weights: { readonly products: number; readonly secondKey: number },
): Caller | undefined {
  const scored = reads.map(({ caller, exchange }) => {
    const colleagues = callers.filter(
      ({ organization }) => organization !== undefined && organization === caller.organization,
    );
    const keys = colleagues.filter(isUnrestrictedKey);
    const score =
      (listItems(exchange).length > 0 || exchange.status === 429 ? weights.products : 0) +
      (keys.length > 1 ? weights.secondKey : 0) +
      (colleagues.some(({ kind }) => kind === "session") ? 1 : 0) +
      (isDenied(caller) ? 0 : 0.5);
    return { caller, score };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.caller;
}
