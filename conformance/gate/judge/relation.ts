/** Whether a keyword of a schema now allows fewer values, more, or others. */

import { breaksBoth, breaksClients, breaksImplementers, type Effects, editorial } from "./change.ts";
import type { Direction } from "./place.ts";

/** `narrower`: all that is valid now was valid before · `wider`: the other way round · `other`: neither · `same`. */
export type Relation = "narrower" | "wider" | "other" | "same";

/**
 * A narrower request breaks those who send what was taken; a wider one those who refuse it. A narrower response breaks
 * those who answered what is no longer allowed; a wider one those who read it.
 */
export function effectsOf(relation: Relation, direction: Direction): Effects {
  if (relation === "same") return editorial;
  if (relation === "other") return breaksBoth;
  return (relation === "narrower") === (direction === "request") ? breaksClients : breaksImplementers;
}

const texts = new Set([
  "title",
  "description",
  "summary",
  "example",
  "examples",
  "$comment",
  "externalDocs",
  "$id",
  "$anchor",
  "$schema",
]);
const upper = new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"]);
const lower = new Set(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"]);
/** To have them allows less than not to have them. */
const restricting = new Set([
  ...["format", "pattern", "contentEncoding", "contentMediaType", "contentSchema", "uniqueItems", "multipleOf"],
  ...["items", "prefixItems", "contains", "propertyNames", "patternProperties", "properties", "dependentRequired"],
  ...["dependentSchemas", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "const"],
]);

/** It is a text, or a property of the author's own. */
export const isText = (keyword: string) =>
  texts.has(keyword) || (keyword.startsWith("x-") && keyword !== "x-recursion");

/** `undefined`: the keyword is not there. */
export function relationOf(keyword: string, before: unknown, after: unknown): Relation {
  if (JSON.stringify(before) === JSON.stringify(after) || isText(keyword)) return "same";
  if (keyword === "type") return typesRelation(before, after);
  if (keyword === "enum") return setRelation(before, after);
  if (keyword === "required") return flipped(setRelation(before ?? [], after ?? []));
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") return openness(before, after);
  if (keyword === "format" && typeof before === "string" && typeof after === "string") {
    return within[after] === before ? "wider" : within[before] === after ? "narrower" : "other";
  }
  if (upper.has(keyword)) return boundRelation(before, after, (now, then) => now < then);
  if (lower.has(keyword)) return boundRelation(before, after, (now, then) => now > then);
  if (restricting.has(keyword)) return before === undefined ? "narrower" : after === undefined ? "wider" : "other";
  return "other";
}

/** Formats of numbers, each with the one that is part of it. */
const within: Readonly<Record<string, string>> = { int64: "int32", double: "float" };

function flipped(relation: Relation): Relation {
  return relation === "narrower" ? "wider" : relation === "wider" ? "narrower" : relation;
}

/** A missing list allows everything. */
function setRelation(before: unknown, after: unknown): Relation {
  if (!Array.isArray(before)) return "narrower";
  if (!Array.isArray(after)) return "wider";
  return inclusion(
    before.map((value) => JSON.stringify(value)),
    after.map((value) => JSON.stringify(value)),
  );
}

function inclusion(before: readonly string[], after: readonly string[]): Relation {
  const loses = before.some((value) => !after.includes(value));
  const gains = after.some((value) => !before.includes(value));
  return loses && gains ? "other" : loses ? "narrower" : gains ? "wider" : "same";
}

/** An integer is a number. */
function typesRelation(before: unknown, after: unknown): Relation {
  if (before === undefined) return "narrower";
  if (after === undefined) return "wider";
  const whole = (types: unknown) =>
    [types]
      .flat()
      .map(String)
      .flatMap((type) => (type === "number" ? ["number", "integer"] : [type]));
  return inclusion(whole(before), whole(after));
}

/** `false` allows least, a schema less than nothing said. */
function openness(before: unknown, after: unknown): Relation {
  const rank = (value: unknown) => (value === false ? 0 : value === undefined ? 2 : 1);
  if (rank(before) === rank(after)) return "other";
  return rank(after) < rank(before) ? "narrower" : "wider";
}

function boundRelation(before: unknown, after: unknown, isTighter: (now: number, then: number) => boolean): Relation {
  if (before === undefined) return "narrower";
  if (after === undefined) return "wider";
  return isTighter(Number(after), Number(before)) ? "narrower" : "wider";
}
