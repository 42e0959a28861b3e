/** The rules for parts that may be required: parameters, request bodies, headers. */

import { isSentByApi } from "../document/normal.ts";
import { additive, breaksBoth, breaksClients, breaksImplementers, type Effects } from "./effects.ts";
import { added, type Condition, field, isRequired, type PartChange, removed, type TextOf } from "./part-change.ts";
import type { Rule } from "./rule.ts";

/** `ifRequired`: the effects of requiring one; those of making it optional are the opposite. */
export function presenceRules(
  part: "parameter" | "body" | "header",
  ifRequired: Effects,
  nameOf: TextOf,
): readonly Rule<PartChange>[] {
  const ifOptional = ifRequired === breaksClients ? breaksImplementers : breaksClients;
  const rule = (id: string, applies: Condition, effects: Rule<PartChange>["effects"], text: string | TextOf) => ({
    id: `${part}.${id}`,
    applies,
    effects,
    text: (change: PartChange) => `${nameOf(change)} ${typeof text === "string" ? text : text(change)}`,
  });
  const ifRemoved = ({ place, before }: PartChange) => {
    // What the API no longer sends breaks the clients that read it; for what it sends, effects are swapped afterwards (`judgedChange`).
    if (part === "parameter" && isSentByApi(place.path ?? "/")) return breaksImplementers;
    // Servers that require the parameter refuse requests without it.
    return part === "parameter" && isRequired(before) ? breaksBoth : breaksClients;
  };
  return [
    rule("added-required", added(part, isRequired), ifRequired, "is new, and required"),
    // A server conforms if it ignores an optional parameter. One that refused every body conformed, and does no longer.
    rule("added", added(part), part === "body" ? breaksImplementers : additive, "is new"),
    rule("removed", removed(part), ifRemoved, "is gone"),
    rule("required", field(part, "required", true), ifRequired, "is now required"),
    rule("optional", field(part, "required"), ifOptional, "is no longer required"),
  ];
}
