/** All observers, and the observations that they make of a run. A new observer is listed here; a test of the ledger fails where one is missing. */
import { loadClauses } from "../../spec/ledger.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Observation } from "../model/report.ts";
import type { Target } from "../target-file/target.ts";
import { badInputObservers } from "./bad-input.ts";
import { callerObservers, keyPrefixOf } from "./callers.ts";
import { codeObservers } from "./codes.ts";
import { fieldObservers } from "./fields.ts";
import { limitObservers } from "./limits.ts";
import type { ObservedChoices, Observer, ReportedChoice, TargetProperties } from "./observer.ts";
import { successBodyObservers } from "./success-bodies.ts";
import { transitionObservers } from "./transitions.ts";
import { unobservableObservers } from "./unobservable.ts";
import { valueObservers } from "./values.ts";
import { versionPolicyObserver } from "./version-policy.ts";

export const observers: readonly Observer[] = [
  ...valueObservers,
  ...fieldObservers,
  ...transitionObservers,
  ...codeObservers,
  ...badInputObservers,
  ...successBodyObservers,
  ...callerObservers,
  ...limitObservers,
  ...unobservableObservers,
  versionPolicyObserver,
];

/** What observers may know of a target besides its exchanges. */
export function targetProperties({
  credentials,
  rateLimit,
}: Pick<Target, "credentials" | "rateLimit">): TargetProperties {
  const keys = credentials.filter(({ kind }) => kind === "api-key");
  return { rateLimit, keyPrefixes: keys.map(({ token }) => keyPrefixOf(token)) };
}

/** One observation for each open clause, in the ledger's order; the choices that cases reported are added. */
export function observe(
  exchanges: readonly Exchange[],
  properties: TargetProperties,
  reported: readonly ReportedChoice[],
): readonly Observation[] {
  const open = loadClauses().filter(({ kind }) => kind === "open");
  return open.map(({ id, section }) => {
    const observer = observers.find(({ clause }) => clause === id);
    const reportedHere = reported.filter(({ clause }) => clause === id).map(({ choice }) => choice);
    return { clause: id, section, ...observationBy(observer, exchanges, properties, reportedHere) };
  });
}

function observationBy(
  observer: Observer | undefined,
  exchanges: readonly Exchange[],
  properties: TargetProperties,
  reported: readonly string[],
): Omit<Observation, "clause" | "section"> {
  const isUnobservable = observer === undefined || "unobservable" in observer;
  const observedChoices: ObservedChoices = isUnobservable ? { choices: [] } : observer.observe(exchanges, properties);
  const additional = [...new Set(reported)].filter((choice) => !observedChoices.choices.includes(choice));
  const choices = [...observedChoices.choices, ...additional];
  if (choices.length === 0) return { choice: "", choices, unobserved: reasonOf(observer) };
  const first =
    observedChoices.choices.length === 0 ? [] : [observedChoices.choice ?? observedChoices.choices.join("; ")];
  return {
    choice: [...first, ...additional].join("; "),
    choices,
    ...(observedChoices.contradiction === undefined ? {} : { contradiction: observedChoices.contradiction }),
  };
}

function reasonOf(observer: Observer | undefined): string {
  if (observer === undefined) return "no observer exists for it";
  return "unobservable" in observer ? observer.unobservable : observer.unobserved;
}
