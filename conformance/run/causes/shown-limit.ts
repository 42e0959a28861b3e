/** The limit in the headers (§8) is not the declared one: one fault with many consequences, of the limit or of the header. */
import { sequenceLaws } from "../../laws/index.ts";
import { notEarly } from "../../laws/limiter/not-early.ts";
import { recovers } from "../../laws/limiter/recovers.ts";
import { limitIsDeclared, remainingInRange } from "../../laws/rate-limit-headers.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { RateLimits } from "../../model/rate-limit.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import type { Target } from "../../target-file/target.ts";
import { enforcesDeclared, otherLimits, withTiers } from "../declaration/declared-limit.ts";

export interface ShownLimit {
  /** The limits in the headers, in place of the declared ones. */
  readonly limits: readonly number[];
  /** The run saw the declared limit enforced. */
  readonly isHeaderWrong: boolean;
  /** The ids of the failed checks that hold with these limits, or with another header. */
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
  const shown = otherLimits(rateLimits, credentials, exchanges);
  if (shown.size === 0) return undefined;
  const limits = [...new Set([...shown.values()].map(({ limit }) => limit))];
  if (enforcesDeclared(rateLimits, shown, exchanges)) {
    const isNegative = exchanges.some((exchange) => (remainingOf(exchange) ?? 0) < 0);
    const explains = new Set([limitIsDeclared.id, ...(isNegative ? [] : [remainingInRange.id])]);
    return { limits, explains, isHeaderWrong: true };
  }
  const sequence = new Sequence(exchanges, withTiers(rateLimits, shown));
  // A 429 that stays after a window is wrong with any limit.
  const explained = sequenceLaws.filter(
    (law) =>
      violated.has(law.id) &&
      law.id.startsWith("limit.") &&
      law !== recovers &&
      sequence.verdictOf(law).verdict !== "fail",
  );
  // In a load run, each organization stays below the declared limit.
  const isRefusedRightly = sequence.verdictOf(notEarly).verdict !== "fail";
  const ofLoad = isRefusedRightly ? ["load.never-refused"] : [];
  const explains = new Set([limitIsDeclared.id, ...explained.map(({ id }) => id), ...ofLoad]);
  return { limits, explains, isHeaderWrong: false };
}
