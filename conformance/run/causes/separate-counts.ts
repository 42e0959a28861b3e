/**
 * Instances of a server that count the limit separately (§8) are one fault with many consequences: one instance answers
 * 429 while another reports remaining requests, so a 429 seems to come too early, and one organization's use seems to
 * be taken from another.
 */
import { sequenceLaws } from "../../laws/index.ts";
import { areCountedTwice } from "../../laws/limiter/endpoints-counted-twice.ts";
import { failForInterleavedCounts, separateCountsSentence } from "../../laws/limiter/interleaved-counts.ts";
import type { Sequence } from "../../laws/sequence-law.ts";

/** The failed checks that separate counts explain; none if `X-RateLimit-Remaining` does not show these. `violated`: the ids of all failed checks. */
export function explainedBySeparateCounts(violated: ReadonlySet<string>, sequence: Sequence): ReadonlySet<string> {
  if (!failForInterleavedCounts.some((id) => violated.has(id)) || areCountedTwice(sequence.histories)) return new Set();
  if (!sequence.histories.some((history) => separateCountsSentence(history, violated) !== undefined)) return new Set();
  return new Set(sequenceLaws.map(({ id }) => id).filter((id) => id.startsWith("limit.") && violated.has(id)));
}
