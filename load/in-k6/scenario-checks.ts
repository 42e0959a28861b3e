/** What the scenarios check beyond the suite's laws. Pure. */

/** One of these checks; a law has the same fields. */
export interface ScenarioCheck {
  readonly id: string;
  /** Of the ledger; or, where the document says nothing, the script's threshold that decides. */
  readonly clause: string;
  /** As a sentence without a full stop. */
  readonly claim: string;
}

export const scenarioChecks = {
  neverRefused: {
    id: "load.never-refused",
    clause: "error.429",
    claim: "Within its limit an organization is never answered 429",
  },
  latency: {
    id: "load.latency-of-others",
    clause: "threshold fpk_latency_ratio",
    claim: "While one organization floods, responses to another take about as long as before",
  },
  servedAgain: {
    id: "load.served-again",
    clause: "limit.per-minute",
    claim: "After each reset of the window a refused organization is served again",
  },
  noneLost: {
    id: "load.none-lost",
    clause: "feedback.identifier",
    claim: "Every accepted submission has a status, under its own feedbackId",
  },
  answered: {
    id: "load.answered",
    clause: "endpoint.listProducts",
    claim: "Every valid request is answered, and not with a 5xx",
  },
  tenantData: {
    id: "load.own-answer",
    clause: "auth.scope",
    claim: "No organization is given another organization's products",
  },
} as const satisfies Readonly<Record<string, ScenarioCheck>>;
