/** Guesses moves: several operations are gone, and new ones have the same paths below another first segment, as `/v2` in place of `/v1`. */
import { getOrMake } from "../document/get-or-make.ts";
import type { JudgedChange } from "./rule.ts";

/** The changes, with one text for all operations that are gone from a first segment, and one for all that are new below another. */
export function withMoves(changes: readonly JudgedChange[]): readonly JudgedChange[] {
  const ofRule = (id: string) => changes.filter(({ rule, place }) => rule === id && place.path?.startsWith("/"));
  const added = new Map<string, JudgedChange[]>();
  for (const change of ofRule("operation.added")) getOrMake(added, belowFirst(change), () => []).push(change);
  const moves = new Map<string, Move[]>();
  for (const from of ofRule("operation.removed")) {
    const [to, ...others] = added.get(belowFirst(from)) ?? [];
    if (to === undefined || others.length > 0) continue;
    getOrMake(moves, `moved? ${firstOf(from)} → ${firstOf(to)}`, () => []).push({ from, to });
  }
  const texts = new Map<JudgedChange, string>();
  for (const [guess, alike] of moves) {
    if (alike.length < minMoved) continue;
    for (const { from, to } of alike) {
      texts.set(from, `the operations below ${firstOf(from)} are gone; ${guess}`);
      texts.set(to, `new operations below ${firstOf(to)}; ${guess}`);
    }
  }
  return changes.map((change) => ({ ...change, text: texts.get(change) ?? change.text }));
}

interface Move {
  readonly from: JudgedChange;
  readonly to: JudgedChange;
}

const minMoved = 2;

const firstOf = ({ place: { path = "" } }: JudgedChange) => `/${path.split("/")[1]}`;

/** `get products/{}` for GET /v1/products/{productId}. */
const belowFirst = ({ place: { path = "", method } }: JudgedChange) =>
  `${method} ${path.split("/").slice(2).join("/")}`;
