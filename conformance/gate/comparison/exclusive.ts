/** Whether alternatives exclude each other, so that `oneOf` and `anyOf` of them mean the same. */
import { resolved } from "../document/circular.ts";
import { isEqual } from "../document/equality.ts";
import { type Json, list, record } from "../document/json.ts";

/** No value matches two of the schemas, by their types, their values, or the values of a property that they require. */
export const areExclusive = (schemas: readonly unknown[]): boolean =>
  schemas.every((one, at) =>
    schemas.slice(at + 1).every((other) => exclude(record(resolved(one)), record(resolved(other)))),
  );

function exclude(one: Json, other: Json): boolean {
  if (haveNoCommon(typesOf(one), typesOf(other)) || haveNoCommon(one.enum, other.enum)) return true;
  const [properties, others] = [record(one.properties), record(other.properties)];
  const isObject = one.type === "object" && other.type === "object";
  return (
    isObject &&
    list(one.required).some(
      (name) =>
        list(other.required).includes(name) &&
        haveNoCommon(record(properties[String(name)]).enum, record(others[String(name)]).enum),
    )
  );
}

/** An integer is a number. */
const typesOf = ({ type }: Json) =>
  type === undefined ? undefined : [type].flat().map((each) => (each === "integer" ? "number" : each));

const haveNoCommon = (values: unknown, others: unknown) =>
  Array.isArray(values) &&
  Array.isArray(others) &&
  !values.some((value) => others.some((other) => isEqual(value, other)));
