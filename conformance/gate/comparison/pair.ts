/** Two values that are compared with each other, and what differs in them. */
import type { Tokens } from "../../../cli/json-pointer.ts";

/** The values in BASE and in HEAD, undefined if there is none, and their place. */
export interface Difference {
  readonly tokens: Tokens;
  readonly before: unknown;
  readonly after: unknown;
  /** Where else a group begins that has the same difference, in a message in which it means the same. */
  readonly alsoFrom?: readonly Tokens[];
}

/** Values to which circular nodes lead. */
export interface Pair {
  readonly before: unknown;
  readonly after: unknown;
  /** Found when it is needed. */
  inside?: Inside;
}

/** What differs inside a pair, and the pairs that circular nodes in it lead to; places are below the pair's. */
export interface Inside {
  readonly differences: Difference[];
  readonly further: Further[];
}

export interface Further {
  readonly tokens: Tokens;
  readonly pair: Pair;
}
