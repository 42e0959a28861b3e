/** The rule for a part that is deprecated, or no longer. */
import type { Rule, Values } from "./rule.ts";

/** A deprecation is additive, because semantic versioning requires a minor version for it. */
export function deprecationRule<Change extends Values>(
  applies: (change: Change) => boolean,
  subject: (change: Change) => string = () => "",
): Rule<Change> {
  return {
    id: "deprecated",
    applies,
    effects: ({ after }) => ({ clients: after === true ? "additive" : "editorial", implementers: "editorial" }),
    text: (change) => `${subject(change)}is ${change.after === true ? "now" : "no longer"} deprecated`,
  };
}
