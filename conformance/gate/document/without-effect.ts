/** Leaves out of a schema the keywords that no value of its types, or of its `enum`, violates. */
import type { Json } from "./json.ts";
import { type Exact, isNumber } from "./numbers.ts";

/** The keywords that constrain values of a type, and say nothing of others. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  number: ["multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
  string: ["maxLength", "minLength", "pattern"],
  array: [
    ...["items", "prefixItems", "contains", "maxContains", "minContains"],
    ...["maxItems", "minItems", "uniqueItems"],
  ],
  object: [
    ...["properties", "patternProperties", "additionalProperties", "propertyNames", "required"],
    ...["dependentRequired", "dependentSchemas", "maxProperties", "minProperties"],
  ],
};
const typeOf = new Map(Object.entries(keywords).flatMap(([type, names]) => names.map((name) => [name, type] as const)));

/** The type whose values the keyword constrains; undefined if it is not about values of one type. */
export const constrainedType = (keyword: string): string | undefined => typeOf.get(keyword);

/** Whether a value satisfies a keyword that has `limit`. */
const satisfies: Readonly<Record<string, (value: unknown, limit: Exact) => boolean>> = {
  maxLength: (value, limit) => lengthOf(value) <= limit,
  minLength: (value, limit) => lengthOf(value) >= limit,
  maximum: (value, limit) => isNumber(value) && value <= limit,
  minimum: (value, limit) => isNumber(value) && value >= limit,
  exclusiveMaximum: (value, limit) => isNumber(value) && value < limit,
  exclusiveMinimum: (value, limit) => isNumber(value) && value > limit,
};

/** Characters are counted, as JSON Schema does. */
const lengthOf = (value: unknown) => [...String(value)].length;

/** The keyword is a bound of numbers or texts, and none of the values violates it. */
export function haveAllWithin(values: readonly unknown[], keyword: string, limit: unknown): boolean {
  const isSatisfied = satisfies[keyword];
  if (isSatisfied === undefined || !isNumber(limit)) return false;
  const typeOfValue = (value: unknown) => (isNumber(value) ? "number" : typeof value);
  return values.every((value) => typeOfValue(value) !== typeOf.get(keyword) || isSatisfied(value, limit));
}

export function withoutIneffective(schema: Json): Json {
  const { type, enum: values } = schema;
  if (type === undefined) return schema;
  const types = [type].flat().map((each) => (each === "integer" ? "number" : each));
  const isEffective = ([keyword, limit]: readonly [string, unknown]) => {
    const constrained = typeOf.get(keyword);
    if (constrained === undefined) return true;
    if (!types.includes(constrained)) return false;
    return !Array.isArray(values) || !haveAllWithin(values, keyword, limit);
  };
  return Object.fromEntries(Object.entries(schema).filter(isEffective));
}
