/** Describes values and places in the words of the reports. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { resolved } from "../document/circular.ts";
import { isEqual } from "../document/equality.ts";
import { list } from "../document/json.ts";
import { isKeyword } from "../document/normal-schema.ts";
import { jsonText } from "../document/numbers.ts";
import type { Origin } from "../document/origins.ts";
import { type ContractPlace, schemaSteps } from "./contract-place.ts";
import type { Values } from "./rule.ts";

/** `string or null` for a type, `a, b` for a list of values, `nothing` for undefined. */
export function describeValue(value: unknown, keyword = ""): string {
  if (value === undefined) return "nothing";
  if (keyword === "type")
    return [value]
      .flat()
      .toSorted((a, b) => Number(a === "null") - Number(b === "null"))
      .join(" or ");
  if ((keyword === "enum" || keyword === "required") && Array.isArray(value))
    return value.map((each) => describeValue(each)).join(", ");
  return typeof value === "string" && value !== "" ? value : truncatedJson(value);
}

/** `maxLength 36 was added`, `format email was removed`, `format changed from date-time to date`, `not.enum changed from ["x"] to ["x","y"]`. */
export function describeChange(name: string, values: Values): string {
  const [part, { before, after }] = smallestDifference(name, values);
  const value = (each: unknown) => {
    const isStructure = typeof each === "object" && each !== null && name !== "enum" && name !== "type";
    if (!isStructure) return ` ${describeValue(each, name)}`;
    return part === name && (before === undefined || after === undefined)
      ? ""
      : ` ${truncatedJson(each, maxStructure)}`;
  };
  if (before === undefined) return `${part}${value(after)} was added`;
  if (after === undefined) return `${part}${value(before)} was removed`;
  return value(before) === value(after)
    ? `${part} changed from ${truncatedJson(before)} to ${truncatedJson(after)}`
    : `${part} changed from${value(before)} to${value(after)}`;
}

/** A value as JSON, cut at `max` characters. */
function truncatedJson(value: unknown, max = 120): string {
  const text = jsonText(value) ?? "nothing";
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** The most characters of an object or a list in a sentence. */
const maxStructure = 60;

/** Inside objects that differ in one key, the name of its value, and that value. */
function smallestDifference(name: string, values: Values): readonly [string, Values] {
  const [before, after] = [values.before, values.after].map(resolved);
  if (!isRecord(before) || !isRecord(after)) return [name, values];
  const [key, ...others] = Object.keys({ ...before, ...after }).filter((each) => !isEqual(before[each], after[each]));
  if (key === undefined || others.length > 0) return [name, values];
  return smallestDifference(`${name}.${key}`, { before: before[key], after: after[key] });
}

/** `was added`, `was removed` or `changed`: what happened to a text that is too long to be shown. */
export function verbOf({ before, after }: Values, was = "was"): string {
  if (before === undefined) return `${was} added`;
  return after === undefined ? `${was} removed` : "changed";
}

/** `must now be "done" (const)`, `the value changed from done to open`, `enum gains praise`. */
export function describeEnum({ before, after }: Values): string {
  if (before === undefined || after === undefined) {
    const [values, verb] = before === undefined ? [after, "must now"] : [before, "need no longer"];
    const [only, ...others] = list(values);
    return others.length === 0
      ? `${verb} be ${truncatedJson(only)} (const)`
      : `${verb} be one of ${namesOf(list(values))}`;
  }
  if (list(before).length === 1 && list(after).length === 1)
    return describeChange("the value", { before: list(before)[0], after: list(after)[0] });
  const without = (values: unknown, others: unknown) =>
    list(values).filter((value) => !list(others).some((other) => isEqual(value, other)));
  const [lost, gained] = [without(before, after), without(after, before)];
  const parts = [gained.length > 0 && `gains ${namesOf(gained)}`, lost.length > 0 && `loses ${namesOf(lost)}`];
  return `enum ${parts.filter(Boolean).join(" and ")}`;
}

const namesOf = (values: readonly unknown[]) => values.map((value) => describeValue(value)).join(", ");

/** The names of the properties among the tokens of a schema, in their order. */
export const propertiesOn = (tokens: Tokens): readonly string[] =>
  schemaSteps(tokens).flatMap(({ keyword, member = "" }) => (keyword === "properties" ? [member] : []));

/** The tokens within a schema as `data[].slug`; empty for the schema itself. What is in a part of `allOf` is in the whole. */
function describeTokens(tokens: Tokens): string {
  const steps = schemaSteps(tokens);
  const shown = steps.filter(({ keyword }, at) => keyword !== "allOf" || at === steps.length - 1);
  return shown.reduce(withStep, "").trim();
}

function withStep(text: string, { keyword, member = "" }: ReturnType<typeof schemaSteps>[number]): string {
  if (keyword === "properties" || keyword === "patternProperties") return text === "" ? member : `${text}.${member}`;
  if (keyword === "items") return `${text}[]`;
  if (keyword === "additionalProperties") return `${text}.*`;
  return `${text} ${keyword} ${member}`.trimEnd();
}

/**
 * Which schema it is: `Feature.slug` where it was written (`origin`) in a named schema or in a file that is not the contract's
 * main file `root`; otherwise `data[].slug of the body of 200`. `written`: the name of the parameter or header.
 */
export function describeSchema(
  place: ContractPlace,
  schema: Tokens,
  origin: Origin | undefined,
  root: string,
  written: string,
): string {
  const name = nameAround(origin, root);
  if (name === undefined) return [describeTokens(schema), describePart(place, written)].filter(Boolean).join(" of ");
  const tokens = origin?.tokens ?? [];
  const path = describeTokens(isInComponent(tokens) ? tokens.slice(3) : tokens);
  return path === "" || path.startsWith("[") ? name + path : `${name}.${path}`;
}

const isInComponent = ([components, kind]: Tokens) => components === "components" && kind === "schemas";

/** The tokens of the named schema, or else of the file, in which something is written. */
export const componentTokens = (tokens: Tokens): Tokens => (isInComponent(tokens) ? tokens.slice(0, 3) : []);

/** The named schema, or else the other file, in which it is written; undefined if it is elsewhere in the main file `root`. */
export function nameAround(origin: Origin | undefined, root: string): string | undefined {
  if (origin === undefined) return undefined;
  if (isInComponent(origin.tokens)) return origin.tokens[2];
  return origin.file === root || isInMessage(origin.tokens) ? undefined : fileName(origin);
}

/** It is the schema of a parameter, a header or a body, and no property is named `schema`: a file with paths, not with schemas. */
const isInMessage = (tokens: Tokens) =>
  tokens.some((token, at) => token === "schema" && at > 0 && !isKeyword("named", tokens[at - 1] ?? ""));

/** The name of a schema that is a component of the main file `root` (`Card`), or of another file (`payment.Card`). */
export function componentName(origin: Origin | undefined, root: string): string | undefined {
  const [first, kind, component, ...inside] = origin?.tokens ?? [];
  if (origin?.file === root) return kind === "schemas" && inside.length === 0 ? component : undefined;
  const isWhole = origin !== undefined && kind === undefined;
  return isWhole ? [fileName(origin), first].filter(Boolean).join(".") : undefined;
}

/** `payment` for `schemas/payment.yaml`. */
const fileName = ({ file }: Origin) => /([^/.]+)[^/]*$/.exec(file)?.[1];

function describePart({ part, direction, status }: ContractPlace, name: string): string {
  if (part === "parameter") return `the parameter ${name}`;
  if (part === "header") return `the header ${name}`;
  return direction === "request" ? "the request body" : `the body of ${status}`;
}
