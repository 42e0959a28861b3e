/** The scripts' k6 metrics. Thresholds on them decide k6's exit code; the dashboard draws them. */
import { Counter, Trend } from "k6/metrics";
import type { Environment } from "./environment.ts";

/** Responses that are 429. To count all the others as well would cost a script a tenth of its requests. */
export const limited = new Counter("fpk_limited");
/** By how many requests `X-RateLimit-Remaining` fell too far, for each two consecutive responses. */
export const remainingError = new Trend("fpk_remaining_error");
/** From an acceptance to the first status that is not `queued`, in milliseconds. */
export const queueTime = new Trend("fpk_queue_time", true);
/** The neighbour's latency during a flood, less the allowed milliseconds, as a multiple of its latency before. */
export const latencyRatio = new Trend("fpk_latency_ratio");
/** Failures by check; those of what the document only implies are warnings. */
export const findings = new Counter("fpk_findings");
export const warnings = new Counter("fpk_warnings");
/** How often each check was judged; and the checks that the scenario claims and could not judge. */
export const judged = new Counter("fpk_judged");
export const unjudged = new Counter("fpk_unjudged");

/**
 * A threshold on a metric without samples passes, and so would a run whose virtual user was cut off: so what is judged at the
 * end of a run is counted, by the ids of `checks` (the scenario's) and `laws`. A script that only records judges no law, and
 * of several instances each sees only its part: those leave the laws over sequences to the launcher.
 */
export function thresholdsOf(
  { instances, isRecording }: Environment,
  { checks = [], laws = [] }: { readonly checks?: readonly string[]; readonly laws?: readonly string[] },
): Readonly<Record<string, readonly string[]>> {
  const counted = [...checks, ...(isRecording || instances > 1 ? [] : laws)];
  return {
    fpk_findings: ["count==0"],
    ...(isRecording ? {} : { fpk_judged: ["count>0"] }),
    ...Object.fromEntries(counted.map((id) => [`fpk_judged{check:${id}}`, ["count>0"]])),
    ...(instances > 1 ? {} : { fpk_unjudged: ["count==0"] }),
  };
}
