/** Finds a schema that the other contract has inside a property of another one, as where `{ data: … }` was put around a body. */
import { isEqual } from "../document/equality.ts";
import { record } from "../document/json.ts";

/** The property of `outer` that has the object or the list `inner`; undefined if there is none. */
export function propertyAround(inner: unknown, outer: unknown): string | undefined {
  const { properties, items } = record(inner);
  if (properties === undefined && items === undefined) return undefined;
  const around = record(record(outer).properties);
  if (Object.keys(record(properties)).some((name) => name in around)) return undefined;
  return Object.keys(around).find((name) => isEqual(around[name], inner));
}
