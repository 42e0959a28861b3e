/** The scripts' k6 metrics. Thresholds on them decide k6's exit code; the dashboard draws them. */
import { Counter, Rate, Trend } from "k6/metrics";

/** Responses with 429. Counting the others, too, would take a script a tenth of its throughput. */
export const limited = new Counter("fpk_limited");
/** By how much `X-RateLimit-Remaining` fell too far, for each two consecutive responses. */
export const remainingError = new Trend("fpk_remaining_error");
/** Milliseconds from the acceptance of a submission to the first status that is not `queued`. */
export const queueTime = new Trend("fpk_queue_time", true);
/** The ratio of a caller's latency during a flood, less the allowed milliseconds, to its latency before. */
export const latencyRatio = new Trend("fpk_latency_ratio");
/** Failures by check; failures of implied clauses are warnings. */
export const findings = new Counter("fpk_findings");
export const warnings = new Counter("fpk_warnings");
/** Internal, for thresholds and not for dashboards: the share of failed requests, if a threshold is on it; how often each check was judged, and which claimed checks could not be judged. */
export const failedRequests = new Rate("fpk_failed");
export const judged = new Counter("fpk_judged");
export const unjudged = new Counter("fpk_unjudged");
