/** The target enforces the limit in its headers (§8) and not the declared one, which has many consequences; or only the header is wrong. */
import { sequenceLaws } from "../../laws/index.ts";
import { limitIsDeclared, remainingInRange } from "../../laws/rate-limit-headers.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type RateLimits, rateLimitOf } from "../../model/rate-limit.ts";
import type { Target } from "../../target-file/target.ts";
import { isOnlyHeader, limitShownTo } from "../declaration/declared-limit.ts";

export interface ShownLimit {
  /** The limits in the headers, in place of the declared ones. */
  readonly limits: readonly number[];
  /** The declared limit, if `X-RateLimit-Remaining` counts down from it: then only the header is wrong. */
  readonly counted?: number;
  /** The ids of the failed checks that hold with these limits. */
  readonly explains: ReadonlySet<string>;
}

/** `violated`: the ids of the failed checks. Undefined if the headers show the declared limit, or different limits. */
export function shownLimitOf(
  violated: ReadonlySet<string>,
  rateLimits: RateLimits | null,
  credentials: Target["credentials"],
  exchanges: readonly Exchange[],
): ShownLimit | undefined {
  if (rateLimits === null || !violated.has(limitIsDeclared.id)) return undefined;
  const shown = credentials.flatMap(({ label }) => {
    const declared = rateLimitOf(rateLimits, label);
    const limit = limitShownTo(label, exchanges);
    const isOther = declared !== undefined && limit !== undefined && limit !== declared.limit;
    return isOther ? [[label, { ...declared, limit }] as const] : [];
  });
  const [[label, { limit }] = ["", { limit: 0 }]] = shown;
  if (shown.length === 0) return undefined;
  const counted = rateLimitOf(rateLimits, label)?.limit;
  if (counted !== undefined && isOnlyHeader(label, { shown: limit, declared: counted }, exchanges))
    return { limits: [limit], counted, explains: new Set([limitIsDeclared.id, remainingInRange.id]) };
  const tiers = new Map([...(rateLimits.tiers ?? []), ...shown]);
  const sequence = new Sequence(exchanges, { ...rateLimits, tiers });
  const explained = sequenceLaws.filter(
    (law) => violated.has(law.id) && law.id.startsWith("limit.") && sequence.verdictOf(law).verdict !== "fail",
  );
  return {
    limits: [...new Set(shown.map(([, { limit }]) => limit))],
    explains: new Set([limitIsDeclared.id, ...explained.map(({ id }) => id)]),
  };
}
