/** Which breaking changes the policy allows, and which of its entries allow nothing. */
import type { ContractChange } from "../judge/change.ts";
import type { Problem } from "../lint/problems.ts";
import { hasIndex } from "./entry-pointer.ts";
import type { Allowance, Settings } from "./policy.ts";
import type { PolicyFile } from "./read-policy.ts";

const isExpired = ({ until }: Allowance, today: string) => until !== undefined && until < today;

const isBelow = (place: string | undefined, pointer: string) =>
  place === pointer || place?.startsWith(`${pointer}/`) === true;

/** The first entry that allows a change of this rule at these places, and in the operation with these names, as an entry names them. */
export function allowanceFor(
  {
    rule,
    operations,
    base,
    head,
  }: Readonly<Record<"rule" | "head", string> & { base: string | undefined; operations: readonly string[] }>,
  { policy, today }: Settings,
): Allowance | undefined {
  return policy.allow?.find(
    (entry) =>
      entry.rule === rule &&
      !isExpired(entry, today) &&
      (entry.operation === undefined || operations.includes(entry.operation)) &&
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
    const what = [entry.rule, entry.operation, entry.pointer].filter((each) => each !== undefined).join(" ");
    return [
      {
        rule: "policy",
        severity: "warning",
        message: `the entry for ${what} ${whyUseless(entry, today)}`,
        place: placeOf("allow", at),
      },
    ];
  });
}

function whyUseless(entry: Allowance, today: string): string {
  if (isExpired(entry, today)) return `expired on ${entry.until}: remove it, or agree on a later date`;
  return entry.pointer !== undefined && hasIndex(entry.pointer)
    ? "allows no change, because the number of an item moves when its list changes: remove it, or use the entry that a failing verdict prints"
    : "allows no change: remove it, or correct its rule and place";
}
