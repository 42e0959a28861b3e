/** Judges a difference within a schema. */

import type { Tokens } from "../../../cli/json-pointer.ts";
import { recursion } from "../document/circular.ts";
import { record } from "../document/json.ts";
import { isKeyword } from "../document/normal-schema.ts";
import { originAt } from "../document/origins.ts";
import { ownValues, subtypes } from "../document/subtypes.ts";
import { isDeclaredOpen } from "../document/written-parts.ts";
import { isAccess, isInLeftOut, propertiesAround } from "./access.ts";
import { type ContractPlace, isUnquoted, isXml, messageName, type SchemaPlace, travelsAs } from "./contract-place.ts";
import { componentName, describeSchema, propertiesOn } from "./describe.ts";
import { changedInDiscriminator, hasSameMapping } from "./discriminator-rule.ts";
import { judgedChange, placesOf } from "./judged-change.ts";
import { requiredChanges } from "./required-changes.ts";
import { isAdded, isRemoved, type JudgedChange, judgeBy } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";
import { haveOtherTypes, haveOtherValues, isText } from "./schema-containment.ts";
import { isBoundOfListed, isOpen, isSameInEffect, movedIntoParts, requires } from "./schema-effects.ts";
import { schemaRules } from "./schema-rules.ts";
import { type Sides, valuesAt } from "./sides.ts";
import { commonAround, isSameSchema, originOfChange, replacedSchema } from "./subject-origin.ts";
import { writtenName } from "./written-names.ts";

export function judgeSchema(
  place: ContractPlace,
  schema: SchemaPlace,
  tokens: Tokens,
  sides: Sides,
): readonly JudgedChange[] {
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

/** Keywords whose changes are reported even if no value is valid under both types. */
const apartFromType: ReadonlySet<string> = new Set(["type", "schema", recursion, "default", "deprecated"]);

/** Whether both contracts give the parameter or header the default style of its place. */
const isPlainList = (part: Tokens, sides: Sides) =>
  Object.values(valuesAt(part, sides)).every((each) => ["form", "simple"].includes(String(record(each).style)));

/** Whether the change is part of another reported change, or has no effect. */
function isInOtherChange(change: SchemaChange): boolean {
  const { keyword, member, holder } = change;
  // The subtypes, or the values that stand for one, came or went with the discriminator, or because `oneOf` or `anyOf` now lists them.
  if (keyword === subtypes && member === undefined) return true;
  if (keyword === ownValues && (isAdded(change) || isRemoved(change))) return true;
  if (keyword === "discriminator" && hasSameMapping(change)) return true;
  // Both contracts list values, which are compared; the types follow from them.
  if (keyword === "type" && haveOtherValues(holder)) return true;
  if (isBoundOfListed(change)) return true;
  const isWithinType = !apartFromType.has(keyword) && !isAccess(keyword) && !isText(keyword);
  return (isWithinType && haveOtherTypes(holder)) || movedIntoParts(holder).includes(keyword) || isSameInEffect(change);
}

/** Whether a contract gives the parameter or header a media type in place of its schema. Its change of `content` is then the only one reported. */
function isReplacedByContent(partSchema: Tokens, sides: Sides): boolean {
  const { before, after } = valuesAt(partSchema.slice(0, -1), sides);
  return [before, after].some((part) => "content" in record(part));
}

/**
 * `isLeftOut`: whether a property on the path `inside`, below `partSchema`, is readOnly in a request, or writeOnly in a response. For a
 * change of readOnly or writeOnly itself, `isRequired`: whether the object requires the property that has the keyword; `isOfClosed`: whether
 * this object allows no other properties in BASE.
 */
function accessAt(inside: Tokens, partSchema: Tokens, place: ContractPlace, sides: Sides) {
  const isMark = isAccess(inside.at(-1) ?? "");
  const property = isMark ? propertiesAround(inside).at(-1) : undefined;
  const owner = property && valuesAt([...partSchema, ...property.slice(0, -2)], sides);
  const name = property?.at(-1);
  // For a change of `readOnly` or `writeOnly` itself, the property that has it does not count as left out.
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
