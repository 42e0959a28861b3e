/** The names that a schema requires, compared one by one. */
import { type Json, list, record } from "../document/json.ts";
import type { SchemaChange } from "./schema-change.ts";
import { requires } from "./schema-effects.ts";

/**
 * `required` name by name, with `true` for the names that it has. Names that were added or removed together with their property
 * are left to the rules for that property.
 */
export function requiredChanges({ before, after }: SchemaChange["holder"]) {
  const has = (schema: Json, name: string) => Object.hasOwn(record(schema.properties), name);
  const names = [before, after].flatMap(({ required }) => list(required).map(String));
  return [...new Set(names)].flatMap((name) => {
    const [was, is] = [requires(before, name), requires(after, name)];
    const [without, within] = is ? [before, after] : [after, before];
    const isWithProperty = has(within, name) && !has(without, name);
    return was === is || isWithProperty ? [] : [{ name, before: was || undefined, after: is || undefined }];
  });
}
