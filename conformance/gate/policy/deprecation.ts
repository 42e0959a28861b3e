/** Deprecation with a sunset: clients need notice before something is removed, and after the sunset its removal breaks nobody. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { valueAt } from "../document/circular.ts";
import { record } from "../document/json.ts";
import { describeValue } from "../judge/describe.ts";
import { breaksClients } from "../judge/effects.ts";
import type { JudgedChange } from "../judge/rule.ts";
import type { Sides } from "../judge/sides.ts";
import { isDate } from "./dates.ts";
import type { Settings } from "./policy.ts";

/** The end of a sentence about a sunset that has passed. It is for those who write the policy; a changelog leaves it out. */
export const sunsetAdvice = ", which counts if the policy sets deprecation";

const removals = new Set(["operation.removed", "parameter.removed", "property.removed", "property.removed-required"]);

/** The change as the policy's `deprecation` judges it; without one only sentences change: a deprecation's and a removal's. */
export function underDeprecation(change: JudgedChange, sides: Sides, { policy, today }: Settings): JudgedChange {
  if (removals.has(change.rule)) return afterSunset(change, sides, today, policy.deprecation !== undefined);
  const noticed = policy.deprecation === undefined ? change : withNotice(change, sides, today, policy.deprecation);
  return noticed === change ? withSunset(change, sides) : noticed;
}

/** Clients need to know until when what is deprecated works. */
function withSunset(change: JudgedChange, { head }: Sides): JudgedChange {
  if (change.rule !== "deprecated" || change.head === undefined) return change;
  const { deprecated, sunset } = deprecationAt(valueAt(head.aligned, change.head.slice(0, -1)));
  return !deprecated || sunset === undefined ? change : { ...change, text: `${change.text}; its sunset is ${sunset}` };
}

function afterSunset(change: JudgedChange, { base }: Sides, today: string, counts: boolean): JudgedChange {
  const { deprecated, sunset } = deprecationAt(valueAt(base.aligned, change.base ?? []));
  if (!deprecated || sunset === undefined) return change;
  // The day itself is still notice.
  if (sunset >= today) return { ...change, text: `${change.text}; its sunset ${sunset} has not passed` };
  if (!counts) return { ...change, text: `${change.text}; its sunset was ${sunset}${sunsetAdvice}` };
  const effects = { ...change.effects, clients: "additive" } as const;
  return { ...change, effects, text: `${change.text}; its sunset was ${sunset}` };
}

function withNotice(change: JudgedChange, { base, head }: Sides, today: string, days: number): JudgedChange {
  const firstLateEnough = daysAfter(today, days);
  const name = change.head?.at(-1);
  if (change.head === undefined || (name !== "deprecated" && name !== "x-sunset")) return change;
  const holder: Tokens = change.head.slice(0, -1);
  const [before, after] = [base, head].map((side) => deprecationAt(valueAt(side.aligned, holder)));
  // Both keywords together are one change.
  if (!after?.deprecated || (name === "x-sunset" && !before?.deprecated)) return change;
  const notice = (why: string) =>
    ({ ...change, rule: "deprecation.notice", effects: breaksClients, text: `${change.text}; ${why}` }) as const;
  if (after.unreadable !== undefined)
    return notice(`its x-sunset ${describeValue(after.unreadable)} is not a date such as 2027-01-31`);
  if (after.sunset === undefined || after.sunset >= firstLateEnough) return change;
  const isLater = before?.deprecated && before.sunset !== undefined && before.sunset <= after.sunset;
  if (isLater) return change;
  return notice(`its sunset ${after.sunset} ${after.sunset < today ? "is over" : `is less than ${days} days away`}`);
}

interface Deprecation {
  readonly deprecated: boolean;
  /** The day. */
  readonly sunset?: string | undefined;
  /** A sunset that is not a date. */
  readonly unreadable?: unknown;
}

function deprecationAt(holder: unknown): Deprecation {
  const { deprecated: isDeprecated, "x-sunset": sunset } = record(holder);
  const deprecated = isDeprecated === true;
  if (sunset === undefined) return { deprecated };
  const date = String(sunset).slice(0, 10);
  return isDate(date) ? { deprecated, sunset: date } : { deprecated, unreadable: sunset };
}

const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
