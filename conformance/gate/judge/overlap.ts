/** Whether two alternatives of `oneOf` certainly accept a common value, which `oneOf` then rejects. */
import { resolved } from "../document/circular.ts";
import { list, record } from "../document/json.ts";
import { normalSchema } from "../document/normal-schema.ts";
import { isAdded } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";
import { schemaContainment } from "./schema-containment.ts";

/**
 * Whether the alternative of `oneOf` that came or went accepts a value that another one accepts, too. False with a discriminator, which
 * chooses between them.
 */
export function hasOverlap(change: SchemaChange): boolean {
  const [member, holder] = isAdded(change)
    ? [change.after, change.holder.after]
    : [change.before, change.holder.before];
  if (change.keyword !== "oneOf" || "discriminator" in holder) return false;
  return list(holder.oneOf).some((other) => other !== member && overlap(other, member));
}

/** Whether one of the two accepts all values of the other, or a value that the other lists. */
function overlap(one: unknown, other: unknown): boolean {
  const [a, b] = [record(resolved(one)), record(resolved(other))];
  const isListedIn = (values: unknown, schema: unknown) => list(values).some((value) => accepts(schema, value));
  return schemaContainment(a, b) !== "other" || isListedIn(a.enum, b) || isListedIn(b.enum, a);
}

/** Whether the schema accepts the value. */
function accepts(schema: unknown, value: unknown): boolean {
  const [alone, both] = [{ enum: [value] }, { allOf: [{ enum: [value] }, schema] }].map((each) =>
    record(normalSchema(each)),
  );
  return schemaContainment(record(alone), record(both)) === "same";
}
