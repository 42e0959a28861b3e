/** The rules for the properties of an object: added, removed, required or no longer. */
import { additive, breaksBoth } from "./effects.ts";
import { isAdded, isRemoved, type Rule } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";
import { effectsOf } from "./schema-containment.ts";
import { isOpen, removalEffects, requires } from "./schema-effects.ts";

export const propertyRules: readonly Rule<SchemaChange>[] = [
  {
    id: "property.added-required",
    applies: (change) => isProperty(change) && isAdded(change) && isNewlyRequired(change),
    effects: ({ direction, holder }) =>
      direction === "response" && !isOpen(holder.before) ? breaksBoth : effectsOf("narrower", direction),
    text: (change) => `${describeAddition(change)}, and required`,
  },
  {
    // An optional property breaks nobody, unless other properties were forbidden.
    id: "property.added",
    applies: (change) => isProperty(change) && isAdded(change),
    effects: ({ direction, holder }) => (isOpen(holder.before) ? additive : effectsOf("wider", direction)),
    text: describeAddition,
  },
  {
    id: ({ holder, member }) => (requires(holder.before, member) ? "property.removed-required" : "property.removed"),
    applies: (change) => isProperty(change) && isRemoved(change),
    effects: removalEffects,
    text: ({ message }) => `removed from the ${message}`,
  },
  {
    id: ({ after }) => (after === true ? "property.required" : "property.optional"),
    applies: ({ keyword }) => keyword === "required",
    effects: ({ after, direction }) => effectsOf(after === true ? "narrower" : "wider", direction),
    text: ({ after, message }) => `${after === true ? "now" : "no longer"} required in the ${message}`,
  },
];

function describeAddition({ message, holder }: SchemaChange): string {
  return `added to the ${message}${isOpen(holder.before) ? "" : ", where BASE allows no other properties"}`;
}

const isProperty = ({ keyword, member }: SchemaChange) => keyword === "properties" && member !== undefined;

const isNewlyRequired = ({ holder, member }: SchemaChange) =>
  requires(holder.after, member) && !requires(holder.before, member);
