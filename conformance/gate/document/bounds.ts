/** The bounds of numbers, written in one way. */
import { type Json, without } from "./json.ts";
import { areSameNumber, type Exact, isNumber, maxOf, mayBeRounded, minOf } from "./numbers.ts";

/** Before 3.1, `exclusiveMinimum: true` makes `minimum` exclusive. An integer above -1 is at least 0. */
export function withBounds(schema: Json): Json {
  const lower = withBound(schema, "minimum", "exclusiveMinimum", above, maxOf);
  return withBound(lower, "maximum", "exclusiveMaximum", under, minOf);
}

const above = (bound: Exact) => (isLarge(bound) ? BigInt(bound) + 1n : Math.floor(Number(bound)) + 1);
const under = (bound: Exact) => (isLarge(bound) ? BigInt(bound) - 1n : Math.ceil(Number(bound)) - 1);

/** A number of JavaScript would not change by one. */
const isLarge = (bound: Exact) => typeof bound === "bigint" || mayBeRounded(bound);

const range32 = 2 ** 31;

/** Bounds within 32 bits say all that the format of an integer does. */
export function withoutWidth(schema: Json): Json {
  const { type, format, minimum, maximum } = schema;
  const isBounded = Number(minimum ?? Number.NaN) >= -range32 && Number(maximum ?? Number.NaN) < range32;
  const isWidth = type === "integer" && (format === "int32" || format === "int64");
  return isWidth && isBounded ? without(schema, "format") : schema;
}

function withBound(
  schema: Json,
  inclusive: string,
  exclusive: string,
  nextInteger: (bound: Exact) => Exact,
  tighter: (first: Exact, ...bounds: readonly Exact[]) => Exact,
): Json {
  const { [inclusive]: bound, [exclusive]: open } = schema;
  if (open === false) return without(schema, exclusive);
  if (open === true) {
    const renamed = { ...without(schema, inclusive), [exclusive]: bound };
    return bound === undefined
      ? without(schema, exclusive)
      : withBound(renamed, inclusive, exclusive, nextInteger, tighter);
  }
  if (!isNumber(open)) return schema;
  // Of two bounds only the tighter one has an effect.
  if (schema.type !== "integer" && isNumber(bound))
    return without(schema, areSameNumber(tighter(bound, open), open) ? inclusive : exclusive);
  if (schema.type !== "integer") return schema;
  const bounds = isNumber(bound) ? [bound] : [];
  return { ...without(schema, exclusive), [inclusive]: tighter(nextInteger(open), ...bounds) };
}
