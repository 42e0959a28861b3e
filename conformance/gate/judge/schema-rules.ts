/** The rules for changes inside a schema. */
import { exactlyOne } from "../comparison/align-alternatives.ts";
import { propertyAround } from "../comparison/wrapping.ts";
import { recursion } from "../document/circular.ts";
import { isEqual } from "../document/equality.ts";
import { record } from "../document/json.ts";
import { isKeyword } from "../document/normal-schema.ts";
import { isAccess } from "./access.ts";
import { boundRule } from "./bound-rule.ts";
import { deprecationRule } from "./deprecation-rule.ts";
import { describeChange, describeEnum, verbOf } from "./describe.ts";
import { discriminatorRule, ownValuesRule, subtypeRule } from "./discriminator-rule.ts";
import { breaksBoth, breaksImplementers, type Effects, editorial } from "./effects.ts";
import { hasOverlap } from "./overlap.ts";
import { propertyRules } from "./property-rules.ts";
import { isAdded, isRemoved, type Rule, type Values } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";
import { containmentOf, effectsOf, isText } from "./schema-containment.ts";
import {
  accessEffects,
  conditionContainment,
  hasCondition,
  isOpen,
  memberContainment,
  movedIntoParts,
  partsContainment,
  unquotedContainment,
} from "./schema-effects.ts";

export const schemaRules: readonly Rule<SchemaChange>[] = [
  {
    id: "schema.access",
    applies: ({ isLeftOut, keyword }) => isLeftOut && !isText(keyword),
    effects: editorial,
    text: ({ direction, message }) =>
      `changed, but it is not part of the ${message} (${direction === "request" ? "readOnly" : "writeOnly"})`,
  },
  {
    id: "schema.wrapped",
    applies: ({ before, after }) => (propertyAround(before, after) ?? propertyAround(after, before)) !== undefined,
    effects: breaksBoth,
    text: ({ before, after, message }) => {
      const name = propertyAround(before, after);
      return name === undefined
        ? `is no longer inside ${propertyAround(after, before)} in the ${message}`
        : `is now inside ${name} in the ${message}`;
    },
  },
  {
    id: "schema.type",
    applies: ({ keyword }) => keyword === recursion,
    effects: breaksBoth,
    text: (change) => {
      const other = isRemoved(change) ? "is no longer" : "is another than";
      return `${isAdded(change) ? "is now" : other} the schema that contains it (a circular $ref), in the ${change.message}`;
    },
  },
  {
    id: "schema.oneOf",
    applies: ({ keyword }) => keyword === exactlyOne,
    effects: (change) => effectsOf(isAdded(change) ? "narrower" : "wider", change.direction),
    text: (change) =>
      isAdded(change)
        ? `a value must now match exactly one alternative in the ${change.message} (anyOf became oneOf)`
        : `a value that matches several alternatives is no longer ruled out in the ${change.message} (oneOf became anyOf)`,
  },
  {
    id: "schema.if",
    applies: ({ keyword }) => ["if", "then", "else"].includes(keyword),
    effects: ({ holder, direction }) => effectsOf(conditionContainment(holder), direction),
    text: ({ holder, message }) => `${describeCondition(holder)} in the ${message}`,
  },
  ...(["minimum", "maximum"] as const).map((side) => boundRule(side)),
  {
    id: "text",
    applies: ({ keyword }) => isText(keyword),
    effects: editorial,
    text: (change) =>
      change.keyword === "x-sunset"
        ? describeChange(change.keyword, change)
        : `${change.keyword} ${verbOf(change, change.keyword === "examples" ? "were" : "was")}`,
  },
  discriminatorRule,
  subtypeRule,
  ownValuesRule,
  {
    id: "schema.xml",
    applies: ({ keyword }) => keyword === "xml",
    effects: ({ isXml }) => (isXml ? breaksBoth : editorial),
    text: ({ isXml, message, ...values }) => `${describeXml(values)} in ${isXml ? "the XML of " : ""}the ${message}`,
  },
  deprecationRule(({ keyword }) => keyword === "deprecated"),
  {
    // A default in a request is something that servers must do; in a response it is a remark.
    id: "schema.default",
    applies: ({ keyword }) => keyword === "default",
    effects: (change) => {
      if (change.direction === "response") return editorial;
      return isAdded(change) ? breaksImplementers : breaksBoth;
    },
    text: (change) => describeChange("default", change),
  },
  {
    id: "schema.access",
    applies: ({ keyword }) => isAccess(keyword),
    effects: accessEffects,
    text: inDirection,
  },
  ...propertyRules,
  {
    id: keywordId,
    applies: ({ keyword, holder }) => keyword === "allOf" && movedIntoParts(holder).length > 0,
    effects: ({ holder, direction }) => effectsOf(partsContainment(holder), direction),
    text: ({ holder, message }) => {
      const what = { wider: "allOf loses a schema", narrower: "allOf gains a schema" };
      const containment = partsContainment(holder);
      return containment === "wider" || containment === "narrower"
        ? `${what[containment]} in the ${message}`
        : `the combination of schemas (allOf) changed in the ${message}; which of the two allows more cannot be compared`;
    },
  },
  {
    id: keywordId,
    applies: ({ keyword, member }) => member !== undefined && isKeyword("list", keyword),
    effects: (change) => effectsOf(memberContainment(change), change.direction),
    text: (change) => {
      const { keyword, memberName = "a schema", message } = change;
      if (!isAdded(change) && !isRemoved(change))
        return `${describeChange(`a member of ${keyword}`, change)} in the ${message}`;
      const gains = `${keyword} ${isAdded(change) ? "gains" : "loses"} ${memberName} in the ${message}`;
      if (!hasOverlap(change)) return gains;
      return `${gains}; a value that it and another alternative accept is ${isAdded(change) ? "now" : "no longer"} refused`;
    },
  },
  {
    // Clients read a map by any key, as they read a property by its name. What was open by default only promised them nothing.
    id: keywordId,
    applies: ({ keyword, direction, after, isDeclaredOpen }) =>
      keyword === "additionalProperties" && direction === "response" && after === false && isDeclaredOpen,
    effects: breaksBoth,
    text: ({ message }) => `may no longer have other properties in the ${message}, where BASE has a map`,
  },
  {
    id: keywordId,
    applies: (change) => change.keyword === "patternProperties" && (isAdded(change) || isRemoved(change)),
    effects: (change) =>
      change.direction === "response" && isRemoved(change) && !isOpen(change.holder.after)
        ? breaksBoth
        : effectsOf(memberContainment(change), change.direction),
    text: inDirection,
  },
  {
    id: "schema.type",
    applies: (change) => unquotedContainment(change) !== undefined,
    effects: (change) => effectsOf(unquotedContainment(change) ?? "other", change.direction),
    text: inDirection,
  },
  {
    // Bytes that were sent as they are, and are now encoded, are not the same text.
    id: keywordId,
    applies: ({ keyword, holder }) =>
      keyword === "contentEncoding" &&
      [holder.before, holder.after].every(({ contentMediaType }) => contentMediaType !== undefined),
    effects: breaksBoth,
    text: inDirection,
  },
  {
    id: "schema.type",
    applies: ({ keyword, before, after }) =>
      keyword === "type" &&
      before !== undefined &&
      after !== undefined &&
      isEqual(withoutNull(before), withoutNull(after)),
    effects: keywordEffects,
    text: ({ after, message }) =>
      `${[after].flat().includes("null") ? "may be null" : "may no longer be null"} in the ${message}`,
  },
  {
    id: "schema.enum",
    applies: ({ keyword }) => keyword === "enum",
    effects: keywordEffects,
    text: (change) => `${describeEnum(change)} in the ${change.message}`,
  },
  {
    id: keywordId,
    applies: ({ keyword, before, after }) =>
      keyword === "additionalProperties" && [before, after].includes(false) && [before, after].includes(undefined),
    effects: keywordEffects,
    text: ({ after, message }) =>
      `may ${after === false ? "no longer" : "now"} have other properties in the ${message}`,
  },
  {
    id: keywordId,
    applies: ({ keyword, before, after }) =>
      keyword === "additionalProperties" && (before === undefined || after === undefined),
    effects: keywordEffects,
    text: ({ after, message }) =>
      `other properties ${after === undefined ? "may now have any value" : "must now match a schema"} in the ${message}`,
  },
  {
    id: keywordId,
    applies: ({ member, before, after }) => member !== undefined && [before, after].includes(false),
    // Clients read by its name what is gone from a response.
    effects: (change) =>
      change.keyword === "properties" && change.direction === "response" && change.after === false && !isAdded(change)
        ? breaksBoth
        : keywordEffects(change),
    text: ({ after, message, holder }) => {
      const isByOpenness = isOpen(holder.before) && !isOpen(holder.after);
      const reason = after === false && isByOpenness ? ", by additionalProperties: false" : "";
      return `${after === false ? "is no longer" : "is now"} allowed in the ${message}${reason}`;
    },
  },
  {
    id: keywordId,
    applies: ({ keyword, before, after }) => keyword === "pattern" && before !== undefined && after !== undefined,
    effects: keywordEffects,
    text: (change) => `${inDirection(change)}; which of the two allows more cannot be compared`,
  },
  { id: keywordId, applies: () => true, effects: keywordEffects, text: inDirection },
];

function keywordId({ keyword }: SchemaChange): string {
  return `schema.${keyword}`;
}

function keywordEffects({ keyword, before, after, direction }: SchemaChange): Effects {
  return effectsOf(containmentOf(keyword, before, after), direction);
}

/** `a condition (if, then, else) is new`, or each of the keywords that changed. */
function describeCondition({ before, after }: SchemaChange["holder"]): string {
  const state = hasCondition(after) ? "is new" : "is gone";
  if (!hasCondition(before) || !hasCondition(after)) return `a condition (if, then, else) ${state}`;
  const keywords = ["if", "then", "else"].filter((keyword) => !isEqual(before[keyword], after[keyword]));
  const changes = keywords.map((keyword) =>
    describeChange(keyword, { before: before[keyword], after: after[keyword] }),
  );
  return `of a condition, ${changes.join(" and ")}`;
}

function inDirection(change: SchemaChange): string {
  // For the keyword `not`: without this, the text would be "not changed", as if nothing had changed.
  return `${describeChange(change.keyword, change).replace(/^not /, "the schema of not ")} in the ${change.message}`;
}

/** `xml.name changed from bike to bicycle`, for each field that differs. */
function describeXml({ before, after }: Values): string {
  const [was, is] = [record(before), record(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !isEqual(was[name], is[name]));
  return names.map((name) => describeChange(`xml.${name}`, { before: was[name], after: is[name] })).join(", ");
}

const withoutNull = (types: unknown) => [types].flat().filter((type) => type !== "null");
