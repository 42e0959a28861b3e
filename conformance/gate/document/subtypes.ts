/**
 * The schemas that stand for a schema with a `discriminator` by its values: those that its `mapping` names, and those whose `allOf` leads
 * to it, which go by their own names (OpenAPI 3.0.3, Discriminator Object). Where there are `oneOf` or `anyOf`, these list them.
 */
import { formatPointer, valueAt } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { isCircular } from "./circular.ts";
import { type Json, list, record, without } from "./json.ts";
import type { Loaded } from "./load.ts";
import { inherit, type Origin } from "./origins.ts";
import { type Target, targetOf } from "./reference.ts";

/** The keyword of a normal form that has them, by the discriminator's values. */
export const subtypes = "x-subtypes";

/** A name in a `mapping` as a reference: a schema may be named without its path. */
export function mappedReference(name: string, { root }: Loaded): string {
  const isName = Object.hasOwn(record(record(record(root.value).components).schemas), name);
  return isName ? `#${formatPointer(["components", "schemas", name])}` : name;
}

/** The targets by the values of the discriminator; undefined if the schema has none, or lists its alternatives. */
export function subtypesOf(schema: Json, origin: Origin, loaded: Loaded): ReadonlyMap<string, Target> | undefined {
  if (!isRecord(schema.discriminator) || "oneOf" in schema || "anyOf" in schema) return undefined;
  const mapped = Object.entries(record(schema.discriminator.mapping)).map(
    ([value, name]) => [value, targetOf(mappedReference(String(name), loaded), origin.file)] as const,
  );
  const isMapped = (target: Target) => mapped.some(([, { name }]) => name === target.name);
  const parent = targetOf(`#${formatPointer(origin.tokens)}`, origin.file);
  const implied = heirsOf(parent, loaded).filter(([, target]) => !isMapped(target));
  const exists = ({ file, tokens }: Target) => isRecord(valueAt(loaded.files.get(file)?.value, tokens));
  return new Map([...implied, ...mapped].filter(([, target]) => exists(target)));
}

/** The named schemas of the file whose `allOf` leads to the parent, also through others. */
function heirsOf(parent: Target, { files }: Loaded): readonly (readonly [string, Target])[] {
  const schemas = record(valueAt(files.get(parent.file)?.value, ["components", "schemas"]));
  const parentsOf = (schema: unknown) =>
    list(record(schema).allOf).flatMap((part) => {
      const { $ref: reference } = record(part);
      return typeof reference === "string" ? [targetOf(reference, parent.file).name] : [];
    });
  const all = Object.entries(schemas).map(([name, schema]) => {
    const target = targetOf(`#${formatPointer(["components", "schemas", name])}`, parent.file);
    return { name, target, parents: parentsOf(schema) };
  });
  const ancestors = new Set([parent.name]);
  const heirs = new Map<string, Target>();
  for (const ancestor of ancestors)
    for (const { name, target, parents } of all)
      if (parents.includes(ancestor)) {
        ancestors.add(target.name);
        heirs.set(name, target);
      }
  heirs.delete(String(parent.tokens.at(-1)));
  return [...heirs];
}

/** A schema that adds something to its parts is not one that they stand for: it keeps what they have in common. */
export function withoutOthers(schema: unknown): unknown {
  if (!isRecord(schema) || !Array.isArray(schema.allOf) || (schema.allOf.length < 2 && !("properties" in schema)))
    return schema;
  const parts = schema.allOf.map((part: unknown) =>
    isRecord(part) && !isCircular(part) && subtypes in part ? inherit(part, without(part, subtypes)) : part,
  );
  return inherit(schema, { ...schema, allOf: inherit(schema.allOf, parts) });
}
