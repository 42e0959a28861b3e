/** What a result means for the run, which its verdict alone does not say: most formats know only passed, failed and skipped. */
import { isBinding, levelName } from "../../spec/level.ts";
import type { Result } from "../model/report.ts";

/** `known: agreed with the gateway team, until 2026-12-31`; empty for what no baseline lists. */
export const knownText = ({ known }: Result): string =>
  known === undefined ? "" : `known: ${known.reason}${known.until === undefined ? "" : `, until ${known.until}`}`;

/** Why the result binds: its level, or `threshold` for one of a load script, which belongs to no section and which the document does not state. */
export const bindingOf = ({ section, level }: Result): string => (section === "" ? "threshold" : levelName(level));

/** The same with the section: `§8 stated`. */
export const bindingWithSection = (result: Result): string =>
  [...(result.section === "" ? [] : [`§${result.section}`]), bindingOf(result)].join(" ");

/**
 * `failed` fails the run. `warning`: it does not hold, and does not fail the run. `unjudged`: without an answer the run is inconclusive.
 * `open`: it could not be judged, and the run does not depend on it.
 */
export type Outcome = "passed" | "failed" | "warning" | "unjudged" | "open" | "skipped";

export function outcomeOf({ verdict, level }: Result): Outcome {
  switch (verdict) {
    case "pass":
      return "passed";
    case "fail":
      return "failed";
    case "warn":
      return "warning";
    case "skip":
      return "skipped";
    case "broken":
      return "unjudged";
    case "inconclusive":
      return isBinding(level) ? "unjudged" : "open";
  }
}
