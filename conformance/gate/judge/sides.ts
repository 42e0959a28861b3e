/** The two contracts that are compared, and what differs at a place. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { valueAt } from "../document/circular.ts";
import type { Normal, NormalDocument } from "../document/normal.ts";
import type { Values } from "./rule.ts";

/** A contract in the shape in which it is compared. */
export interface Side {
  readonly normal: Normal;
  readonly aligned: NormalDocument;
}

export type Sides = Readonly<Record<"base" | "head", Side>>;

export const valuesAt = (tokens: Tokens, { base, head }: Sides): Values => ({
  before: valueAt(base.aligned, tokens),
  after: valueAt(head.aligned, tokens),
});
