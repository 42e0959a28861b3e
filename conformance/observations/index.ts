/** All observers, one for each open clause of the ledger, and their observations of a run. */
import { loadClauses } from "../../spec/ledger.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Observation } from "../model/report.ts";
import type { Target } from "../target-file/target.ts";
import { callerObservers, shownPrefixOf } from "./callers.ts";
import { fieldObservers } from "./fields.ts";
import { limitObservers } from "./limits.ts";
import type { ObservedChoices, Observer, ReportedChoice, TargetProperties } from "./observer.ts";
import { statusObservers } from "./statuses.ts";
import { successBodyObservers } from "./success-bodies.ts";
import { transitionObservers } from "./transitions.ts";
import { valueObservers } from "./values.ts";
import { versionPolicyObserver } from "./version-policy.ts";

export const observers: readonly Observer[] = [
  ...valueObservers,
  ...fieldObservers,
  ...transitionObservers,
  ...statusObservers,
  ...successBodyObservers,
  ...callerObservers,
  ...limitObservers,
  versionPolicyObserver,
  { clause: "endpoint.query", unobservable: "no check of the suite looks at what a query parameter does" },
  { clause: "events.none", unobservable: "no endpoint has events" },
];

/** What observers know of a target in addition to its exchanges. */
export const targetProperties = (target: Pick<Target, "credentials" | "rateLimit">): TargetProperties => ({
  rateLimit: target.rateLimit,
  keyPrefixes: target.credentials.filter(({ kind }) => kind === "api-key").map(({ token }) => shownPrefixOf(token)),
});

/** One observation for each open clause, in the ledger's order, with the choices that cases reported. */
export function observe(
  exchanges: readonly Exchange[],
  properties: TargetProperties,
  reported: readonly ReportedChoice[],
): readonly Observation[] {
  const open = loadClauses().filter(({ kind }) => kind === "open");
  return open.map(({ id, section }) => {
    const observer = observers.find(({ clause }) => clause === id);
    const isObservable = observer !== undefined && "observe" in observer;
    const observed: ObservedChoices = isObservable ? observer.observe(exchanges, properties) : { choices: [] };
    const reportedHere = reported.filter(({ clause }) => clause === id).map(({ choice }) => choice);
    const additional = [...new Set(reportedHere)].filter((choice) => !observed.choices.includes(choice));
    const choices = [...observed.choices, ...additional];
    const first = observed.choices.length === 0 ? [] : [observed.choice ?? observed.choices.join("; ")];
    const { contradiction } = observed;
    return {
      clause: id,
      section,
      choice: [...first, ...additional].join("; "),
      choices,
      ...(contradiction === undefined ? {} : { contradiction }),
      ...(choices.length === 0 ? { unobserved: reasonOf(observer) } : {}),
    };
  });
}

function reasonOf(observer: Observer | undefined): string {
  if (observer === undefined) return "no observer exists for it";
  return "unobservable" in observer ? observer.unobservable : observer.unobserved;
}
