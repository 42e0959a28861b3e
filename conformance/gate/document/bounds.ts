/** The bounds of numbers, written in one way. */
import { type Json, without } from "./json.ts";

/** Before 3.1, `exclusiveMinimum: true` makes `minimum` exclusive. An integer above -1 is at least 0. */
export function withBounds(schema: Json): Json {
  const lower = withBound(schema, "minimum", "exclusiveMinimum", (bound) => Math.floor(bound) + 1, Math.max);
  return withBound(lower, "maximum", "exclusiveMaximum", (bound) => Math.ceil(bound) - 1, Math.min);
}

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
  nextInteger: (bound: number) => number,
  tighter: (...bounds: number[]) => number,
): Json {
  const { [inclusive]: bound, [exclusive]: open } = schema;
  if (open === false) return without(schema, exclusive);
  if (open === true) {
    const renamed = { ...without(schema, inclusive), [exclusive]: bound };
    return bound === undefined
      ? without(schema, exclusive)
      : withBound(renamed, inclusive, exclusive, nextInteger, tighter);
  }
  if (typeof open !== "number") return schema;
  // Of two bounds only the tighter one has an effect.
  if (schema.type !== "integer" && typeof bound === "number")
    return without(schema, tighter(bound, open) === open ? inclusive : exclusive);
  if (schema.type !== "integer") return schema;
  const bounds = [nextInteger(open), ...(typeof bound === "number" ? [bound] : [])];
  return { ...without(schema, exclusive), [inclusive]: tighter(...bounds) };
}
