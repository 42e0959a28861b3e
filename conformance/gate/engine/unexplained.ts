/** Differences that the engine did not report. There are none as long as it looks at everything. */
import { isRecord } from "../../../spec/contract.ts";
import { pointerOf, type Tokens, valueAt } from "../document/pointer.ts";
import type { Difference } from "./difference.ts";

/** Where two documents differ and no difference stands at, above or below the place. */
export function unexplained(base: unknown, head: unknown, known: readonly Difference[]): readonly Difference[] {
  const told = new Set(known.flatMap(placesOf).map(pointerOf));
  const above = new Set([...told].flatMap((pointer) => prefixes(pointer)));
  const found: Difference[] = [];
  compare(base, head, []);
  return found;

  function compare(one: unknown, other: unknown, tokens: Tokens): void {
    if (told.has(pointerOf(tokens)) || JSON.stringify(one) === JSON.stringify(other)) return;
    if (isRecord(one) && isRecord(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        compare(one[key], other[key], [...tokens, key]);
      return;
    }
    // The items of a list are matched by what they are, not by where they stand.
    if (above.has(pointerOf(tokens))) return;
    found.push(asDifference(tokens, one, other));
  }

  function asDifference(tokens: Tokens, before: unknown, after: unknown): Difference {
    const property = tokens.at(-1);
    return {
      kind: "modified",
      tokens: tokens.slice(0, -1),
      impact: "patch",
      ...(property === undefined ? {} : { property }),
      ...(valueAt(base, tokens) === undefined ? {} : { base: { tokens, value: before } }),
      ...(valueAt(head, tokens) === undefined ? {} : { head: { tokens, value: after } }),
    };
  }
}

function placesOf({ tokens, property }: Difference): readonly Tokens[] {
  return [property === undefined ? tokens : [...tokens, property]];
}

function prefixes(pointer: string): readonly string[] {
  const parts = pointer.split("/");
  return parts.map((_, at) => parts.slice(0, at).join("/"));
}
