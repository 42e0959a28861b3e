/** The names that a schema requires, compared one by one. */
import { type Json, list, record } from "../document/json.ts";
import type { SchemaChange } from "./schema-change.ts";
import { requires } from "./schema-effects.ts";

/**
 * One change for each name that only one of the two schemas requires: `true` on that side, undefined on the other. A name is
 * skipped if its property was added or removed with it: the rules for the property judge that.
 */
export function requiredChanges({ before, after }: SchemaChange["holder"]) {
  // A property of which the schema is `false` has no value, and no rule judges it.
  const has = ({ properties }: Json, name: string) => (record(properties)[name] ?? false) !== false;
  const names = [before, after].flatMap(({ required }) => list(required).map(String));
  return [...new Set(names)].flatMap((name) => {
    const [was, is] = [requires(before, name), requires(after, name)];
    const [optional, requiring] = is ? [before, after] : [after, before];
    const isWithProperty = has(requiring, name) && !has(optional, name);
    return was === is || isWithProperty ? [] : [{ name, before: was || undefined, after: is || undefined }];
  });
}
