/**
 * Instances of a server that count the limit separately (§8) have one fault, whatever follows from it: one is at its
 * limit while another reports requests left, so 429 seems early, and one organization's use seems another's.
 */

import { sequenceLaws } from "../../laws/index.ts";
import { remainingFalls } from "../../laws/limiter/remaining-falls.ts";
import { separateCounts } from "../../laws/limiter/separate-counts.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Result } from "../../model/report.ts";
import { isViolated } from "../../model/verdict.ts";
import { rateLimitsOf } from "../../target-file/rate-limits.ts";
import type { Target } from "../../target-file/target.ts";

/** The ids of the failed checks that it explains; none where `X-RateLimit-Remaining` shows no two counts. */
export function explainedBySeparateCounts(
  results: readonly Result[],
  target: Pick<Target, "credentials" | "rateLimit">,
  exchanges: readonly Exchange[],
): ReadonlySet<string> {
  const violated = new Set(results.filter(isViolated).map(({ id }) => id));
  if (!violated.has(remainingFalls.id)) return new Set();
  const { histories } = new Sequence(exchanges, rateLimitsOf(target, exchanges));
  if (!histories.some((history) => separateCounts(history) !== undefined)) return new Set();
  return new Set(sequenceLaws.map(({ id }) => id).filter((id) => id.startsWith("limit.") && violated.has(id)));
}
