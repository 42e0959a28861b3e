/** Two values that are compared with each other, and what differs in them. */
import type { Tokens } from "../../../cli/json-pointer.ts";

/** The values in BASE and in HEAD, undefined if there is none, and their place. */
export interface Difference {
  readonly tokens: Tokens;
  readonly before: unknown;
  readonly after: unknown;
  /** The starts of the other groups that have the same difference with the same meaning. */
  readonly alsoFrom?: readonly Tokens[];
}

/** Values to which circular nodes lead. */
export interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  /** Computed when it is first needed. */
  inside?: PairDifferences;
}

/** The differences inside a pair, and the pairs to which its circular nodes lead. Places are relative to the pair. */
export interface PairDifferences {
  readonly differences: Difference[];
  readonly links: CircularLink[];
}

/** The place of a circular node, and the pair to which it leads. */
export interface CircularLink {
  readonly tokens: Tokens;
  readonly pair: Pair;
}
