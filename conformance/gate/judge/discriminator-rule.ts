/** The rule for how alternatives are distinguished. The valid values stay the same, but generated code reads by it. */
import { formatPointer, type Tokens } from "../../../cli/json-pointer.ts";
import { resolved } from "../document/circular.ts";
import { isEqual } from "../document/equality.ts";
import { type Json, list, record, without } from "../document/json.ts";
import { originOf } from "../document/origins.ts";
import { targetOf } from "../document/reference.ts";
import { ownValues, subtypes } from "../document/subtypes.ts";
import { describeChange } from "./describe.ts";
import { breaksBoth, type Effects, editorial } from "./effects.ts";
import { isAdded, isRemoved, type Rule, type Values } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";
import { effectsOf } from "./schema-containment.ts";

export const discriminatorRule: Rule<SchemaChange> = {
  id: "schema.discriminator",
  applies: ({ keyword }) => keyword === "discriminator",
  effects: discriminatorEffects,
  text: (change) => `${describeDiscriminator(change)} in the ${change.message}`,
};

/** A name by which a schema goes whose `allOf` leads to the one with the discriminator is one more value that may come. */
export const subtypeRule: Rule<SchemaChange> = {
  id: "schema.discriminator",
  applies: ({ keyword }) => keyword === subtypes,
  effects: (change) => effectsOf(isAdded(change) ? "wider" : "narrower", change.direction),
  text: (change) =>
    `the discriminator ${isAdded(change) ? "gains" : "loses"} the subtype ${change.member} in the ${change.message}`,
};

/** The discriminator of a schema in the subtype's `allOf` leads to it by other values. */
export const ownValuesRule: Rule<SchemaChange> = {
  id: "schema.discriminator",
  applies: ({ keyword }) => keyword === ownValues,
  effects: (change) => {
    const [was, is] = [record(change.before), record(change.after)];
    const hasLost = Object.keys(was).some((value) => !(value in is));
    const hasGained = Object.keys(is).some((value) => !(value in was));
    return hasLost && hasGained ? breaksBoth : effectsOf(hasLost ? "narrower" : "wider", change.direction);
  },
  text: ({ before, after, message }) => {
    const names = (values: unknown) => Object.keys(record(values)).join(", ");
    return `${describeChange("the discriminator's value", { before: names(before), after: names(after) })} in the ${message}`;
  },
};

const whatReadsIt: Effects = { clients: "breaking", implementers: "editorial" };

function discriminatorEffects(change: SchemaChange): Effects {
  if (isAdded(change)) return editorial;
  if (isRemoved(change)) return whatReadsIt;
  if (propertyOf(change.before) !== propertyOf(change.after)) return breaksBoth;
  const { lost, gained, moved } = mappingChange(change);
  if (moved.length === 0 && (lost.length === 0 || gained.length === 0) && hasOtherAlternatives(change))
    return editorial;
  // A value that a server sends, or accepts, now means another schema.
  if (moved.length > 0 || (lost.length > 0 && gained.length > 0)) return breaksBoth;
  // A name that is only new is one more value that may come.
  return lost.length === 0 ? effectsOf("wider", change.direction) : whatReadsIt;
}

/** An alternative that came or went with its name is judged by the rule for alternatives. */
const hasOtherAlternatives = ({ holder: { before, after } }: SchemaChange) =>
  !isEqual(before.oneOf, after.oneOf) || !isEqual(before.anyOf, after.anyOf);

/** Where in the discriminator the change is, if both contracts have it there. */
export function changedInDiscriminator({ before, after }: Values): Tokens {
  if (isEqual(propertyOf(before), propertyOf(after)))
    return [before, after].every((each) => record(each).mapping) ? ["mapping"] : [];
  return [before, after].every((each) => propertyOf(each)) ? ["propertyName"] : [];
}

const propertyOf = (discriminator: unknown) => record(discriminator).propertyName;

/** The names in `mapping` that only one of the two has, and those that lead to another schema. */
function mappingChange({ before, after, holder }: SchemaChange) {
  const [was, is] = [record(record(before).mapping), record(record(after).mapping)];
  const isSame = (name: string) => {
    const [one, other] = [
      alternativeAt(was[name], before, holder.before),
      alternativeAt(is[name], after, holder.after),
    ];
    return isEqual(was[name], is[name]) || (one !== undefined && isEqual(one, other));
  };
  return {
    lost: Object.keys(was).filter((name) => !(name in is)),
    gained: Object.keys(is).filter((name) => !(name in was)),
    moved: Object.keys(was).filter((name) => name in is && !isSame(name)),
  };
}

/** The alternative of `holder` to which a reference of its discriminator leads; undefined if none is written there. */
function alternativeAt(reference: unknown, discriminator: unknown, holder: Json): unknown {
  const { name } = targetOf(String(reference), originOf(discriminator)?.file ?? "");
  return [...list(holder.oneOf), ...list(holder.anyOf)].find((alternative) => {
    const origin = originOf(resolved(alternative));
    return origin !== undefined && name === `${origin.file}#${formatPointer(origin.tokens)}`;
  });
}

/** Only names of components differ: every name in the mapping leads to the same schema as before. */
export function hasSameMapping(change: SchemaChange): boolean {
  const { before, after } = change;
  const isSameOtherwise = isEqual(without(record(before), "mapping"), without(record(after), "mapping"));
  return isSameOtherwise && Object.values(mappingChange(change)).every((names) => names.length === 0);
}

function describeDiscriminator(change: SchemaChange): string {
  if (isAdded(change)) return "discriminator was added";
  if (isRemoved(change)) return "discriminator was removed";
  const [was, is] = [propertyOf(change.before), propertyOf(change.after)];
  if (was !== is) return describeChange("the discriminator's propertyName", { before: was, after: is });
  const parts = Object.entries(mappingChange(change)).flatMap(([what, names]) =>
    names.length === 0 ? [] : [`${verbs[what]} ${names.join(", ")}`],
  );
  return parts.length === 0 ? "discriminator changed" : `the discriminator's mapping ${parts.join(" and ")}`;
}

const verbs: Readonly<Record<string, string>> = { lost: "loses", gained: "gains", moved: "has another schema for" };
