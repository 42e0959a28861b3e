/** For whom a change inside a schema is breaking, where the keyword alone does not say it. */
import { type Json, list, record } from "../document/json.ts";
import { additive, breaksBoth, breaksClients, breaksImplementers, type Effects, editorial } from "./effects.ts";
import { isAdded, isRemoved } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";

export const isOpen = (schema: Json) => schema.additionalProperties !== false && schema.unevaluatedProperties !== false;

export const requires = ({ required }: Json, name: string | undefined) => list(required).includes(name);

/** The keywords that one contract writes in the schema itself, and the other only in a part of an `allOf` that could not be merged. */
export function movedIntoParts({ before, after }: SchemaChange["holder"]): readonly string[] {
  const moved = (from: Json, to: Json) =>
    "allOf" in from
      ? []
      : Object.keys(from).filter((key) => !(key in to) && list(to.allOf).some((part) => key in record(part)));
  return [...moved(before, after), ...moved(after, before)];
}

export const hasCondition = (schema: Json) => "if" in schema && ("then" in schema || "else" in schema);

export function conditionContainment({ before, after }: SchemaChange["holder"]) {
  if (!hasCondition(before)) return hasCondition(after) ? "narrower" : "same";
  return hasCondition(after) ? "other" : "wider";
}

/** Clients can no longer use the property. Servers violate HEAD if they had to send it, or if HEAD forbids other properties. */
export function removalEffects({ direction, holder, member }: SchemaChange): Effects {
  const wasSent = requires(holder.before, member) && !requires(holder.after, member);
  return (direction === "request" ? wasSent : !isOpen(holder.after)) ? breaksBoth : breaksClients;
}

/**
 * A read-only property is not in requests, and a write-only one not in responses; in the other direction neither has an effect. A mark
 * that is new takes the property out of the message: clients that send or read it break, and so do servers that require it.
 */
export function accessEffects({ keyword, after, direction, isRequired }: SchemaChange): Effects {
  if ((keyword === "readOnly") !== (direction === "request")) return editorial;
  if (after === true) return direction === "request" && isRequired.before ? breaksBoth : breaksClients;
  if (direction === "request") return isRequired.after ? breaksBoth : breaksImplementers;
  return isRequired.after ? breaksImplementers : additive;
}

/** The contract without the member allows nothing in its place: no further items, or no other properties. */
function isClosedOtherwise(change: SchemaChange): boolean {
  const without = isAdded(change) ? change.holder.before : change.holder.after;
  return change.keyword === "prefixItems" ? without.items === false : !isOpen(without);
}

export function memberContainment(change: SchemaChange) {
  if (!isAdded(change) && !isRemoved(change)) return "other";
  const isAlternative = change.keyword === "anyOf" || change.keyword === "oneOf";
  return isAdded(change) === (isAlternative || isClosedOtherwise(change)) ? "wider" : "narrower";
}
