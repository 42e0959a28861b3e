/**
 * The sequence laws that each scenario is about: one that nobody could judge leaves the run open. One of several k6 processes
 * sees too little to say so, so they stand here once more; a test compares them with what the scripts say.
 */
import type { Exchange } from "../../conformance/exchange.ts";
import type { ScenarioName } from "../in-k6/plans.ts";
import type { Roles } from "./roles.ts";

interface Claim {
  readonly law: string;
  /** What it takes besides what every run of the scenario has. */
  readonly takes?: "second-key" | "submissions";
}

export const claims: Readonly<Record<ScenarioName, readonly Claim[]>> = {
  limit: [
    { law: "limit.refused-when-exceeded" },
    { law: "limit.not-early" },
    { law: "limit.answered-429" },
    { law: "limit.shared-by-keys", takes: "second-key" },
    { law: "limit.shared-by-methods", takes: "submissions" },
  ],
  isolation: [],
  recovery: [{ law: "limit.recovers" }, { law: "limit.refused-when-exceeded" }, { law: "limit.not-early" }],
  steady: [],
  flow: [{ law: "feedback.unique-ids" }],
  spike: [],
};

/** What part of a limit each kind of request uses is seen where nothing else is under way: not where several processes send. */
export const oneByOne = "whether keys, methods and a session share the limit is told apart by one instance only";

/** Ids of the laws that this run claims. */
export function claimsOf(
  name: ScenarioName,
  { roles, exchanges, instances }: { roles: Roles; exchanges: readonly Exchange[]; instances: number },
): readonly string[] {
  const has = {
    "second-key": roles.KEY_A2 !== undefined,
    submissions: exchanges.some(({ operation, isSuccess }) => operation === "submitFeedback" && isSuccess),
  };
  const isClaimed = ({ takes }: Claim) => takes === undefined || (instances === 1 && has[takes]);
  return claims[name].filter(isClaimed).map(({ law }) => law);
}
