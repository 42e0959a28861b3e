/** What the gate reports about a single change of a contract. */
import type { Clause } from "../../../spec/ledger.ts";
import type { Place } from "../document/place.ts";
import type { Allowance } from "../policy/policy.ts";
import type { Effects, Kind } from "./effects.ts";

/** A clause of the ledger that a change affects. */
export interface AffectedClause extends Pick<Clause, "id" | "section" | "level"> {
  readonly checks: readonly string[];
}

export interface ContractChange extends Effects {
  /** The rule that judged it, such as `schema.type`. */
  readonly rule: string;
  /** The kind that counts: the worse of the two, that of the party that `--for` names, or what the policy says of the rule. */
  readonly kind: Kind;
  readonly isByPolicy: boolean;
  /** The policy's entry that lets it pass. */
  readonly allowance: Allowance | undefined;
  /** A sentence without a full stop. */
  readonly text: string;
  /** `operationId`s, or `GET /v1/products` if there is none; empty for what concerns the whole document. */
  readonly operations: readonly string[];
  /** The place in each contract; what was added has no place in BASE. */
  readonly base: Place | undefined;
  readonly head: Place;
  /** The most exact pointer, with its file if that is not the main one, by which an entry of the policy allows it. A list, because the JSON report has one. */
  readonly pointers: readonly string[];
  /** The number of requests and responses in which it changes something, because what was changed is used there. */
  readonly places: number;
  readonly clauses: readonly AffectedClause[];
  /** What it affects that has no clause in the ledger, such as an additional operation. */
  readonly notInLedger: readonly string[];
}
