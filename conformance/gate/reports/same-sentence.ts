/** Changes that a reader is shown as one, because their sentence is the same. */
import { getOrMake } from "../document/get-or-make.ts";
import type { Place } from "../document/place.ts";
import type { GateChange } from "./report.ts";

export interface ShownChange extends GateChange {
  /** Where else in HEAD the same was changed, or is missing now. */
  readonly otherPlaces: readonly Place[];
}

/** In the order of the first change with each sentence. */
export function bySentence(changes: readonly GateChange[]): readonly ShownChange[] {
  const groups = new Map<string, GateChange[]>();
  for (const change of changes) {
    const { rule, kind, clients, implementers, text, allowed, until } = change;
    const key = JSON.stringify([rule, kind, clients, implementers, text, allowed, until]);
    getOrMake(groups, key, () => []).push(change);
  }
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [shown(first, others)]));
}

function shown(first: GateChange, others: readonly GateChange[]): ShownChange {
  const all = [first, ...others];
  const clauses = new Map(all.flatMap((change) => change.clauses.map((clause) => [clause.id, clause])));
  return {
    ...first,
    operations: [...new Set(all.flatMap(({ operations }) => operations))],
    clauses: [...clauses.values()],
    notInLedger: [...new Set(all.flatMap(({ notInLedger }) => notInLedger))],
    otherPlaces: otherPlaces(first.head, others),
  };
}

/** Each place once: what is missing now is said to be missing from the same place. */
function otherPlaces(first: Place, others: readonly GateChange[]): readonly Place[] {
  const keyOf = ({ file, line, pointer }: Place) => JSON.stringify([file, line, pointer]);
  const places = new Map(others.map(({ head }) => [keyOf(head), head] as const));
  places.delete(keyOf(first));
  return [...places.values()];
}
