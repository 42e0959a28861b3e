/** What the gate reports about a single change of a contract. */
import type { Clause } from "../../../spec/ledger.ts";
import type { Place } from "../document/place.ts";

/**
 * `breaking`: whoever keeps to BASE may fail under HEAD · `additive`: something new that breaks nobody who keeps to BASE ·
 * `editorial`: changes nothing about requests and responses.
 */
export type Kind = "breaking" | "additive" | "editorial";

export type Party = "clients" | "implementers";

/** What the change means for those who call the API, and for those who implement it. */
export interface Effects {
  readonly clients: Kind;
  readonly implementers: Kind;
}

/** A clause of the ledger that a change affects. */
export interface AffectedClause extends Pick<Clause, "id" | "section" | "level"> {
  readonly checks: readonly string[];
}

export interface Change extends Effects {
  /** The rule that judged it, such as `schema.type`. */
  readonly rule: string;
  /** The kind that counts: the worse of the two, or that of the party that `--for` names. */
  readonly kind: Kind;
  /** A sentence without a full stop. */
  readonly text: string;
  /** `operationId`s, or `GET /v1/products` where there is none; empty for what concerns the whole document. */
  readonly operations: readonly string[];
  /** Where it is written in each contract; what was added has no place in BASE. */
  readonly base: Place | undefined;
  readonly head: Place;
  /** The number of places with the same change. */
  readonly places: number;
  readonly clauses: readonly AffectedClause[];
  /** What it affects that has no clause in the ledger, such as an additional operation. */
  readonly notInLedger: readonly string[];
}

const order: readonly Kind[] = ["editorial", "additive", "breaking"];

export const worse = (a: Kind, b: Kind): Kind => (order.indexOf(a) >= order.indexOf(b) ? a : b);

export const byKind = (a: Kind, b: Kind): number => order.indexOf(b) - order.indexOf(a);

export const editorial: Effects = { clients: "editorial", implementers: "editorial" };
export const additive: Effects = { clients: "additive", implementers: "additive" };
export const breaksBoth: Effects = { clients: "breaking", implementers: "breaking" };
export const breaksClients: Effects = { clients: "breaking", implementers: "additive" };
export const breaksImplementers: Effects = { clients: "additive", implementers: "breaking" };
