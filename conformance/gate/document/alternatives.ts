/** Alternatives that could be said without any. */
import { isRecord } from "../../../spec/contract.ts";
import { joined, type Schema, without } from "./joined.ts";

/** `anyOf` and `oneOf` where another keyword says the same; their members are in the normal form. */
export function withoutAlternatives(schema: Schema): Schema {
  for (const key of ["anyOf", "oneOf"]) {
    const members: unknown = schema[key];
    if (!Array.isArray(members) || !members.every(isRecord)) continue;
    const one = alone(members) ?? types(members, key) ?? values(members, key) ?? orNull(members);
    const whole = one === undefined ? undefined : joined(without(schema, key), one);
    if (whole !== undefined) return whole;
  }
  return schema;
}

/** OpenAPI 3.0 says `nullable` where 3.1 lists the type. */
export function withNullable(schema: Schema): Schema {
  return schema.nullable === true && schema.type !== undefined ? withNull(without(schema, "nullable")) : schema;
}

/** There is no other. */
const alone = (members: readonly Schema[]) => (members.length === 1 ? members[0] : undefined);

const only = (member: Schema, ...keys: readonly string[]) => Object.keys(member).every((key) => keys.includes(key));

const areApart = (values: readonly unknown[]) =>
  new Set(values.map((value) => JSON.stringify(value))).size === values.length;

/** Each is a type and nothing else. What fits two of them fits no `oneOf`. */
function types(members: readonly Schema[], key: string): Schema | undefined {
  if (!members.every((member) => typeof member.type === "string" && only(member, "type"))) return undefined;
  const list = members.map(({ type }) => type);
  const areDistinct = areApart(list) && !(list.includes("integer") && list.includes("number"));
  return key === "anyOf" || areDistinct ? { type: list } : undefined;
}

/** Each is a list of values of one type, perhaps with a text that says what they mean. */
function values(members: readonly Schema[], key: string): Schema | undefined {
  if (!members.every((member) => Array.isArray(member.enum) && only(member, "enum", "type", "title", "description")))
    return undefined;
  const list = members.flatMap((member): readonly unknown[] => (Array.isArray(member.enum) ? member.enum : []));
  const [type, ...others] = new Set(members.map((member) => JSON.stringify(member.type)));
  if (others.length > 0 || (key === "oneOf" && !areApart(list))) return undefined;
  return { enum: list, ...(type === undefined ? {} : { type: JSON.parse(type) }) };
}

/** `[X, { type: "null" }]` is X that may be null. */
function orNull(members: readonly Schema[]): Schema | undefined {
  const isNull = (member: Schema) => member.type === "null" && only(member, "type");
  const member = members.find((each) => !isNull(each));
  if (members.length !== 2 || !members.some(isNull) || member?.type === undefined) return undefined;
  const isBound = ["allOf", "anyOf", "oneOf", "not", "if"].some((keyword) => keyword in member);
  return isBound ? undefined : withNull(member);
}

function withNull(schema: Schema): Schema {
  const list = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, ...list, type: [...[schema.type].flat(), "null"] };
}
