/** Puts in place of every `$ref` what it names, so that where a thing is written no longer matters. */
import { NotJudged } from "../not-judged.ts";
import { byKey } from "./by-key.ts";
import { fileOfReference, type Loaded } from "./load.ts";
import type { Origin, Origins } from "./origins.ts";
import { pointerOf, tokensOf, valueAt } from "./pointer.ts";

/** Below these keys stands what is data, whatever it looks like. */
const data = new Set(["example", "default", "const", "enum", "value"]);
/** The keys below these are names of the author's. */
const maps = new Set([
  ...["properties", "patternProperties", "$defs", "dependentSchemas", "headers", "responses", "paths", "content"],
  ...["callbacks", "examples", "links", "parameters", "schemas", "variables", "mapping", "encoding"],
]);

const texts = new Set(["summary", "description"]);

const allOf = (schema: object): readonly unknown[] => {
  const members: unknown = Reflect.get(schema, "allOf");
  return Array.isArray(members) ? members : [];
};

/** Data with its keys in a fixed order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(byKey));
}

/** A contract whose references unfold to more nodes than this is not compared. */
const mostNodes = 400_000;

/** The document as one tree without references; a schema that holds itself has `x-recursion`, the number of references up. */
export function dereference({ root, files, source }: Loaded, origins: Origins): unknown {
  let nodes = 0;
  let recursions = 0;
  /** Before 3.1 nothing beside a reference counts. */
  const isEarly = /^3\.0/.test(String(Reflect.get(Object(root.value), "openapi")));
  /** What was followed before, and how many nodes it has; what holds itself depends on the way there, and is not kept. */
  const known = new Map<string, { readonly target: unknown; readonly nodes: number }>();
  return follow(root.value, { file: root.path, tokens: [] }, [], false);

  function follow(value: unknown, origin: Origin, trail: readonly string[], isMap: boolean): unknown {
    if (typeof value !== "object" || value === null) return value;
    nodes += 1;
    if (nodes > mostNodes)
      throw new NotJudged(`${source.name} unfolds to more than ${mostNodes} nodes; it is too large to compare`);
    const child = (inner: unknown, key: string, isName = false) =>
      follow(inner, { file: origin.file, tokens: [...origin.tokens, key] }, trail, isName);
    if (Array.isArray(value)) {
      return origins.mark(
        value.map((inner, at) => child(inner, String(at))),
        origin,
      );
    }
    const reference: unknown = isMap ? undefined : Reflect.get(value, "$ref");
    if (typeof reference === "string") return referred(value, reference, origin, trail);
    const entries = Object.entries(value).map(([key, inner]) => {
      if (!isMap && data.has(key)) return [key, sorted(inner)] as const;
      return [key, child(inner, key, !isMap && maps.has(key))] as const;
    });
    // The order of keys says nothing.
    return origins.mark(Object.fromEntries(entries.sort(byKey)), origin);
  }

  function referred(holder: object, reference: string, origin: Origin, trail: readonly string[]): unknown {
    const path = fileOfReference(reference, origin.file);
    const tokens = tokensOf(reference.split("#")[1] ?? "");
    const name = `${path}#${pointerOf(tokens)}`;
    const before = trail.lastIndexOf(name);
    if (before >= 0) {
      recursions += 1;
      return origins.mark({ "x-recursion": trail.length - before }, origin);
    }
    const target = named(name, () =>
      follow(valueAt(files.get(path)?.value, tokens), { file: path, tokens }, [...trail, name], false),
    );
    const { $ref: _, ...beside } = holder as Record<string, unknown>;
    if (Object.keys(beside).length === 0 || typeof target !== "object" || target === null) return target;
    if (isEarly) return target;
    const own = follow(beside, origin, trail, false) as object;
    const isSchema = origin.tokens[0] !== "paths" || origin.tokens.length > 2;
    // Texts stand in place of those that are named; a schema's other keywords hold as well.
    if (isSchema && Object.keys(beside).some((key) => !texts.has(key)))
      return origins.mark({ ...own, allOf: [target, ...allOf(own)] }, origin);
    return origins.mark({ ...target, ...own }, origins.of(target));
  }

  function named(name: string, followed: () => unknown): unknown {
    const before = known.get(name);
    nodes += before?.nodes ?? 0;
    if (before !== undefined) return before.target;
    const [nodesBefore, recursionsBefore] = [nodes, recursions];
    const target = followed();
    if (recursions === recursionsBefore) known.set(name, { target, nodes: nodes - nodesBefore });
    return target;
  }
}
