/** Guesses moves: several operations are gone, and new ones have the same paths below another first segment, as `/v2` in place of `/v1`. */
import type { JudgedChange } from "./rule.ts";

/** The changes, with one text for all operations that are gone from a first segment, and one for all that are new below another. */
export function withMoves(changes: readonly JudgedChange[]): readonly JudgedChange[] {
  const [removed, added] = ["operation.removed", "operation.added"].map((id) =>
    changes.filter(({ rule, place }) => rule === id && place.path?.startsWith("/")),
  );
  const moves = (removed ?? []).flatMap((from) => {
    const candidates = (added ?? []).filter((to) => belowFirst(to) === belowFirst(from));
    const [to] = candidates;
    return to === undefined || candidates.length > 1
      ? []
      : [{ from, to, segments: [firstOf(from), firstOf(to)] as const }];
  });
  const texts = new Map<JudgedChange, string>();
  for (const { from, to, segments } of moves) {
    const [before, after] = segments;
    if (moves.filter((other) => other.segments.join() === segments.join()).length < minMoved) continue;
    const guess = `moved? ${before} → ${after}`;
    texts.set(from, `the operations below ${before} are gone; ${guess}`);
    texts.set(to, `new operations below ${after}; ${guess}`);
  }
  return changes.map((change) => ({ ...change, text: texts.get(change) ?? change.text }));
}

const minMoved = 2;

const firstOf = ({ place: { path = "" } }: JudgedChange) => `/${path.split("/")[1]}`;

/** `get products/{}` for GET /v1/products/{productId}. */
const belowFirst = ({ place: { path = "", method } }: JudgedChange) =>
  `${method} ${path.split("/").slice(2).join("/")}`;
