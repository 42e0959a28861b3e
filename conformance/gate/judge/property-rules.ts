/** The rules for the properties of an object: added, removed, required or no longer. */
import { record } from "../document/json.ts";
import { additive, breaksBoth } from "./effects.ts";
import { isAdded, isRemoved, type Rule } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";
import { effectsOf } from "./schema-containment.ts";
import { additionContainment, isForbidden, isOpen, removalEffects, requires } from "./schema-effects.ts";

export const propertyRules: readonly Rule<SchemaChange>[] = [
  {
    id: "property.added-required",
    applies: (change) => isProperty(change) && isAdded(change) && isNewlyRequired(change),
    effects: (change) => {
      const { direction, holder } = change;
      const ofName = additionContainment(change);
      if (ofName !== undefined)
        return ["same", "narrower"].includes(ofName) ? effectsOf("narrower", direction) : breaksBoth;
      return direction === "response" && !isOpen(holder.before) ? breaksBoth : effectsOf("narrower", direction);
    },
    text: (change) => `${describeAddition(change)}, and required`,
  },
  {
    // An optional property breaks nobody, unless other properties were forbidden, or had a schema.
    id: "property.added",
    applies: (change) => isProperty(change) && isAdded(change),
    effects: (change) => {
      const ofName = additionContainment(change);
      if (ofName !== undefined) return effectsOf(ofName, change.direction);
      return isOpen(change.holder.before) ? additive : effectsOf("wider", change.direction);
    },
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
    text: ({ after, message, holder, member = "" }) => {
      const isAllowed = !isForbidden(record(holder.after.properties)[member], holder.after);
      const remark = after === true && !isAllowed ? ", which does not allow it: no object is valid" : "";
      return `${after === true ? "now" : "no longer"} required in the ${message}${remark}`;
    },
  },
];

function describeAddition(change: SchemaChange): string {
  const { message, holder } = change;
  const ofName = additionContainment(change);
  if (ofName !== undefined)
    return `added to the ${message}, where BASE has ${ofName === "same" ? "the same" : "another"} schema for properties of such names`;
  return `added to the ${message}${isOpen(holder.before) ? "" : ", where BASE allows no other properties"}`;
}

/** Not one of which the schema is `false`: that has no value. */
const isProperty = ({ keyword, member, before, after }: SchemaChange) =>
  keyword === "properties" && member !== undefined && ![before, after].includes(false);

const isNewlyRequired = ({ holder, member }: SchemaChange) =>
  requires(holder.after, member) && !requires(holder.before, member);
