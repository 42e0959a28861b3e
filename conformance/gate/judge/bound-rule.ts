/** The rule for a bound that became exclusive, or inclusive. */
import type { Json } from "../document/json.ts";
import type { Rule } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";
import { boundContainment, effectsOf } from "./schema-containment.ts";

/** A bound that became exclusive, or inclusive: both keywords are one change. */
export function boundRule(side: "minimum" | "maximum"): Rule<SchemaChange> {
  const exclusive = side === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  const isMoved = (from: Json, to: Json) => side in from && exclusive in to && !(exclusive in from) && !(side in to);
  const describe = (schema: Json) => `${schema[side] ?? `${schema[exclusive]} (exclusive)`}`;
  return {
    id: `schema.${side}`,
    applies: ({ keyword, holder }) =>
      (keyword === side || keyword === exclusive) &&
      (isMoved(holder.before, holder.after) || isMoved(holder.after, holder.before)),
    effects: ({ holder, direction }) => effectsOf(boundContainment(holder.before, holder.after, side), direction),
    text: ({ holder, message }) =>
      `${side} changed from ${describe(holder.before)} to ${describe(holder.after)} in the ${message}`,
  };
}
