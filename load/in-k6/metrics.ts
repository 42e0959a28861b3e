/** The scripts' k6 metrics. Thresholds on them decide k6's exit code; the dashboard draws them. */
import { Counter, Trend } from "k6/metrics";

/** Responses that are 429. To count all the others as well would cost a script a tenth of its requests. */
export const limited = new Counter("fpk_limited");
/** By how many requests `X-RateLimit-Remaining` fell too far, for each two consecutive responses. */
export const remainingError = new Trend("fpk_remaining_error");
/** From an acceptance to the first status that is not `queued`, in milliseconds. */
export const queueTime = new Trend("fpk_queue_time", true);
/** A caller's latency during a flood, less the allowed milliseconds, as a multiple of its latency before. */
export const latencyRatio = new Trend("fpk_latency_ratio");
/** Failures by check; those of what the document only implies are warnings. */
export const findings = new Counter("fpk_findings");
export const warnings = new Counter("fpk_warnings");
/** Internal, for thresholds and not for dashboards: how often each check was judged; and the checks that the scenario claims and could not judge. */
export const judged = new Counter("fpk_judged");
export const unjudged = new Counter("fpk_unjudged");
