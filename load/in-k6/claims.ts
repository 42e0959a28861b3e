/**
 * The sequence laws that each scenario claims: if one of them cannot be judged, the run is inconclusive. Used by the scripts and by
 * the launcher. Pure.
 */
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { ScenarioName } from "./plans.ts";

interface Claim {
  readonly law: string;
  /** The law is claimed only in runs that have this. */
  readonly needs?: "second-key" | "submissions" | "session";
}

const claims: Readonly<Record<ScenarioName, readonly Claim[]>> = {
  limit: [
    { law: "limit.refused-when-exceeded" },
    { law: "limit.not-early" },
    { law: "limit.answered-429" },
    { law: "limit.shared-by-keys", needs: "second-key" },
    { law: "limit.shared-by-methods", needs: "submissions" },
    { law: "limit.shared-by-sessions", needs: "session" },
  ],
  isolation: [],
  recovery: [{ law: "limit.recovers" }, { law: "limit.refused-when-exceeded" }, { law: "limit.not-early" }],
  steady: [],
  flow: [{ law: "feedback.unique-ids" }],
  spike: [],
  auth: [],
};

interface ClaimingRun {
  readonly hasSecondKey: boolean;
  readonly exchanges: readonly Exchange[];
  readonly instances: number;
}

/** The ids of the laws that a run claims. Laws with `needs` are claimed only if a single process sends all requests. */
export function claimsOf(name: ScenarioName, { hasSecondKey, exchanges, instances }: ClaimingRun): readonly string[] {
  const has = {
    "second-key": hasSecondKey,
    submissions: exchanges.some(isAcceptedSubmission),
    session: exchanges.some(isOfServedSession),
  };
  return claims[name]
    .filter(({ needs }) => needs === undefined || (instances === 1 && has[needs]))
    .map(({ law }) => law);
}

/** The document leaves open which roles may submit (§5.7), and whether a rejected submission counts against the limit. */
const isAcceptedSubmission = ({ operation, isSuccess }: Exchange) => operation === "submitFeedback" && isSuccess;

/** A session whose requests are answered otherwise may not be permitted to read (§5.8). */
const isOfServedSession = ({ kind, isSuccess, status }: Exchange) =>
  kind === "session" && (isSuccess || status === 429);
