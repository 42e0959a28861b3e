/** Judges a difference inside a schema. */
import { isRecord } from "../../../spec/contract.ts";
import type { Difference } from "../engine/difference.ts";
import { additive, breaksBoth, breaksClients, breaksImplementers, type Effects, editorial } from "./change.ts";
import type { Direction } from "./place.ts";
import { effectsOf, isText, relationOf } from "./relation.ts";
import { said } from "./words.ts";

/** What a rule says of a difference. `text` follows the subject: `may be null`. */
export interface Judgement {
  readonly rule: string;
  readonly effects: Effects;
  readonly text: string;
  /** The engine calls it breaking for clients, and need not be heard. */
  readonly isSure?: true;
}

/** What stands around a difference in a schema. */
export interface SchemaContext {
  readonly direction: Direction;
  /** The schema that holds the difference, in BASE and in HEAD. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

const isOpen = (schema: Readonly<Record<string, unknown>>) =>
  schema.additionalProperties !== false && schema.unevaluatedProperties !== false;

const requires = (schema: Readonly<Record<string, unknown>>, name: string) =>
  Array.isArray(schema.required) && schema.required.includes(name);

const has = (schema: Readonly<Record<string, unknown>>, name: string) =>
  isRecord(schema.properties) && Object.hasOwn(schema.properties, name);

/** A property that is new. What need not be there breaks nobody, unless no other properties were allowed. */
export function propertyAdded(name: string, { direction, before, after }: SchemaContext): Judgement {
  const isRequired = requires(after, name) && !requires(before, name);
  const rule = isRequired ? "property.added-required" : "property.added";
  const text = isRequired ? `new, and required in the ${direction}` : `new in the ${direction}`;
  if (isRequired) {
    const isClosed = direction === "response" && !isOpen(before);
    return { rule, text, effects: isClosed ? breaksBoth : effectsOf("narrower", direction) };
  }
  return { rule, text, effects: isOpen(before) ? additive : effectsOf("wider", direction) };
}

/** A property that is gone: whoever used it no longer can. */
export function propertyRemoved(name: string, { direction, before, after }: SchemaContext): Judgement {
  const wasRequired = requires(before, name);
  const implementersFail = direction === "request" ? wasRequired && !requires(after, name) : !isOpen(after);
  return {
    rule: wasRequired ? "property.removed-required" : "property.removed",
    text: `no longer in the ${direction}`,
    effects: implementersFail ? breaksBoth : breaksClients,
  };
}

/** `required`, without the names that came or went with their property: those are told there. */
export function requiredChanged({
  direction,
  before,
  after,
}: SchemaContext): readonly (Judgement & { readonly name: string })[] {
  const names = (schema: Readonly<Record<string, unknown>>) =>
    Array.isArray(schema.required) ? schema.required.map(String) : [];
  const added = names(after).filter((name) => !requires(before, name) && !(has(after, name) && !has(before, name)));
  const removed = names(before).filter((name) => !requires(after, name) && !(has(before, name) && !has(after, name)));
  return [
    ...added.map((name) => ({
      name,
      rule: "property.required",
      text: `now required in the ${direction}`,
      effects: effectsOf("narrower", direction),
    })),
    ...removed.map((name) => ({
      name,
      rule: "property.optional",
      text: `no longer required in the ${direction}`,
      effects: effectsOf("wider", direction),
    })),
  ];
}

/** A keyword whose value changed, came or went. `undefined`: it is not there. */
export function keywordChanged(keyword: string, before: unknown, after: unknown, direction: Direction): Judgement {
  const change = moved(keyword, before, after);
  if (isText(keyword)) return { rule: "text", text: `${keyword} changed`, effects: editorial };
  if (keyword === "deprecated") return deprecation(after === true);
  if (keyword === "default") return defaultChanged(before, after, direction);
  if (keyword === "readOnly" || keyword === "writeOnly")
    return { rule: "schema.access", text: `${change} in the ${direction}`, effects: access(keyword, after, direction) };
  const relation = relationOf(keyword, before, after);
  const rule = `schema.${keyword === "const" ? "enum" : keyword}`;
  const text = keyword === "type" && relation !== "other" ? (nullability(before, after) ?? change) : change;
  return { rule, text: `${text} in the ${direction}`, effects: effectsOf(relation, direction) };
}

/** What is read only stands in no request, and what is written only in no response; to the others it says nothing. */
function access(keyword: "readOnly" | "writeOnly", after: unknown, direction: Direction): Effects {
  if ((keyword === "readOnly") !== (direction === "request")) return editorial;
  return after === true ? breaksClients : direction === "request" ? breaksImplementers : additive;
}

/** Who generates code reads how alternatives are told apart; what is valid is the same. */
export const hintChanged = (hint: string, isAdded: boolean, direction: Direction): Judgement => ({
  rule: "schema.hint",
  text: `${hint} ${isAdded ? "is new" : "changed"} in the ${direction}`,
  effects: { clients: hint === "discriminator" && !isAdded ? "breaking" : "editorial", implementers: "editorial" },
});

function moved(keyword: string, before: unknown, after: unknown): string {
  if (before === undefined) return `${keyword} ${said(after, keyword)} is new`;
  if (after === undefined) return `${keyword} ${said(before, keyword)} is gone`;
  return `${keyword} was ${said(before, keyword)}, and is ${said(after, keyword)}`;
}

function nullability(before: unknown, after: unknown): string | undefined {
  const without = (types: unknown) =>
    [types]
      .flat()
      .filter((type) => type !== "null")
      .join();
  if (before === undefined || after === undefined || without(before) !== without(after)) return undefined;
  return [after].flat().includes("null") ? "may be null" : "may no longer be null";
}

/** Semantic versioning asks for a minor version where something is deprecated. */
export const deprecation = (isNow: boolean): Judgement => ({
  rule: "deprecated",
  text: isNow ? "deprecated" : "no longer deprecated",
  effects: { clients: isNow ? "additive" : "editorial", implementers: "editorial" },
});

/** What a server takes for granted is its duty; of a response it is a remark. */
function defaultChanged(before: unknown, after: unknown, direction: Direction): Judgement {
  const text = moved("default", before, after);
  const rule = "schema.default";
  if (direction === "response") return { rule, text, effects: editorial };
  return { rule, text, effects: before === undefined ? breaksImplementers : breaksBoth };
}

/** A schema, or a list of them, that came or went as the value of `keyword`; `rest` leads further down. */
export function subschemaChanged(
  keyword: string,
  isMember: boolean,
  difference: Difference,
  direction: Direction,
): Judgement {
  const isAdded = difference.kind === "added";
  const grows = isMember && (keyword === "anyOf" || keyword === "oneOf");
  const relation = isAdded === grows ? "wider" : "narrower";
  const what = isMember ? `a member of ${keyword}` : keyword;
  return {
    rule: `schema.${keyword}`,
    text: `${what} is ${isAdded ? "new" : "gone"} in the ${direction}`,
    effects: effectsOf(relation, direction),
  };
}
