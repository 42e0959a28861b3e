/** All observers, and what they tell of a run. An observer joins by standing here; the ledger's test misses it otherwise. */
import { loadClauses } from "../../spec/ledger.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Observation } from "../model/report.ts";
import type { Target } from "../target-file/target.ts";
import { callerObservers, keyPrefixOf } from "./callers.ts";
import { codeObservers } from "./codes.ts";
import { fieldObservers } from "./fields.ts";
import { limitObservers } from "./limits.ts";
import type { Facts, Observed, ObservedChoice, Observer } from "./observer.ts";
import { refusalObservers } from "./refusals.ts";
import { successBodyObservers } from "./success-bodies.ts";
import { transitionObservers } from "./transitions.ts";
import { elsewhereObservers } from "./unobservable.ts";
import { valueObservers } from "./values.ts";

export const observers: readonly Observer[] = [
  ...valueObservers,
  ...fieldObservers,
  ...transitionObservers,
  ...codeObservers,
  ...refusalObservers,
  ...successBodyObservers,
  ...callerObservers,
  ...limitObservers,
  ...elsewhereObservers,
];

/** What is known of a target besides its exchanges. */
export function factsOf({ credentials, rateLimit }: Pick<Target, "credentials" | "rateLimit">): Facts {
  const keys = credentials.filter(({ kind }) => kind === "api-key");
  return { rateLimit, keyPrefixes: keys.map(({ token }) => keyPrefixOf(token)) };
}

/** One observation for each open clause, in the ledger's order, with what cases told besides. */
export function observe(
  exchanges: readonly Exchange[],
  facts: Facts,
  told: readonly ObservedChoice[],
): readonly Observation[] {
  const open = loadClauses().filter(({ kind }) => kind === "open");
  return open.map(({ id, section }) => {
    const observer = observers.find(({ clause }) => clause === id);
    const own = told.filter(({ clause }) => clause === id).map(({ choice }) => choice);
    return { clause: id, section, ...observed(observer, exchanges, facts, own) };
  });
}

function observed(
  observer: Observer | undefined,
  exchanges: readonly Exchange[],
  facts: Facts,
  told: readonly string[],
): Omit<Observation, "clause" | "section"> {
  const isBlind = observer === undefined || "unobservable" in observer;
  const seen: Observed = isBlind ? { choices: [] } : observer.observe(exchanges, facts);
  const more = [...new Set(told)].filter((choice) => !seen.choices.includes(choice));
  const choices = [...seen.choices, ...more];
  if (choices.length === 0) return { choice: "", choices, unobserved: reasonOf(observer) };
  const first = seen.choices.length === 0 ? [] : [seen.choice ?? seen.choices.join("; ")];
  return {
    choice: [...first, ...more].join("; "),
    choices,
    ...(seen.contradiction === undefined ? {} : { contradiction: seen.contradiction }),
  };
}

function reasonOf(observer: Observer | undefined): string {
  if (observer === undefined) return "nobody observes it";
  return "unobservable" in observer ? observer.unobservable : observer.unseen;
}
