/**
 * A gateway may lock out an address that sends many requests with rejected credentials. The document does not forbid that: its limits are
 * those of organizations (§8).
 */
import { type Exchange, isAuthenticated } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import { type Judged, unjudged } from "../../conformance/model/verdict.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";

/** After fewer rejected requests a 429 is not taken for a lock. */
const minRejected = 10;

/**
 * Makes the failure of a limiter's law, or of `load.never-refused`, inconclusive if its last exchange is a 429 that came after many rejected requests and does not report
 * `X-RateLimit-Remaining: 0`. A 429 with 0 stays a failure: it says that the organization's limit is exceeded (§8).
 */
export function unlessLocked(judged: Judged, exchanges: readonly Exchange[]): Judged {
  const { check, verdict } = judged;
  const isAbout429s = check.id.startsWith("limit.") || check.id === scenarioChecks.neverRejected.id;
  if (verdict.verdict !== "fail" || !isAbout429s) return judged;
  const last = exchanges.find(({ index }) => index === verdict.exchanges.at(-1));
  if (last?.status !== 429 || (remainingOf(last) ?? 1) <= 0) return judged;
  const rejected = exchanges.filter(
    (exchange) => !isAuthenticated(exchange) && exchange.status === 401 && exchange.receivedAt <= last.receivedAt,
  );
  if (rejected.length < minRejected) return judged;
  const reason = `429 without X-RateLimit-Remaining: 0, after ${rejected.length} requests with rejected credentials: a gateway may have locked this address because of them, which is legal`;
  return { ...judged, verdict: unjudged("inconclusive", reason, verdict.exchanges) };
}
