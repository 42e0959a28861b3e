/** For whom a change inside a schema is breaking, where the keyword alone does not say it. */
import { withBounds } from "../document/bounds.ts";
import { isEqual } from "../document/equality.ts";
import { type Json, list, record } from "../document/json.ts";
import { haveAllWithin } from "../document/without-effect.ts";
import { additive, breaksBoth, breaksClients, breaksImplementers, type Effects, editorial } from "./effects.ts";
import { hasOverlap } from "./overlap.ts";
import { isAdded, isRemoved } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";
import { type Containment, isRestricting, schemaContainment } from "./schema-containment.ts";

export const isOpen = (schema: Json) => schema.additionalProperties !== false && schema.unevaluatedProperties !== false;

export const requires = ({ required }: Json, name: string | undefined) => list(required).includes(name);

/**
 * Compares the schema of a new property with the one that BASE had for its name: that of a pattern of names, or of all other properties.
 * Undefined if BASE had neither: it allowed any value, or no such property.
 */
export function additionContainment({ holder, member = "", after }: SchemaChange): Containment | undefined {
  const { additionalProperties, unevaluatedProperties, patternProperties } = holder.before;
  const ofForm = Object.entries(record(patternProperties)).find(([pattern]) => isOfForm(member, pattern));
  if (ofForm !== undefined) {
    // The property must satisfy the pattern's schema, too.
    const isWider = ["same", "wider"].includes(schemaContainment(record(ofForm[1]), record(after)));
    return isWider ? "same" : "narrower";
  }
  const ofOthers = record(additionalProperties ?? unevaluatedProperties);
  return Object.keys(ofOthers).length === 0 ? undefined : schemaContainment(ofOthers, record(after));
}

function isOfForm(name: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").test(name);
  } catch {
    return false;
  }
}

/** The keywords that one contract has in the schema itself, and the other only in a part of an `allOf` that could not be merged with it. */
export function movedIntoParts({ before, after }: SchemaChange["holder"]): readonly string[] {
  const moved = (from: Json, to: Json) =>
    "allOf" in from
      ? []
      : Object.keys(from).filter((key) => !(key in to) && list(to.allOf).some((part) => key in record(part)));
  return [...moved(before, after), ...moved(after, before)];
}

/**
 * For keywords that moved between the schema and one part of its `allOf`. If one contract has all of this part in the schema itself, only
 * the other parts count: `wider` if BASE has them, `narrower` if HEAD has them. `other` if that is not certain.
 */
export function partsContainment({ before, after }: SchemaChange["holder"]): Containment {
  const isPartOf = (whole: Json, single: Json) =>
    list(whole.allOf).some((part) => {
      const keys = Object.keys(record(part));
      const isSame = keys.every((key) => isEqual(record(part)[key], single[key]));
      return isSame && movedIntoParts({ before, after }).every((key) => keys.includes(key));
    });
  if (isPartOf(before, after)) return "wider";
  return isPartOf(after, before) ? "narrower" : "other";
}

/**
 * Whether the two are written differently and mean the same: a property that neither contract allows, bounds that allow the same integers
 * where a type is `integer`, or a default that differs only in its quotes.
 */
export function isSameInEffect({ keyword, before, after, holder, isUnquoted }: SchemaChange): boolean {
  if (keyword === "properties" && [before, after].includes(false))
    return isForbidden(before, holder.before) && isForbidden(after, holder.after);
  if (keyword === "default") return isUnquoted && before !== undefined && String(before) === String(after);
  if (!/^(exclusiveM|m)(ini|axi)mum$/.test(keyword)) return false;
  const [one, other] = [holder.before, holder.after].map((schema) => withBounds({ ...schema, type: "integer" }));
  const isNarrowed = [holder.before, holder.after].some(({ type }) => type === "integer");
  return (
    isNarrowed &&
    ["minimum", "maximum"].every((side) => !keyword.endsWith(side.slice(1)) || one?.[side] === other?.[side])
  );
}

/** Whether the object `holder` may not have the property: its schema is `false`, or it has none and other properties are not allowed. */
export const isForbidden = (property: unknown, holder: Json) =>
  property === false || (property === undefined && !isOpen(holder));

/** Whether one contract lists values, and the other has a bound that none of them violates. The list alone then says which values came or went. */
export function isBoundOfListed({ keyword, holder: { before, after } }: SchemaChange): boolean {
  const isAround = (listing: Json, bounded: Json) =>
    Array.isArray(listing.enum) && !("enum" in bounded) && haveAllWithin(listing.enum, keyword, bounded[keyword]);
  return isAround(before, after) || isAround(after, before);
}

const isScalar = (type: unknown) => type === "integer" || type === "number" || type === "boolean";

/**
 * Where values have no quotes, a string without restrictions may be any integer, number or boolean, and an array of one value is written as
 * the value. Undefined for other changes of a type.
 */
export function unquotedContainment({ keyword, holder: { before, after }, isUnquoted, isPlainList }: SchemaChange) {
  if (keyword !== "type" || !isUnquoted) return undefined;
  if (isPlainList && isListOf(before, after)) return "wider";
  if (isPlainList && isListOf(after, before)) return "narrower";
  const isAnyText = (schema: Json) =>
    schema.type === "string" && Object.keys(schema).every((key) => key === "type" || !isRestricting(key));
  if (isScalar(before.type) && isAnyText(after)) return "wider";
  return isAnyText(before) && isScalar(after.type) ? "narrower" : undefined;
}

/**
 * Whether the second schema is an array whose items accept what `single` accepts, and that may have one item. One item is then written as
 * the single value.
 */
function isListOf(single: Json, { type, items, minItems = 0, maxItems = 1 }: Json): boolean {
  const { default: _, ...value } = single;
  const isWritten = (isScalar(value.type) || value.type === "string") && type === "array";
  const allowsOne = Number(minItems) <= 1 && Number(maxItems) >= 1;
  return isWritten && allowsOne && ["same", "wider"].includes(schemaContainment(value, record(items)));
}

export const hasCondition = (schema: Json) => "if" in schema && ("then" in schema || "else" in schema);

export function conditionContainment({ before, after }: SchemaChange["holder"]): Containment {
  if (!hasCondition(before)) return hasCondition(after) ? "narrower" : "same";
  if (!hasCondition(after)) return "wider";
  if (schemaContainment(record(before.if), record(after.if)) !== "same") return "other";
  const isIn = (schema: Json) => ["then", "else"].filter((keyword) => keyword in schema);
  const [lost, gained] = [
    isIn(before).filter((each) => !(each in after)),
    isIn(after).filter((each) => !(each in before)),
  ];
  if (lost.length > 0 && gained.length > 0) return "other";
  if (lost.length > 0) return "wider";
  return gained.length > 0 ? "narrower" : "same";
}

/**
 * Clients can no longer use the property. Servers violate HEAD if they had to send it, or if HEAD forbids other properties, or does not
 * allow them such values.
 */
export function removalEffects({ direction, holder, member, before }: SchemaChange): Effects {
  const wasSent = requires(holder.before, member) && !requires(holder.after, member);
  const { additionalProperties, unevaluatedProperties } = holder.after;
  const rest = record(additionalProperties ?? unevaluatedProperties);
  const isOfRest =
    Object.keys(rest).length === 0 || ["same", "wider"].includes(schemaContainment(record(before), rest));
  const isAllowed = isOpen(holder.after) && isOfRest;
  return (direction === "request" ? wasSent : !isAllowed) ? breaksBoth : breaksClients;
}

/**
 * A read-only property is not in requests, and a write-only one not in responses; in the other direction neither has an effect. A mark
 * that is new takes the property out of the message: clients that send or read it break, and so do servers that require it.
 */
export function accessEffects({ keyword, after, direction, isRequired, isOfClosed }: SchemaChange): Effects {
  if ((keyword === "readOnly") !== (direction === "request")) return editorial;
  if (after === true) return direction === "request" && isRequired.before ? breaksBoth : breaksClients;
  if (direction === "request") return isRequired.after ? breaksBoth : breaksImplementers;
  if (isOfClosed) return isRequired.after ? breaksBoth : breaksClients;
  return isRequired.after ? breaksImplementers : additive;
}

/** Whether the contract that lacks the member allows nothing in its place: no further items, or no other properties. */
function isClosedOtherwise(change: SchemaChange): boolean {
  const without = isAdded(change) ? change.holder.before : change.holder.after;
  return change.keyword === "prefixItems" ? without.items === false : !isOpen(without);
}

export function memberContainment(change: SchemaChange) {
  if (!isAdded(change) && !isRemoved(change)) return "other";
  if (hasOverlap(change)) return "other";
  const isAlternative = change.keyword === "anyOf" || change.keyword === "oneOf";
  return isAdded(change) === (isAlternative || isClosedOtherwise(change)) ? "wider" : "narrower";
}
