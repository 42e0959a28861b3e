/** Whether a difference behind a circular node depends on the path by which the comparison reached it. */
import type { Tokens } from "../../../cli/json-pointer.ts";

interface Values {
  readonly before: unknown;
  readonly after: unknown;
}

export interface PathRules {
  /** A pair to which several places of one group lead is compared once for all of them. */
  groupOf(start: Tokens): string;
  /** Groups of the same kind give the same meaning to a difference. `start`: the first place of the group. */
  kindOf(start: Tokens): string;
  /** Whether the path `tokens`, below the two values, changes what a difference behind it means. */
  changesMeaning(values: Values, tokens: Tokens, start: Tokens): boolean;
  /** Whether the report describes the difference at `tokens`, below the two values, without the path to these values. */
  isDescribedWithoutPath(values: Values, tokens: Tokens): boolean;
}

export const everyPathSeparately: PathRules = {
  groupOf: () => "",
  kindOf: () => "",
  changesMeaning: () => true,
  isDescribedWithoutPath: () => false,
};
