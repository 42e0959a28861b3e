/** Whether the values that a schema keyword allows now are a part of those that it allowed before, or the other way round. */

import { isRecord } from "../../../spec/contract.ts";
import { exactlyOne } from "../comparison/align-alternatives.ts";
import { isCircular, recursion } from "../document/circular.ts";
import { isEqual } from "../document/equality.ts";
import { type Json, list, mapEntries, record } from "../document/json.ts";
import { isKeyword } from "../document/normal-schema.ts";
import { areSameNumber, isNumber, jsonText } from "../document/numbers.ts";
import { ownValues, subtypes } from "../document/subtypes.ts";
import type { Direction } from "./contract-place.ts";
import { breaksBoth, breaksClients, breaksImplementers, type Effects, editorial } from "./effects.ts";

/** `narrower`: every value that is valid now was valid before · `wider`: the other way round · `other`: neither · `same`: both. */
export type Containment = "narrower" | "wider" | "other" | "same";

/**
 * A narrower request breaks clients, who may send what was valid before; a wider one breaks servers, which may refuse it. A
 * narrower response breaks servers, which may send what was valid before; a wider one breaks clients, who have to read it.
 */
export function effectsOf(containment: Containment, direction: Direction): Effects {
  if (containment === "same") return editorial;
  if (containment === "other") return breaksBoth;
  return (containment === "narrower") === (direction === "request") ? breaksClients : breaksImplementers;
}

const texts = new Set([
  ...["title", "description", "summary", "example", "examples", "$comment", "externalDocs"],
  ...["$id", "$anchor", "$schema"],
]);
const upper = new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"]);
const lower = new Set(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"]);
/** A schema with them allows fewer values than one without them. `schema` is the schema as a whole. */
export const restricting: ReadonlySet<string> = new Set([
  ...["type", "enum", "format", "pattern", "contentEncoding", "contentMediaType", "contentSchema", "uniqueItems"],
  ...["multipleOf", "items", "prefixItems", "contains", "propertyNames", "patternProperties", "properties"],
  ...["dependentRequired", "dependentSchemas", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "const"],
  ...["schema", ...upper, ...lower],
]);

export const isRestricting = (keyword: string) => restricting.has(keyword);

/** The keyword is a text, an example or an extension. */
export const isText = (keyword: string) =>
  texts.has(keyword) || (keyword.startsWith("x-") && ![recursion, exactlyOne, subtypes, ownValues].includes(keyword));

/** `undefined`: the schema does not have the keyword. */
export const containmentOf = (keyword: string, before: unknown, after: unknown): Containment =>
  compareKeyword(keyword, withDefault(keyword, before), withDefault(keyword, after));

/** Without `minContains` one item must match `contains`. */
const withDefault = (keyword: string, value: unknown) => (keyword === "minContains" && value === undefined ? 1 : value);

function compareKeyword(keyword: string, before: unknown, after: unknown): Containment {
  if (isEqual(before, after) || isText(keyword)) return "same";
  if (keyword === "format" && (isHint(before) || isHint(after)))
    return containmentOf(keyword, isHint(before) ? undefined : before, isHint(after) ? undefined : after);
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") return compareOpenness(before, after);
  if (!restricting.has(keyword)) return "other";
  if (before === undefined) return "narrower";
  if (after === undefined) return "wider";
  return compareValues(keyword, before, after);
}

/**
 * For schemas as a whole, keyword by keyword. What differs in more than one way, or inside a keyword, is `other`, and so are keywords
 * whose meaning depends on others.
 */
export function schemaContainment(one: Json, other: Json): Containment {
  const [before, after] = [withoutTexts(one), withoutTexts(other)];
  if (isEqual(before, after)) return "same";
  const isClosed = [before, after].some((schema) => closing.some((keyword) => keyword in schema));
  if (isClosed && closed.some((keyword) => !isEqual(before[keyword], after[keyword]))) return "other";
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [first = "same", ...others] = new Set(
    keywords
      .map((keyword) => containmentOf(keyword, before[keyword], after[keyword]))
      .filter((each) => each !== "same"),
  );
  return others.length === 0 ? first : "other";
}

function compareSchemas(before: unknown, after: unknown): Containment {
  // Nothing is valid.
  if (after === false) return "narrower";
  return before === false ? "wider" : schemaContainment(record(before), record(after));
}

function compareValues(keyword: string, before: unknown, after: unknown): Containment {
  if (keyword === "not") return opposite(compareSchemas(before, after));
  if (after === false || before === false) return compareSchemas(before, after);
  // What is required of more properties rules out more.
  if (keyword === "dependentRequired") return opposite(compareSets(requirementsOf(before), requirementsOf(after)));
  if (keyword === "type") return compareSets(typesOf(before), typesOf(after));
  if (keyword === "enum") return compareSets(list(before).map(textOf), list(after).map(textOf));
  if (keyword === "multipleOf") return compareDivisors(Number(before), Number(after));
  if (keyword === "format") return compareFormats(String(before), String(after));
  if (upper.has(keyword)) return isLess(after, before) ? "narrower" : "wider";
  if (lower.has(keyword)) return isLess(before, after) ? "narrower" : "wider";
  return "other";
}

/** These say what else is allowed beside those. */
const closing = ["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "if"];
const closed = ["properties", "patternProperties", "prefixItems", "if", "then", "else"];

/** The schema without titles, descriptions and examples, also those inside it. */
function withoutTexts(schema: Json): Json {
  const inside = (value: unknown): unknown => (isRecord(value) && !isCircular(value) ? withoutTexts(value) : value);
  const entries = Object.entries(schema).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (isText(key)) return [];
    if (isKeyword("single", key)) return [[key, inside(value)]];
    if (isKeyword("named", key)) return [[key, mapEntries(value, inside)]];
    return [[key, isKeyword("list", key) ? list(value).map(inside) : value]];
  });
  return Object.fromEntries(entries);
}

/** The containment of schemas, by that of what they rule out, such as the schema of `not`: a narrower one rules out less, so the result is wider. */
function opposite(containment: Containment): Containment {
  if (containment === "narrower") return "wider";
  return containment === "wider" ? "narrower" : containment;
}

/** Each name in `dependentRequired` with each property that it requires. */
const requirementsOf = (dependent: unknown) =>
  Object.entries(record(dependent)).flatMap(([name, required]) =>
    list(required).map((each) => JSON.stringify([name, each])),
  );

function compareFormats(before: string, after: string): Containment {
  if (includedFormats[after] === before) return "wider";
  return includedFormats[before] === after ? "narrower" : "other";
}

/** Every multiple of 10 is one of 5. */
function compareDivisors(before: number, after: number): Containment {
  if (isMultiple(after, before)) return "narrower";
  return isMultiple(before, after) ? "wider" : "other";
}

/** Within the precision of a number: 0.3 / 0.1 is a little less than 3. */
function isMultiple(value: number, divisor: number): boolean {
  const ratio = value / divisor;
  return Math.abs(ratio - Math.round(ratio)) < ratio * 1e-12;
}

/** Formats that every text has: they say how it is shown. */
const isHint = (format: unknown) => format === "password" || format === "commonmark";

const isLess = (one: unknown, other: unknown) => isNumber(one) && isNumber(other) && one < other;

const textOf = (value: unknown) => jsonText(value) ?? "";

/** Formats of numbers, each with the format that it includes. */
const includedFormats: Readonly<Record<string, string>> = { int64: "int32", double: "float" };

function compareSets(before: readonly string[], after: readonly string[]): Containment {
  const hasLost = before.some((value) => !after.includes(value));
  const hasGained = after.some((value) => !before.includes(value));
  if (hasLost && hasGained) return "other";
  if (hasLost) return "narrower";
  return hasGained ? "wider" : "same";
}

/** An integer is a number. */
const typesOf = (types: unknown) =>
  [types].flat().flatMap((type) => (type === "number" ? ["number", "integer"] : [String(type)]));

/** No value is valid under both types, so that no other keyword matters. */
export const haveOtherTypes = ({ before, after }: { readonly before: Json; readonly after: Json }) =>
  before.type !== undefined &&
  after.type !== undefined &&
  !typesOf(before.type).some((type) => typesOf(after.type).includes(type));

/** Both list their values, which differ, and there are values of a type that both have. */
export const haveOtherValues = (holder: { readonly before: Json; readonly after: Json }) =>
  [holder.before, holder.after].every((schema) => Array.isArray(schema.enum)) &&
  !isEqual(holder.before.enum, holder.after.enum) &&
  !haveOtherTypes(holder);

/** `false` allows the fewest values, a schema fewer than no keyword. */
function compareOpenness(before: unknown, after: unknown): Containment {
  if (opennessRank(before) === opennessRank(after)) return "other";
  return opennessRank(after) < opennessRank(before) ? "narrower" : "wider";
}

function opennessRank(value: unknown): number {
  if (value === false) return 0;
  return value === undefined ? 2 : 1;
}

/** A bound that is inclusive in one schema, and exclusive in the other. */
export function boundContainment(before: Json, after: Json, side: "minimum" | "maximum"): Containment {
  const exclusive = side === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  const [was, is] = [before, after].map((schema) => schema[exclusive] ?? schema[side]);
  if (!isNumber(was) || !isNumber(is)) return "other";
  const isTighter = side === "minimum" ? is > was : is < was;
  return isTighter || (areSameNumber(is, was) && exclusive in after) ? "narrower" : "wider";
}
