/** How it matters by which way a comparison comes to two schemas that circular nodes lead to. */
import type { Tokens } from "../../../cli/json-pointer.ts";

interface Values {
  readonly before: unknown;
  readonly after: unknown;
}

export interface Ways {
  /** Places of the same group are compared once. */
  groupOf(start: Tokens): string;
  /** What differs means the same in groups of the same kind. `start`: the first place of the group. */
  kindOf(start: Tokens): string;
  /** What is found behind `tokens`, a place below the two values, means something else for having been found there. */
  changesMeaning(values: Values, tokens: Tokens, start: Tokens): boolean;
  /** The difference at `tokens` below the two values is described without the way to them. */
  isDescribedAlone(values: Values, tokens: Tokens): boolean;
}

export const everyWayAlone: Ways = {
  groupOf: () => "",
  kindOf: () => "",
  changesMeaning: () => true,
  isDescribedAlone: () => false,
};
