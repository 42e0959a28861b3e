/** Whether a value is known that two alternatives of `oneOf` both accept, so that `oneOf` refuses it. */
import { resolved } from "../document/circular.ts";
import { list, record } from "../document/json.ts";
import { normalSchema } from "../document/normal-schema.ts";
import { isAdded } from "./rule.ts";
import type { SchemaChange } from "./schema-change.ts";
import { schemaContainment } from "./schema-containment.ts";

/** For an alternative that was added or removed: it and another one have a value in common. A discriminator chooses between such. */
export function hasOverlap(change: SchemaChange): boolean {
  const [member, holder] = isAdded(change)
    ? [change.after, change.holder.after]
    : [change.before, change.holder.before];
  if (change.keyword !== "oneOf" || "discriminator" in holder) return false;
  return list(holder.oneOf).some((other) => other !== member && overlap(other, member));
}

/** One of the two accepts all that the other does, or a listed value of it. */
function overlap(one: unknown, other: unknown): boolean {
  const [a, b] = [record(resolved(one)), record(resolved(other))];
  const isListedIn = (values: unknown, schema: unknown) => list(values).some((value) => accepts(schema, value));
  return schemaContainment(a, b) !== "other" || isListedIn(a.enum, b) || isListedIn(b.enum, a);
}

/** The value is still valid if the schema applies, too. */
function accepts(schema: unknown, value: unknown): boolean {
  const [alone, both] = [{ enum: [value] }, { allOf: [{ enum: [value] }, schema] }].map((each) =>
    record(normalSchema(each)),
  );
  return schemaContainment(record(alone), record(both)) === "same";
}
