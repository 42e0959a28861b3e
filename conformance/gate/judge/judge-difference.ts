/** Judges a difference of two contracts by the rules for its place. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { covering } from "../comparison/align.ts";
import { recursion, valueAt } from "../document/circular.ts";
import { type Json, record } from "../document/json.ts";
import { isSentByApi, type Normal, type NormalDocument } from "../document/normal.ts";
import { isKeyword } from "../document/normal-schema.ts";
import { below, type Origin, originAt, originOf } from "../document/origins.ts";
import { schemeText } from "../document/security.ts";
import { subtypes } from "../document/subtypes.ts";
import { isDeclaredOpen } from "../document/written-parts.ts";
import { isAccess, isInLeftOut, propertiesAround } from "./access.ts";
import {
  type ContractPlace,
  contractPlace,
  type Direction,
  isInServers,
  isUnquoted,
  isXml,
  messageName,
  type SchemaPlace,
} from "./contract-place.ts";
import { componentName, componentTokens, describeSchema, nameAround, propertiesOn } from "./describe.ts";
import { changedInDiscriminator, hasSameMapping } from "./discriminator-rule.ts";
import { partRules } from "./part-rules.ts";
import { requiredChanges } from "./required-changes.ts";
import { isAdded, isRemoved, type JudgedChange, type Judgement, judgeBy, type Values } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";
import { haveOtherTypes, haveOtherValues, isText } from "./schema-containment.ts";
import { isOpen, isSameInEffect, movedIntoParts, requires } from "./schema-effects.ts";
import { schemaRules } from "./schema-rules.ts";
import { type SecurityChange, securityRules } from "./security-rules.ts";

/** A contract in the shape in which it is compared. */
export interface Side {
  readonly normal: Normal;
  readonly aligned: NormalDocument;
}

export type Sides = Readonly<Record<"base" | "head", Side>>;

/** `tokens`: the place that differs. */
export function judgeDifference(tokens: Tokens, sides: Sides): readonly JudgedChange[] {
  const place = contractPlace(tokens);
  if (isJudgedElsewhere(place, sides) || isOfOtherField(place, tokens, sides)) return [];
  if (place.schema !== undefined) return judgeSchema(place, place.schema, tokens, sides);
  const values = valuesAt(tokens, sides);
  const judged =
    place.part === "security"
      ? judgeBy(securityRules, spelled(values as SecurityChange, sides))
      : judgeBy(partRules, { ...values, place, ...namesOf(place, tokens, sides) });
  return [{ ...judgedChange(judged, place, sides), ...placesOf(tokens, values) }];
}

/** The names of headers are compared without regard to case, and shown as BASE spells them, or else HEAD. */
function spelled({ before, after }: SecurityChange, { base, head }: Sides): SecurityChange {
  const nameOf = (way: string) => base.normal.spelledWays.get(way) ?? head.normal.spelledWays.get(way) ?? way;
  const named = (alternatives: SecurityChange["before"]) =>
    alternatives.map((each) => Object.fromEntries(Object.entries(each).map(([way, scopes]) => [nameOf(way), scopes])));
  return { before: named(before), after: named(after) };
}

const valuesAt = (tokens: Tokens, { base, head }: Sides): Values => ({
  before: valueAt(base.aligned, tokens),
  after: valueAt(head.aligned, tokens),
});

/** Version and status codes have rules of their own; a path that was added or removed is reported by its operations. */
function isJudgedElsewhere(place: ContractPlace, sides: Sides): boolean {
  const { part, path, rest } = place;
  // A part of it that became a variable is reported as one.
  if (isInServers(place) && rest.length === 3 && rest[2] === "url") return true;
  // A flow that is accepted in one contract only is reported by the operations that accept it.
  if (part === "document" && rest[0] === "x-flows") return rest.length < 3;
  if (part === "document" && rest[0] === "x-credentials" && rest[1] === "unused" && rest.length === 3) return true;
  if (part === "document") return rest[0] === "info" && rest[1] === "version";
  if (part === "response") return rest.length === 0;
  if (part !== "path") return false;
  const values = valuesAt(["paths", path ?? ""], sides);
  return isAdded(values) || isRemoved(values);
}

/** How a field of a form is written that came or went with its encoding. */
function isOfOtherField({ part, rest }: ContractPlace, tokens: Tokens, sides: Sides): boolean {
  const [encoding, field = ""] = rest;
  if (part !== "media" || encoding !== "encoding") return false;
  const media = tokens.slice(0, tokens.length - rest.length);
  const property = valuesAt([...media, "schema", "properties", field], sides);
  return isAdded(property) !== isRemoved(property);
}

/** What matters also where no value is valid under both types. */
const apartFromType: ReadonlySet<string> = new Set(["type", "schema", recursion, "default", "deprecated"]);

function judgeSchema(place: ContractPlace, schema: SchemaPlace, tokens: Tokens, sides: Sides): readonly JudgedChange[] {
  const { holder, keyword, member } = schema;
  const partSchema = tokens.slice(0, tokens.length - place.rest.length + 1);
  const around = valuesAt([...partSchema, ...holder], sides);
  const inBase = originAt(sides.base.aligned, [...partSchema, ...holder]);
  const change: SchemaChange = {
    ...valuesAt(tokens, sides),
    keyword,
    member,
    direction: travelsAs(place),
    message: messageName(place),
    isXml: isXml(place),
    isUnquoted: isUnquoted(place),
    isPlainList: isPlainList(partSchema.slice(0, -1), sides),
    isDeclaredOpen: inBase !== undefined && isDeclaredOpen(sides.base.normal.loaded, inBase),
    holder: { before: record(around.before), after: record(around.after) },
    ...accessAt(tokens.slice(partSchema.length), partSchema, place, sides),
  };
  if (keyword === "schema" && isReplacedByContent(partSchema, sides)) return [];
  if (isInOtherChange(change)) return [];
  if (keyword === "required") {
    return requiredChanges(change.holder).map(({ name, ...values }) => {
      const subject = [...holder, "properties", name];
      const { isLeftOut } = accessAt(subject, partSchema, place, sides);
      const required = { ...change, ...values, member: name, isLeftOut };
      return { ...judgedSchemaChange(required, subject, partSchema, place, sides), base: tokens, head: tokens };
    });
  }
  const isListed = isKeyword("list", keyword) || keyword === subtypes;
  const isWhole = member === undefined || (isListed && (isAdded(change) || isRemoved(change)));
  const subject = isWhole ? holder : [...holder, keyword, member];
  const side = isAdded(change) ? sides.head : sides.base;
  const memberName = componentName(originAt(side.aligned, tokens), side.normal.loaded.root.path);
  const judged = judgedSchemaChange({ ...change, memberName }, subject, partSchema, place, sides);
  const changed = keyword === "discriminator" ? changedInDiscriminator(change) : [];
  return [{ ...judged, ...placesOf([...tokens, ...changed], change) }];
}

/** Both contracts give the parameter or header the default style of its place. */
const isPlainList = (part: Tokens, sides: Sides) =>
  Object.values(valuesAt(part, sides)).every((each) => ["form", "simple"].includes(String(record(each).style)));

/** Another change covers it, or it has no effect. */
function isInOtherChange(change: SchemaChange): boolean {
  const { keyword, member, holder } = change;
  // They came or went with the discriminator, or because the alternatives are listed now.
  if (keyword === subtypes && member === undefined) return true;
  if (keyword === "discriminator" && hasSameMapping(change)) return true;
  // The types of both are those of their values.
  if (keyword === "type" && haveOtherValues(holder)) return true;
  const isWithinType = !apartFromType.has(keyword) && !isAccess(keyword) && !isText(keyword);
  return (isWithinType && haveOtherTypes(holder)) || movedIntoParts(holder).includes(keyword) || isSameInEffect(change);
}

/** A parameter or header that has a media type in place of its schema is one change, that of its content. */
function isReplacedByContent(partSchema: Tokens, sides: Sides): boolean {
  const { before, after } = valuesAt(partSchema.slice(0, -1), sides);
  return [before, after].some((part) => "content" in record(part));
}

/**
 * `isLeftOut`: a property on the way to `inside`, below `partSchema`, is readOnly in a request, or writeOnly in a response. `isRequired`:
 * for a change of readOnly or writeOnly itself, whether the object requires the property with this keyword; `isOfClosed`: whether it allows no
 * others in BASE.
 */
function accessAt(inside: Tokens, partSchema: Tokens, place: ContractPlace, sides: Sides) {
  const isMark = isAccess(inside.at(-1) ?? "");
  const property = isMark ? propertiesAround(inside).at(-1) : undefined;
  const owner = property && valuesAt([...partSchema, ...property.slice(0, -2)], sides);
  const name = property?.at(-1);
  // The property that is marked is judged by its mark.
  const toOwner = property === undefined ? inside : property.slice(0, -2);
  return {
    isLeftOut: isInLeftOut(valuesAt(partSchema, sides), toOwner, travelsAs(place)),
    isRequired: {
      before: requires(record(owner?.before), name),
      after: requires(record(owner?.after), name),
    },
    isOfClosed: !isOpen(record(owner?.before)),
  };
}

/** `subject`: what the sentence is about, below `partSchema`, the schema of the part of the contract that `place` is in. */
function judgedSchemaChange(
  change: SchemaChange,
  subject: Tokens,
  partSchema: Tokens,
  place: ContractPlace,
  sides: Sides,
): JudgedChange {
  const tokens = [...partSchema, ...subject];
  const { before, after } = valuesAt(tokens, sides);
  const isInBoth = before !== undefined && after !== undefined;
  const isSame = isSameSchema(isInBoth ? tokens : tokens.slice(0, -2), sides);
  const common = isSame ? undefined : commonAround(tokens, partSchema.length, sides);
  const { origin, root } = originOfChange(change, subject, tokens, { isSame, common }, sides);
  // Neither of two schemas has changed if a message refers to the other one.
  const replaced = origin === undefined && !isSame ? replacedSchema(partSchema, sides) : undefined;
  const name = describeSchema(place, subject, origin, root, writtenName(place, sides));
  const judged = judgeBy(schemaRules, change);
  const text = `${name}: ${judged.text}${replaced ?? ""}`;
  return {
    ...judgedChange({ ...judged, text }, place, sides),
    properties: propertiesOn(subject),
    ...(common === undefined && replaced === undefined ? {} : { replacedIn: common ?? partSchema.slice(0, -1) }),
  };
}

interface Surrounding {
  /** Both contracts write the subject, or the schema that has it, in a schema of one name. */
  readonly isSame: boolean;
  /** If not: the nearest schema around it of which that holds. */
  readonly common: Tokens | undefined;
}

/** By what the subject at `tokens` is named, in the contract with the main file `root`. */
function originOfChange(
  change: SchemaChange,
  subject: Tokens,
  tokens: Tokens,
  { isSame, common }: Surrounding,
  sides: Sides,
): { readonly origin: Origin | undefined; readonly root: string } {
  const { before, after } = valuesAt(tokens, sides);
  const isNew = before === undefined;
  const { normal, aligned } = isNew && after !== undefined ? sides.head : sides.base;
  const root = normal.loaded.root.path;
  const property = propertyOf(change, subject);
  const ofSubject = isSame
    ? originOfSubject(aligned, tokens, property)
    : (originBelow(common, tokens, sides) ?? originOfRenamed(tokens, sides, property));
  if (ofSubject === undefined) return { origin: undefined, root };
  const inPart = property === undefined ? partWith(change, tokens, sides) : undefined;
  const isInBoth = !isNew && after !== undefined;
  const kept = isInBoth ? undefined : keptOrigin(inPart ?? ofSubject, tokens, isNew, sides);
  return kept ?? { origin: inPart ?? ofSubject, root };
}

/** `, since the schema is now CustomerView, not Customer`: a message refers to another schema, and neither of the two need have changed itself. */
function replacedSchema(partSchema: Tokens, { base, head }: Sides): string | undefined {
  const nameIn = ({ aligned, normal }: Side) => nameAround(originAt(aligned, partSchema), normal.loaded.root.path);
  const [before, after] = [nameIn(base), nameIn(head)];
  return before === undefined || after === undefined ? undefined : `, since the schema is now ${after}, not ${before}`;
}

/**
 * For a property that came from a named schema, `origin`, which has it in the other contract, too: the property in the schema that is in its
 * place there. It is the reference to the named schema that came or went.
 */
function keptOrigin(origin: Origin | undefined, tokens: Tokens, isNew: boolean, { base, head }: Sides) {
  const [here, there] = isNew ? [head, base] : [base, head];
  const [file, root] = [here.normal.loaded.root.path, there.normal.loaded.root.path];
  if (origin?.file !== file || nameAround(origin, file) === undefined || tokens.at(-2) !== "properties")
    return undefined;
  const holder = originAt(there.aligned, tokens.slice(0, -2));
  const isKept = valueAt(there.normal.loaded.root.value, origin.tokens) !== undefined;
  const isOther = nameAround(holder, root) !== nameAround(origin, file);
  return isKept && isOther && holder
    ? { origin: below(below(holder, "properties"), tokens.at(-1) ?? ""), root }
    : undefined;
}

/** Where the keyword was written, if in another of the schemas that were merged at `tokens`; undefined if in the schema itself. */
function partWith(change: SchemaChange, tokens: Tokens, { base, head }: Sides): Origin | undefined {
  const { aligned } = isAdded(change) ? head : base;
  return originAt(aligned, tokens)?.others?.get(change.keyword);
}

const isSent = ({ path }: ContractPlace) => path !== undefined && isSentByApi(path);

/** The request of a webhook comes from the API, as the response to a request of a client does. */
export function travelsAs(place: ContractPlace): Direction {
  const { direction = "response" } = place;
  if (!isSent(place)) return direction;
  return direction === "request" ? "response" : "request";
}

/** A circular reference is named by the property that has it. */
function propertyOf({ keyword, member }: SchemaChange, subject: Tokens): string | undefined {
  if (keyword === recursion && subject.at(-2) === "properties") return subject.at(-1);
  return keyword === "properties" || keyword === "required" ? member : undefined;
}

/** Both contracts write it in a schema of the same name. If not, a reference has changed, and not the schema that it named. */
function isSameSchema(tokens: Tokens, { base, head }: Sides): boolean {
  const nameIn = ({ aligned, normal }: Side) => nameAround(originAt(aligned, tokens), normal.loaded.root.path);
  return nameIn(base) === nameIn(head);
}

/** The nearest schema around it that both contracts have, at least `length` tokens long. */
function commonAround(tokens: Tokens, length: number, sides: Sides): Tokens | undefined {
  for (let at = tokens.length - 1; at >= length; at -= 1) {
    const around = tokens.slice(0, at);
    if (isSameSchema(around, sides) && originAt(sides.base.aligned, around) !== undefined) return around;
  }
  return undefined;
}

/** The place by the schema around it. */
function originBelow(around: Tokens | undefined, tokens: Tokens, { base }: Sides): Origin | undefined {
  const origin = around && originAt(base.aligned, around);
  return origin && tokens.slice(around.length).reduce(below, origin);
}

/** Another schema by reference may be the same one by another name: then neither contract has both. */
function originOfRenamed(tokens: Tokens, { base, head }: Sides, property: string | undefined): Origin | undefined {
  const inHead = originOfSubject(head.aligned, tokens, property);
  const origin = originAt(base.aligned, tokens);
  return isOnlyIn(inHead, head, base) && isOnlyIn(origin, base, head) ? origin : undefined;
}

/** It is in a named schema of this contract that the other one does not have. */
function isOnlyIn(origin: Origin | undefined, { normal: { loaded } }: Side, other: Side): boolean {
  if (origin === undefined || nameAround(origin, loaded.root.path) === undefined) return false;
  const { root, files } = other.normal.loaded;
  const file = origin.file === loaded.root.path ? root : files.get(origin.file);
  return valueAt(file?.value, componentTokens(origin.tokens)) === undefined;
}

/** A property that is a reference is named by the schema that has it, not by the one that it refers to. */
function originOfSubject(document: NormalDocument, tokens: Tokens, property: string | undefined) {
  const origin = originAt(document, tokens);
  const isReference =
    property !== undefined && tokens.at(-2) === "properties" && origin?.tokens.at(-2) !== "properties";
  const holder = isReference ? originAt(document, tokens.slice(0, -2)) : undefined;
  return holder === undefined ? origin : below(below(holder, "properties"), property ?? "");
}

/** The judgement with its place, the name of its operation, and its effects in the direction in which the operation is sent. */
export function judgedChange(judged: Judgement, place: ContractPlace, sides: Sides): JudgedChange {
  const operation = operationName(place, sides);
  const { clients, implementers } = judged.effects;
  // The API sends webhooks and callbacks, and a client answers them: what a change of one means to clients and to implementers is the
  // other way round. That an operation is added, removed or renamed means the same as for any other, and schemas have the direction.
  const isWhole = place.part === "operation" || place.part === "path" || place.schema !== undefined;
  // An error that is no longer listed breaks clients in both: they read it in responses, and send it in their answers.
  const isSwapped = isSent(place) && !isWhole && judged.rule !== "error.removed";
  const effects = isSwapped ? { clients: implementers, implementers: clients } : judged.effects;
  return { ...judged, effects, place, operation };
}

function namesOf(place: ContractPlace, tokens: Tokens, sides: Sides) {
  const { path, method, parameter } = place;
  const both = Object.values(valuesAt(["paths", path ?? "", method ?? "", "parameters", parameter ?? ""], sides));
  const isScalar = both.some((value) => [record(record(value).schema).type].flat().every((type) => scalars.has(type)));
  return {
    name: nameOf(place, tokens, sides),
    subject: subjectOf(place, sides),
    isScalar,
    newStatus: newStatusOf(place, sides.head),
    narrowerTypes: place.part === "media" && place.rest.length === 0 ? narrowerTypes(tokens, sides.head) : [],
  };
}

function nameOf(place: ContractPlace, tokens: Tokens, sides: Sides): string {
  if (place.rest[0] === "x-flows") return flowName(place.rest, sides);
  if (place.rest[0] === "x-credentials") return schemesWithOtherTexts(sides).join(", ");
  if (!isInServers(place)) return writtenName(place, sides);
  const changed = valuesAt(tokens, sides);
  // Its key in the normal form has the defaults of its variables.
  const { before, after } = valuesAt(tokens.slice(0, tokens.length - place.rest.length + 2), sides);
  const server = (isRemoved(changed) ? before : after) ?? before ?? after;
  return String(record(server).url);
}

/** The media types that alignment put beside the range at `tokens`: they are written where it is. */
function narrowerTypes(tokens: Tokens, { aligned }: Side): readonly string[] {
  const range = tokens.at(-1);
  const content = record(valueAt(aligned, tokens.slice(0, -1)));
  const origin = originOf(content[range ?? ""]);
  return Object.keys(content).filter(
    (type) => type !== range && origin !== undefined && originOf(content[type]) === origin,
  );
}

/** A success of HEAD that is compared under the status that it replaces. */
function newStatusOf({ path = "", method = "", status }: ContractPlace, { normal }: Side): string | undefined {
  const codes = Object.keys(record(valueAt(normal.document, ["paths", path, method, "responses"])));
  if (!status?.startsWith("2") || covering(codes, status) !== undefined) return undefined;
  return codes.find((code) => code.startsWith("2"));
}

/** The names of the security schemes of which one contract alone has the texts; HEAD's, if it has any. */
function schemesWithOtherTexts({ base, head }: Sides): readonly string[] {
  const texts = ({ normal: { loaded } }: Side) => {
    const { securitySchemes } = record(record(loaded.root.value).components);
    return Object.entries(record(securitySchemes)).flatMap(([name, scheme]) => {
      const text = schemeText(scheme);
      return text === undefined ? [] : [{ name, text }];
    });
  };
  const [before, after] = [texts(base), texts(head)];
  const onlyIn = (some: typeof before, others: typeof before) =>
    some.filter(({ text }) => !others.some((other) => other.text === text)).map(({ name }) => name);
  const inHead = onlyIn(after, before);
  return inHead.length > 0 ? inHead : onlyIn(before, after);
}

/** `oauth (clientCredentials)`: the names of the security scheme and of its flow. */
function flowName(tokens: Tokens, { base }: Sides): string {
  const [scheme, , flow] = originAt(base.aligned, tokens.slice(0, 2))?.tokens.slice(-3) ?? [];
  return `${scheme} (${flow})`;
}

const scalars: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null"]);

const placesOf = (tokens: Tokens, values: Values) => ({
  ...(isAdded(values) ? {} : { base: tokens }),
  ...(isRemoved(values) ? {} : { head: tokens }),
});

/** The name of the parameter or header, as its author wrote it; empty outside of both. */
export function writtenName({ path, method, parameter, status, header }: ContractPlace, sides: Sides): string {
  if (path === undefined || method === undefined) return "";
  const operation = ["paths", path, method];
  if (parameter !== undefined) return String(written([...operation, "parameters", parameter], sides).name);
  if (status === undefined || header === undefined) return "";
  const tokens = [...operation, "responses", status, "headers", header];
  const names = Object.keys(written(tokens, sides, tokens.slice(0, -1)));
  return names.find((name) => name.toLowerCase() === header) ?? header;
}

/** What is written at `shown` in the contract that has a node at `tokens`; in HEAD, if both do. */
function written(tokens: Tokens, sides: Sides, shown = tokens): Json {
  const { aligned, normal } = valuesAt(tokens, sides).after === undefined ? sides.base : sides.head;
  const origin = originAt(aligned, shown);
  return record(origin && valueAt(normal.loaded.files.get(origin.file)?.value, origin.tokens));
}

/** The `operationId` in BASE, or else in HEAD. */
function operationId({ path, method }: ContractPlace, sides: Sides): string | undefined {
  const { before, after } = valuesAt(["paths", path ?? "", method ?? "", "operationId"], sides);
  const id = [before, after].find((each) => typeof each === "string");
  return typeof id === "string" ? id : undefined;
}

/** The `operationId`, or `GET /v1/products/{productId}`, or `webhook done`. */
export function operationName(place: ContractPlace, sides: Sides): string | undefined {
  const { path, method } = place;
  if (path === undefined || method === undefined) return undefined;
  return operationId(place, sides) ?? writtenPath(path, method, sides);
}

/** What an entry of the policy may call the operation: its name in BASE, and in HEAD. */
export function operationNames(place: ContractPlace, { base, head }: Sides): readonly string[] {
  return [base, head].flatMap((side) => operationName(place, { base: side, head: side }) ?? []);
}

function writtenPath(path: string, method: string, { base, head }: Sides): string {
  const template = base.normal.templates.get(path) ?? head.normal.templates.get(path) ?? path;
  return isSentByApi(path) ? template : `${method.toUpperCase()} ${template}`;
}

/** `operation GET /v1/search (search)`, or `webhook done (sendDone)`. */
function subjectOf(place: ContractPlace, sides: Sides): string {
  const { path = "", method = "" } = place;
  const id = operationId(place, sides);
  const written = `${isSentByApi(path) ? "" : "operation "}${writtenPath(path, method, sides)}`;
  return id === undefined ? written : `${written} (${id})`;
}
