/** What the gate says of one change of a contract. */
import type { Level } from "../../model/check.ts";

/**
 * `breaking`: who kept to BASE may fail under HEAD · `additive`: something new that nobody who kept to BASE fails by ·
 * `editorial`: says nothing new of what is sent and answered.
 */
export type Kind = "breaking" | "additive" | "editorial";

export type Party = "clients" | "implementers";

/** The change as those see it who call the API, and those who serve it. */
export interface Effects {
  readonly clients: Kind;
  readonly implementers: Kind;
}

/** Where something stands in a contract's file. */
export interface Place {
  readonly file: string;
  /** JSON pointer into the file as it is written; empty for the whole. */
  readonly pointer: string;
  /** From 1. */
  readonly line: number;
}

/** A clause of the ledger that a change touches. */
export interface TouchedClause {
  readonly id: string;
  readonly section: string;
  readonly level: Level | "open";
  readonly checks: readonly string[];
}

export interface Change extends Effects {
  /** The rule that judged it, such as `schema.type`. */
  readonly rule: string;
  /** What counts: the worse of the two, or that of the clients under `--for clients`. */
  readonly kind: Kind;
  /** One sentence without a full stop. */
  readonly text: string;
  /** `operationId`s, or `GET /v1/products` where there is none; empty for what concerns the whole document. */
  readonly operations: readonly string[];
  /** Where it stood and where it stands; what was added has no place in BASE. */
  readonly base?: Place;
  readonly head?: Place;
  /** How many places say the same. */
  readonly places: number;
  readonly clauses: readonly TouchedClause[];
  /** What it touches that the ledger does not know, such as an operation of the user's own. */
  readonly notInLedger: readonly string[];
}

const order: readonly Kind[] = ["editorial", "additive", "breaking"];

export const worse = (one: Kind, other: Kind): Kind => (order.indexOf(one) >= order.indexOf(other) ? one : other);

export const byKind = (one: Kind, other: Kind): number => order.indexOf(other) - order.indexOf(one);

export const editorial: Effects = { clients: "editorial", implementers: "editorial" };
export const additive: Effects = { clients: "additive", implementers: "additive" };
export const breaksBoth: Effects = { clients: "breaking", implementers: "breaking" };
export const breaksClients: Effects = { clients: "breaking", implementers: "additive" };
export const breaksImplementers: Effects = { clients: "additive", implementers: "breaking" };
