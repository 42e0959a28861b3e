/** The rules for what clients can ask of the OAuth flows that operations accept. The flows themselves are judged as credentials. */
import { breaksBoth, breaksClients, breaksImplementers, type Effects, editorial } from "./effects.ts";
import type { PartChange } from "./part-change.ts";
import { isAdded, isRemoved, type Rule, type Values } from "./rule.ts";

const isIn = ({ place: { part, rest } }: PartChange, member: string) =>
  part === "document" && rest[0] === "x-flows" && rest[2] === member;

/** Clients that ask for what is gone are refused; servers have to give what is new. */
function effectsOfAsking(change: Values): Effects {
  if (isAdded(change)) return breaksImplementers;
  return isRemoved(change) ? breaksClients : breaksBoth;
}

const verbOf = (change: Values) => (isAdded(change) ? "is new" : "is gone");

export const flowRules: readonly Rule<PartChange>[] = [
  {
    id: "security.scope",
    applies: (change) => isIn(change, "scopes") && (isAdded(change) || isRemoved(change)),
    effects: effectsOfAsking,
    text: (change) => `the scope ${change.place.rest[3]} of the security scheme ${change.name} ${verbOf(change)}`,
  },
  {
    id: "text",
    applies: (change) => isIn(change, "scopes"),
    effects: editorial,
    text: ({ place, name }) => `the scope ${place.rest[3]} of the security scheme ${name} is described otherwise`,
  },
  {
    id: "security.refresh",
    applies: (change) => isIn(change, "refreshUrl"),
    effects: effectsOfAsking,
    text: (change) =>
      `the refreshUrl of the security scheme ${change.name} ${isAdded(change) || isRemoved(change) ? verbOf(change) : `is now ${change.after}`}`,
  },
];
