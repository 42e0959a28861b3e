/** Guesses that a property was renamed where one is gone and another is new beside it. */
import { formatPointer, type Tokens, valueAt } from "../../../cli/json-pointer.ts";
import { nearest } from "../../../cli/nearest-name.ts";
import { isEqual, record } from "../document/json.ts";
import type { Sides } from "./judge-difference.ts";
import type { Finding } from "./rule.ts";

/** The findings, with the guess in the text of the one that is gone: `renamed? title → headline`. */
export function withRenames(findings: readonly Finding[], sides: Sides): readonly Finding[] {
  const added = siblings(findings, "property.added", ({ head }) => head);
  const removed = siblings(findings, "property.removed", ({ base }) => base);
  return findings.map((finding) => {
    const name = finding.base?.at(-1);
    if (name === undefined || !finding.rule.startsWith("property.removed")) return finding;
    const key = parentOf(finding.base);
    const typeOf = (root: unknown, tokens: Tokens) => record(valueAt(root, tokens)).type;
    const type = typeOf(sides.base.aligned, finding.base ?? []);
    const candidates = (added.get(key) ?? [])
      .filter((tokens) => isEqual(typeOf(sides.head.aligned, tokens), type))
      .map((tokens) => tokens.at(-1) ?? "");
    const isOnly = candidates.length === 1 && removed.get(key)?.length === 1;
    const guess = isOnly ? candidates[0] : nearest(name, candidates);
    return guess === undefined ? finding : { ...finding, text: `${finding.text}; renamed? ${name} → ${guess}` };
  });
}

const parentOf = (tokens: Tokens = []) => formatPointer(tokens.slice(0, -1));

/** The places of all findings of the rules that begin so, by the place of their schema's properties. */
function siblings(findings: readonly Finding[], rule: string, placeOf: (finding: Finding) => Tokens | undefined) {
  const places = findings
    .filter((finding) => finding.rule.startsWith(rule))
    .flatMap((finding) => [placeOf(finding) ?? []]);
  const groups = new Map<string, Tokens[]>();
  for (const place of places) groups.set(parentOf(place), [...(groups.get(parentOf(place)) ?? []), place]);
  return groups;
}
