/** Deprecation with a sunset: clients need notice before something is removed, and after the sunset its removal breaks nobody. */
import { type Tokens, valueAt } from "../../../cli/json-pointer.ts";
import { record } from "../document/json.ts";
import { breaksClients } from "../judge/effects.ts";
import type { Sides } from "../judge/judge-difference.ts";
import type { JudgedChange } from "../judge/rule.ts";
import type { Settings } from "./policy.ts";

const removals = new Set(["operation.removed", "parameter.removed", "property.removed", "property.removed-required"]);

/** The finding as the policy's `deprecation` judges it; unchanged if the policy has none. */
export function underDeprecation(finding: JudgedChange, sides: Sides, { policy, today }: Settings): JudgedChange {
  if (policy.deprecation === undefined) return finding;
  if (removals.has(finding.rule)) return afterSunset(finding, sides, today);
  return withNotice(finding, sides, daysAfter(today, policy.deprecation), policy.deprecation);
}

function afterSunset(finding: JudgedChange, { base }: Sides, today: string): JudgedChange {
  const { deprecated, sunset } = deprecationAt(valueAt(base.aligned, finding.base ?? []));
  if (!deprecated || sunset === undefined || sunset > today) return finding;
  const effects = { ...finding.effects, clients: "additive" } as const;
  return { ...finding, effects, text: `${finding.text}; its sunset was ${sunset}` };
}

/** `earliest`: the first sunset that is late enough. */
function withNotice(finding: JudgedChange, { base, head }: Sides, earliest: string, days: number): JudgedChange {
  const name = finding.head?.at(-1);
  if (finding.head === undefined || (name !== "deprecated" && name !== "x-sunset")) return finding;
  const holder: Tokens = finding.head.slice(0, -1);
  const [before, after] = [base, head].map((side) => deprecationAt(valueAt(side.aligned, holder)));
  if (!after?.deprecated || after.sunset === undefined || after.sunset >= earliest) return finding;
  const isLater = before?.deprecated && before.sunset !== undefined && before.sunset <= after.sunset;
  // Both keywords together are one change.
  if (isLater || (name === "x-sunset" && !before?.deprecated)) return finding;
  const text = `${finding.text}; its sunset ${after.sunset} is less than ${days} days away`;
  return { ...finding, rule: "deprecation.notice", effects: breaksClients, text };
}

function deprecationAt(holder: unknown): { readonly deprecated: boolean; readonly sunset: string | undefined } {
  const { deprecated, "x-sunset": sunset } = record(holder);
  const [date] = /^\d{4}-\d{2}-\d{2}/.exec(String(sunset)) ?? [];
  return { deprecated: deprecated === true, sunset: date };
}

const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
