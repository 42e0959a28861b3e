/** Guesses renames: a property or a parameter is gone, and another one is new beside it. */
import { formatPointer, type Tokens } from "../../../cli/json-pointer.ts";
import { nearest } from "../../../cli/nearest-name.ts";
import { valueAt } from "../document/circular.ts";
import { isEqual } from "../document/equality.ts";
import { record } from "../document/json.ts";
import { contractPlace } from "./contract-place.ts";
import type { JudgedChange } from "./rule.ts";
import type { Sides } from "./sides.ts";
import { writtenName } from "./written-names.ts";

/** The changes, with the guess in the text of the one that is gone: `renamed? title → headline`. */
export function withRenames(changes: readonly JudgedChange[], sides: Sides): readonly JudgedChange[] {
  const added = siblings(changes, "added", ({ head }) => head);
  const removed = siblings(changes, "removed", ({ base }) => base);
  return changes.map((change) => {
    const { base = [] } = change;
    const key = keyOf(change, "removed", base);
    if (key === undefined) return change;
    const gone = valueAt(sides.base.aligned, base);
    const candidates = (added.get(key) ?? [])
      .map((tokens) => ({ tokens, value: valueAt(sides.head.aligned, tokens) }))
      .filter(({ value }) => isEqual(typeOf(value), typeOf(gone)))
      .map(({ tokens }) => nameOf(tokens, sides));
    const isOnly = candidates.length === 1 && removed.get(key)?.length === 1;
    const name = nameOf(base, sides);
    const guess = isOnly ? candidates[0] : nearest(name, candidates);
    return guess === undefined || guess === name
      ? change
      : { ...change, text: `${change.text}; renamed? ${name} → ${guess}` };
  });
}

const isParameter = (tokens: Tokens) => tokens.at(-2) === "parameters";

/** The type of a property, or of a parameter's schema. */
const typeOf = (value: unknown) => record(record(value).schema ?? value).type;

const nameOf = (tokens: Tokens, sides: Sides): string =>
  isParameter(tokens) ? writtenName(contractPlace(tokens), sides) : (tokens.at(-1) ?? "");

/** A key that properties of one schema share, and parameters of one operation and one kind; undefined for anything else. */
function keyOf({ rule }: JudgedChange, verb: "added" | "removed", tokens: Tokens): string | undefined {
  if (![`property.${verb}`, `parameter.${verb}`].some((start) => rule.startsWith(start))) return undefined;
  const [kind] = isParameter(tokens) ? (tokens.at(-1) ?? "").split(" ") : [];
  return `${formatPointer(tokens.slice(0, -1))} ${kind}`;
}

/** The places of all changes of the rules with this verb, by their key. */
function siblings(
  changes: readonly JudgedChange[],
  verb: "added" | "removed",
  placeOf: (change: JudgedChange) => Tokens | undefined,
) {
  const groups = new Map<string, Tokens[]>();
  for (const change of changes) {
    const place = placeOf(change) ?? [];
    const key = keyOf(change, verb, place);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  return groups;
}
