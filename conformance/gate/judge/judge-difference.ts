/** From a difference to what it means, and for whom. */
import { isRecord } from "../../../spec/contract.ts";
import type { Normal, NormalDocument } from "../document/normal.ts";
import { type Tokens, valueAt } from "../document/pointer.ts";
import type { Difference } from "../engine/difference.ts";
import { worse } from "./change.ts";
import type { Finding } from "./finding.ts";
import { judgePart } from "./part-rules.ts";
import { type ContractPlace, contractPlace } from "./place.ts";
import { isText } from "./relation.ts";
import {
  hintChanged,
  type Judgement,
  keywordChanged,
  propertyAdded,
  propertyRemoved,
  requiredChanged,
  subschemaChanged,
} from "./schema-rules.ts";
import { subject } from "./words.ts";

/** A contract in the shape in which it is compared. */
export interface Side {
  readonly normal: Normal;
  readonly aligned: NormalDocument;
}

type Json = Readonly<Record<string, unknown>>;

export function judgeDifference(difference: Difference, base: Side, head: Side): readonly Finding[] {
  const place = contractPlace(difference.tokens);
  if (place.part === "path" && place.rest.length === 0) return wholePath(difference, place, base, head);
  const found =
    place.schema === undefined
      ? apart(difference, place, base, head).flatMap((one) => ofPart(one, place, base, head))
      : ofSchema(difference, place, place.schema, base, head);
  const parameter = parameterOf(difference, base, head);
  const parameterIn = parameter === undefined ? {} : { parameterIn: String(parameter.in) };
  return found.map((finding) => ({ ...heard(finding, difference), ...named(place, base, head), ...parameterIn }));
}

/** Redocly's own verdict counts for clients where it is the worse one. */
function heard(finding: Finding, { impact }: Difference): Finding {
  if (impact !== "major" || finding.isSure || finding.rule === "text" || isMilder(finding)) return finding;
  return { ...finding, effects: { ...finding.effects, clients: worse(finding.effects.clients, "breaking") } };
}

/** What Redocly calls breaking for clients and is none: its rules look at a keyword, ours at what it lets through. */
const milder = new Set([
  "schema.anyOf",
  "schema.oneOf",
  "schema.allOf",
  "schema.format",
  "schema.type",
  "schema.enum",
  "property.added",
]);
const isMilder = ({ rule }: Finding) => milder.has(rule);

function wholePath(difference: Difference, place: ContractPlace, base: Side, head: Side): readonly Finding[] {
  const side = difference.kind === "removed" ? base : head;
  const item = side.aligned.paths[place.path ?? ""] ?? {};
  const methods = Object.keys(item).filter(
    (method) => isRecord(item[method]) && "responses" in (item[method] as object),
  );
  const isWhole = difference.property === undefined;
  const at = isWhole ? methods : [undefined];
  return at.flatMap((method) => {
    const exact: ContractPlace = method === undefined ? place : { ...place, part: "operation", method };
    const judged = judgePart(exact, difference, "");
    const tokens = [...difference.tokens, ...(method === undefined ? [] : [method])];
    return judged === undefined
      ? []
      : [{ ...finding(judged, judged.text, exact, difference, tokens), ...named(exact, base, head) }];
  });
}

/** A parameter with another name, or at another place, is one that is gone and one that is new. */
function apart(difference: Difference, place: ContractPlace, base: Side, head: Side): readonly Difference[] {
  const { property, impact } = difference;
  const isMoved = place.part === "parameter" && place.rest.length === 0 && (property === "name" || property === "in");
  if (!isMoved || difference.base === undefined || difference.head === undefined) return [difference];
  const [before, after] = [difference.base.tokens.slice(0, 5), difference.head.tokens.slice(0, 5)];
  const [was, is] = [valueAt(base.aligned, before), valueAt(head.aligned, after)];
  return [
    { kind: "removed", tokens: before, impact, base: { tokens: before, value: was } },
    { kind: "added", tokens: after, impact: "minor", head: { tokens: after, value: is } },
  ];
}

function ofPart(difference: Difference, place: ContractPlace, base: Side, head: Side): readonly Finding[] {
  const judged = judgePart(place, difference, parameterName(difference, base, head));
  if (judged === undefined) return [];
  return [finding(judged, judged.text, place, difference, keyTokens(difference))];
}

function ofSchema(
  difference: Difference,
  place: ContractPlace,
  schema: Tokens,
  base: Side,
  head: Side,
): readonly Finding[] {
  const { kind, property, tokens } = difference;
  const direction = place.direction ?? "response";
  const parameter = parameterName(difference, base, head);
  const about = (name?: string): string => {
    const way = name === undefined ? tokens : [...tokens, "properties", name];
    const { normal, aligned } = kind === "added" ? head : base;
    const inside = name === undefined ? schema : [...schema, "properties", name];
    return subject(place, inside, normal.origins.at(aligned, way), normal.loaded.root.path, parameter);
  };
  const holderAt = (up: number) => ({
    direction,
    before: record(valueAt(base.aligned, tokens.slice(0, tokens.length - up))),
    after: record(valueAt(head.aligned, tokens.slice(0, tokens.length - up))),
  });
  const told = (judged: Judgement, name?: string): Finding => ({
    ...finding(
      judged,
      `${about(name)}: ${judged.text}`,
      place,
      difference,
      name === undefined ? keyTokens(difference) : [...tokens, "properties", name],
    ),
    schema: name === undefined ? schema : [...schema, "properties", name],
  });

  const hint = hintOf(property === undefined ? schema : [...schema, property]);
  if (hint !== undefined) {
    const isAdded = kind === "added" && schema.at(-1) === hint;
    return [told(isText(hint) ? keywordChanged(hint, "", "", direction) : hintChanged(hint, isAdded, direction))];
  }
  if (kind === "modified" && property === "required") {
    return requiredChanged(holderAt(0)).map(({ name, ...judged }) => ({
      ...told(judged, name),
      ...bothKeys(tokens, "required"),
    }));
  }
  if (kind === "modified" && property !== undefined) {
    const { before, after } = holderAt(0);
    return [told(keywordChanged(property, before[property], after[property], direction))];
  }
  const [keyword = "schema", name = ""] = [schema.at(-2), schema.at(-1)];
  if (keyword === "properties") {
    return [told(kind === "added" ? propertyAdded(name, holderAt(2)) : propertyRemoved(name, holderAt(2)))];
  }
  if (name === "properties") return eachProperty(difference, holderAt(1), about, place, schema);
  const isMember = /^\d+$/.test(name) && ["anyOf", "oneOf", "allOf", "prefixItems"].includes(keyword);
  if (name === "additionalProperties" || name === "unevaluatedProperties") {
    const { before, after } = holderAt(1);
    return [told(keywordChanged(name, before[name], after[name], direction))];
  }
  return [told(subschemaChanged(isMember ? keyword : name || "schema", isMember, difference, direction))];
}

/** `properties` as a whole came or went. */
function eachProperty(
  difference: Difference,
  holder: Parameters<typeof propertyAdded>[1],
  about: (name?: string) => string,
  place: ContractPlace,
  schema: Tokens,
): readonly Finding[] {
  const isAdded = difference.kind === "added";
  const names = Object.keys(record((isAdded ? holder.after : holder.before).properties));
  return names.map((name) => {
    const judged = isAdded ? propertyAdded(name, holder) : propertyRemoved(name, holder);
    const tokens = [...difference.tokens, name];
    return {
      ...finding(judged, `${about()}.${name}: ${judged.text}`, place, difference, tokens),
      schema: [...schema, name],
    };
  });
}

function finding(
  judged: Judgement,
  sentence: string,
  place: ContractPlace,
  { kind }: Difference,
  tokens: Tokens,
): Finding {
  return {
    ...judged,
    sentence,
    place,
    ...(kind === "added" ? {} : { base: tokens }),
    ...(kind === "removed" ? {} : { head: tokens }),
  };
}

/** The keyword on the way that leads out of what is validated: a text, or a hint. */
function hintOf(schema: Tokens): string | undefined {
  for (let at = 0; at < schema.length; at += 1) {
    const token = schema[at] ?? "";
    if (isText(token) || token === "discriminator" || token === "xml") return token;
    if (["properties", "patternProperties", "dependentSchemas"].includes(token)) at += 1;
  }
  return undefined;
}

const bothKeys = (tokens: Tokens, key: string) => ({ base: [...tokens, key], head: [...tokens, key] });

const keyTokens = ({ tokens, property }: Difference): Tokens =>
  property === undefined ? tokens : [...tokens, property];

const record = (value: unknown): Json => (isRecord(value) ? value : {});

/** The parameter that the way leads through. */
function parameterOf({ tokens, kind }: Difference, base: Side, head: Side): Json | undefined {
  if (tokens[3] !== "parameters") return undefined;
  return record(valueAt((kind === "removed" ? base : head).aligned, tokens.slice(0, 5)));
}

/** Its name, as its author wrote it. */
function parameterName(difference: Difference, base: Side, head: Side): string {
  const parameter = parameterOf(difference, base, head);
  return String(parameter?.["x-name"] ?? parameter?.name ?? "");
}

/** How an operation is called: by BASE, else by HEAD. */
export function named(place: ContractPlace, base: Side, head: Side): { readonly operation?: string } {
  const { path, method } = place;
  if (path === undefined || method === undefined) return {};
  for (const { aligned } of [base, head]) {
    const id = valueAt(aligned, ["paths", path, method, "operationId"]);
    if (typeof id === "string") return { operation: id };
  }
  return { operation: `${method.toUpperCase()} ${path}` };
}
