/**
 * The schemas that stand for a schema with a `discriminator` by its values: those that its `mapping` names, and those whose `allOf` leads
 * to it, which go by their own names (OpenAPI 3.0.3, Discriminator Object). Where there are `oneOf` or `anyOf`, these list them.
 */
import { formatPointer, valueAt } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { circular, isCircular, resolved } from "./circular.ts";
import { isEqual } from "./equality.ts";
import { fromEntries, type Json, list, record, without } from "./json.ts";
import type { Loaded } from "./load.ts";
import { inherit, mark, type Origin } from "./origins.ts";
import { type Target, targetOf } from "./reference.ts";
import { valueIn, writtenParts } from "./written-parts.ts";

/** The keyword of a normal form that has them, by the discriminator's values. */
export const subtypes = "x-subtypes";

/** The keyword of a subtype's normal form: an object whose keys are the discriminator's values for this subtype. */
export const ownValues = "x-own-values";

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
  // What is in a part of `allOf` is said of the whole.
  const named = origin.tokens.at(-2) === "allOf" ? origin.tokens.slice(0, -2) : origin.tokens;
  const parent = targetOf(`#${formatPointer(named)}`, origin.file);
  const implied = heirsOf(parent, loaded).filter(([, target]) => !isMapped(target));
  const exists = ({ file, tokens }: Target) => isRecord(valueAt(loaded.files.get(file)?.value, tokens));
  return new Map([...implied, ...mapped].filter(([, target]) => exists(target)));
}

/** The named schemas whose `allOf` leads to the parent, also through others: components of any file, and those that stand beside it. */
function heirsOf(parent: Target, { files }: Loaded): readonly (readonly [string, Target])[] {
  const maps = [...files.keys()].map((file) => ({ file, tokens: ["components", "schemas"] }));
  const beside = { file: parent.file, tokens: parent.tokens.slice(0, -1) };
  const isListed = maps.some(({ file, tokens }) => file === beside.file && isEqual(tokens, beside.tokens));
  const all = [...maps, ...(isListed ? [] : [beside])].flatMap(({ file, tokens }) =>
    Object.entries(record(valueAt(files.get(file)?.value, tokens))).map(([name, schema]) => ({
      name,
      target: targetOf(`#${formatPointer([...tokens, name])}`, file),
      parents: list(record(schema).allOf).flatMap((part) => {
        const { $ref: reference } = record(part);
        return typeof reference === "string" ? [targetOf(reference, file).name] : [];
      }),
    })),
  );
  const ancestors = new Set([parent.name]);
  const heirs = new Map<string, Target>();
  for (const ancestor of ancestors)
    for (const { name, target, parents } of all)
      if (parents.includes(ancestor)) {
        ancestors.add(target.name);
        heirs.set(name, target);
      }
  return [...heirs].filter(([, { name }]) => name !== parent.name);
}

/** The subtypes of a schema by the discriminator's values, as `subtypesOf` finds them. */
type FindSubtypes = (schema: Json, origin: Origin) => ReadonlyMap<string, Target> | undefined;

/**
 * A schema that adds something to a part of its `allOf` that has subtypes is one of them itself: the others do not stand for it, and the
 * discriminator has the values that lead to it. `origin`: where it is written.
 */
export function asSubtype(schema: unknown, origin: Target, loaded: Loaded, find: FindSubtypes): unknown {
  if (!isRecord(schema) || !Array.isArray(schema.allOf) || (schema.allOf.length < 2 && !("properties" in schema)))
    return schema;
  const parents = writtenParts(loaded, origin).flatMap((part) => {
    const written = record(valueIn(loaded, part));
    const known = find(written, part);
    return known === undefined ? [] : [{ written, part, known }];
  });
  if (parents.length === 0) return schema;
  const references = list(record(valueIn(loaded, origin)).allOf).map((part) => "$ref" in record(part));
  const parts = schema.allOf.map((part: unknown, at) => (references[at] ? withoutSubtypes(part) : part));
  const own = parents.flatMap(({ written, part, known }) => {
    const mapping = { file: part.file, tokens: [...part.tokens, "discriminator", "mapping"] };
    const isMapped = (value: string) => Object.hasOwn(record(record(written.discriminator).mapping), value);
    return [...known].flatMap(([value, target]) =>
      target.name === origin.name ? [{ value, place: isMapped(value) ? mapping : origin }] : [],
    );
  });
  const values = mark(fromEntries(own.map(({ value }) => [value, true])), own[0]?.place);
  return inherit(schema, {
    ...schema,
    allOf: inherit(schema.allOf, parts),
    ...(own.length === 0 ? {} : { [ownValues]: values }),
  });
}

function withoutSubtypes(part: unknown): unknown {
  if (isCircular(part)) return circular(() => withoutSubtypes(resolved(part)));
  if (!isRecord(part)) return part;
  const others = without(without(part, subtypes), ownValues);
  const { allOf } = others;
  return inherit(
    part,
    Array.isArray(allOf) ? { ...others, allOf: inherit(allOf, allOf.map(withoutSubtypes)) } : others,
  );
}
