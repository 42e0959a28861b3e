/** Which breaking changes the policy allows, and which of its entries allow nothing. */
import { posix } from "node:path";
import type { Place } from "../document/place.ts";
import type { ContractChange } from "../judge/change.ts";
import type { Problem } from "../lint/problems.ts";
import type { Allowance, Settings } from "./policy.ts";
import type { PolicyFile } from "./read-policy.ts";

const isExpired = ({ until }: Allowance, today: string) => until !== undefined && until < today;

/** The place as an entry names it. `root`: the main file of the contract that it is in. */
export const entryPointer = ({ file, pointer }: Place, root: string) =>
  file === root ? pointer : `${posix.relative(posix.dirname(root), file)}#${pointer}`;

const isBelow = (place: string | undefined, pointer: string) =>
  place === pointer || place?.startsWith(`${pointer}/`) === true;

/** The first entry that allows a change of this rule at these places, which are named as an entry names them. */
export function allowanceFor(
  {
    rule,
    operation,
    base,
    head,
  }: Readonly<Record<"rule" | "head", string> & Record<"operation" | "base", string | undefined>>,
  { policy, today }: Settings,
): Allowance | undefined {
  return policy.allow?.find(
    (entry) =>
      entry.rule === rule &&
      !isExpired(entry, today) &&
      (entry.operation === undefined || entry.operation === operation) &&
      (entry.pointer === undefined || isBelow(base, entry.pointer) || isBelow(head, entry.pointer)),
  );
}

/** A warning for each entry that allows nothing, at its line. */
export function uselessAllowances(
  { policy, placeOf }: PolicyFile,
  changes: readonly ContractChange[],
  today: string,
): readonly Problem[] {
  const used = new Set(changes.map(({ allowance }) => allowance));
  return (policy.allow ?? []).flatMap((entry, at) => {
    if (used.has(entry)) return [];
    const why = isExpired(entry, today)
      ? `expired on ${entry.until}: remove it, or agree on a later date`
      : "allows no change: remove it, or correct its rule and place";
    const what = [entry.rule, entry.operation, entry.pointer].filter((each) => each !== undefined).join(" ");
    return [
      { rule: "policy", severity: "warning", message: `the entry for ${what} ${why}`, place: placeOf("allow", at) },
    ];
  });
}
