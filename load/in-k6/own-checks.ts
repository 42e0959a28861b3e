/** What a scenario claims beyond the laws, each under what it rests on. Pure. */

interface OwnCheck {
  readonly id: string;
  /** Of the ledger; or, for what no section of the document says, the threshold of the script that decides. */
  readonly clause: string;
  /** As a sentence without a full stop. */
  readonly claim: string;
}

export const ownChecks = {
  neverRefused: {
    id: "load.never-refused",
    clause: "error.429",
    claim: "Within its limit an organization is never answered 429",
  },
  latency: {
    id: "load.latency-of-others",
    clause: "threshold fpk_latency_ratio",
    claim: "While one organization floods, the answers to another take about as long as before",
  },
  servedAgain: {
    id: "load.served-again",
    clause: "limit.per-minute",
    claim: "After each turn of the window a refused organization is served again",
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
  ownAnswer: {
    id: "load.own-answer",
    clause: "auth.scope",
    claim: "Nobody is given what another organization asked for",
  },
} as const satisfies Readonly<Record<string, OwnCheck>>;

export type { OwnCheck };
