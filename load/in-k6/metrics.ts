/** The scripts' own metrics. Thresholds on them decide the exit code; the dashboard draws them. */
import { Counter, Trend } from "k6/metrics";
import type { Environment } from "./environment.ts";

/** Answers that are 429. A sample for each other answer would cost a script a tenth of its requests. */
export const limited = new Counter("fpk_limited");
/** By how many requests `X-RateLimit-Remaining` fell too far, for each two answers in a row. */
export const remainingError = new Trend("fpk_remaining_error");
/** From an acceptance to the first status that is not `queued`, in milliseconds. */
export const queueTime = new Trend("fpk_queue_time", true);
/** How the neighbour's time beside a flood compares with its time before: less the stated floor, as a multiple. */
export const latencyRatio = new Trend("fpk_latency_ratio");
/** What did not hold, by check; of what the document only implies: warnings. */
export const findings = new Counter("fpk_findings");
export const warnings = new Counter("fpk_warnings");
/** How often each check was judged; and those that the scenario claims, and could not judge. */
export const judged = new Counter("fpk_judged");
export const unjudged = new Counter("fpk_unjudged");

/**
 * Nothing found, and something judged: a threshold on a metric without samples passes, and so would a run whose virtual user
 * was cut off. `told`: ids of checks that are judged at its end. One of several instances sees only its part, and leaves to the
 * launcher what needs all.
 */
export function thresholdsOf(
  { instances }: Environment,
  told: readonly string[],
): Readonly<Record<string, readonly string[]>> {
  return {
    fpk_findings: ["count==0"],
    fpk_judged: ["count>0"],
    ...Object.fromEntries(told.map((id) => [`fpk_judged{check:${id}}`, ["count>0"]])),
    ...(instances > 1 ? {} : { fpk_unjudged: ["count==0"] }),
  };
}
