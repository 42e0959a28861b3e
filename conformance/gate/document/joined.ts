/** Two schemas that hold at once, as one. */
import { isRecord } from "../../../spec/contract.ts";
import { byKey } from "./by-key.ts";

export type Schema = Record<string, unknown>;

/** The members of `allOf` put into the schema around them, as long as no keyword is said in two ways. */
export function withMembers(schema: Schema): Schema {
  const members = schema.allOf;
  if (!Array.isArray(members)) return schema;
  let whole: Schema | undefined = without(schema, "allOf");
  for (const member of members) whole = whole === undefined || !isRecord(member) ? undefined : joined(whole, member);
  return whole ?? schema;
}

/** Undefined where both say a keyword, and not the same. Of texts the first one's count. */
export function joined(one: Schema, other: Schema): Schema | undefined {
  if (closes(one, other, "additionalProperties") || closes(other, one, "additionalProperties", "unevaluatedProperties"))
    return undefined;
  const result: Schema = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = result[key];
    if (before === undefined || JSON.stringify(before) === JSON.stringify(value)) result[key] = value;
    else if (key === "required" && Array.isArray(before) && Array.isArray(value)) result[key] = [...before, ...value];
    else if (key === "properties" && isRecord(before) && isRecord(value)) {
      const properties = joinedProperties(before, value);
      if (properties === undefined) return undefined;
      result[key] = properties;
    } else if (key === "description" || key === "title") continue;
    else return undefined;
  }
  return result;
}

/** What it says of other properties is about those that are named beside it, and `other` names more. */
function closes(schema: Schema, other: Schema, ...keywords: readonly string[]): boolean {
  if (!keywords.some((keyword) => keyword in schema)) return false;
  const own = isRecord(schema.properties) ? schema.properties : {};
  return Object.keys(isRecord(other.properties) ? other.properties : {}).some((name) => !Object.hasOwn(own, name));
}

function joinedProperties(one: Schema, other: Schema): Schema | undefined {
  const result: Schema = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = Object.hasOwn(one, name) ? one[name] : undefined;
    if (before === undefined || JSON.stringify(before) === JSON.stringify(value)) {
      result[name] = value;
      continue;
    }
    const both = isRecord(before) && isRecord(value) ? joined(before, value) : undefined;
    if (both === undefined) return undefined;
    result[name] = Object.fromEntries(Object.entries(both).sort(byKey));
  }
  return Object.fromEntries(Object.entries(result).sort(byKey));
}

export function without(schema: Schema, key: string): Schema {
  const { [key]: _, ...rest } = schema;
  return rest;
}
