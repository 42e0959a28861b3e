/** The checks of the scenarios besides the suite's laws. Pure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Fail } from "../../conformance/model/verdict.ts";

/** A law has the same fields. */
export interface ScenarioCheck {
  readonly id: string;
  /** A clause of the ledger; or, if the document has none, the script's threshold that decides. */
  readonly clause: string;
  /** As a sentence without a full stop. */
  readonly claim: string;
}

/** What a failure of a check shows. */
export interface Difference extends Pick<Fail, "expected" | "actual"> {
  /** The exchanges that prove it, the one to show last. */
  readonly proof?: readonly Exchange[];
  /** How many there are of what this virtual user saw: `2 of 30 submissions of KEY_A`. */
  readonly share?: string;
}

export const scenarioChecks = {
  neverRejected: {
    id: "load.never-refused",
    clause: "error.429",
    claim: "Within its limit an organization is never answered 429",
  },
  latency: {
    id: "load.latency-of-others",
    clause: "threshold fpk_latency_ratio",
    claim: "While others flood, responses to a caller within its limit take about as long as before",
  },
  servedAgain: {
    id: "load.served-again",
    clause: "limit.per-minute",
    claim: "After each reset of the window a rejected organization is served again",
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
  served: {
    id: "load.served",
    clause: "endpoint.steady-answers",
    claim: "A read that is served at first is served as the load rises, too",
  },
  tenantData: {
    id: "load.own-answer",
    clause: "auth.scope",
    claim: "No organization is shown another organization's products, feedback, or the other organization itself",
  },
  unknownRejected: {
    id: "load.unknown-rejected",
    clause: "auth.unauthorized",
    claim: "A token that was never issued is answered 401, however many come",
  },
  expiredRejected: {
    id: "load.expired-rejected",
    clause: "auth.key-expiry",
    claim: "An expired key is answered 401, however often it comes",
  },
  deniedRejected: {
    id: "load.denied-rejected",
    clause: "auth.forbidden",
    claim: "A key that may not list features is answered 403, however often it comes",
  },
  keyServed: {
    id: "load.key-served",
    clause: "auth.bearer",
    claim: "A valid key is served while other credentials are rejected",
  },
  ownRequestsOnly: {
    id: "load.own-requests-only",
    clause: "limit.per-organization",
    claim: "Rejected requests of others do not count against the limit of a valid key's organization",
  },
} as const satisfies Readonly<Record<string, ScenarioCheck>>;

/** The check `answered`, under the clause that declares the operation of the exchange that fails. */
export const answeredBy = (failed: { readonly operation?: string | undefined } | undefined): ScenarioCheck =>
  failed?.operation === undefined
    ? scenarioChecks.answered
    : { ...scenarioChecks.answered, clause: `endpoint.${failed.operation}` };
