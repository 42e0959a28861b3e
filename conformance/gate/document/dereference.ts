/** Replaces every `$ref` by what it names, so that it no longer matters where something is written. */
import { formatPointer, parsePointer, valueAt } from "../../../cli/json-pointer.ts";
import { NotJudged } from "../not-judged.ts";
import { fromEntries, type Json, record } from "./json.ts";
import { fileOfReference, type Loaded } from "./load.ts";
import type { Origin, Origins } from "./origins.ts";

/** The values of these keys are data: a `$ref` in them is no reference. */
const dataKeys = new Set(["example", "default", "const", "enum", "value"]);
/** The values of these keys are maps, whose keys are names chosen by the author. */
const mapKeys = new Set([
  ...["properties", "patternProperties", "$defs", "dependentSchemas", "headers", "responses", "paths", "content"],
  ...["callbacks", "examples", "links", "parameters", "schemas", "variables", "mapping", "encoding"],
]);

const texts = new Set(["summary", "description"]);

/** Data with its keys in a fixed order. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  return fromEntries(Object.entries(value).map(([key, inner]) => [key, sortedKeys(inner)] as const));
}

/** A contract with more nodes than this, once its references are replaced, is not compared. */
const maxNodes = 400_000;

/** The document as one tree without references; a schema that contains itself has `x-recursion`, the number of references between the two. */
export function dereference({ root, files, source }: Loaded, origins: Origins): unknown {
  let nodes = 0;
  let recursions = 0;
  /** Before 3.1, keywords beside a reference are ignored. */
  const ignoresSiblings = /^3\.0/.test(String(record(root.value).openapi));
  /** The targets of earlier references, with their number of nodes. What contains itself depends on the references that led to it, so it is not kept. */
  const known = new Map<string, { readonly target: unknown; readonly nodes: number }>();
  return follow(root.value, { file: root.path, tokens: [] }, [], false);

  function follow(value: unknown, origin: Origin, trail: readonly string[], isMap: boolean): unknown {
    if (typeof value !== "object" || value === null) return value;
    nodes += 1;
    if (nodes > maxNodes)
      throw new NotJudged(
        `${source.name} has more than ${maxNodes} nodes once its references are replaced; it is too large to compare`,
      );
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
      if (!isMap && dataKeys.has(key)) return [key, sortedKeys(inner)] as const;
      return [key, child(inner, key, !isMap && mapKeys.has(key))] as const;
    });
    return origins.mark(fromEntries(entries), origin);
  }

  function referred(holder: object, reference: string, origin: Origin, trail: readonly string[]): unknown {
    const path = fileOfReference(reference, origin.file);
    const tokens = parsePointer(`#${reference.split("#")[1] ?? ""}`);
    const name = `${path}#${formatPointer(tokens)}`;
    const before = trail.lastIndexOf(name);
    if (before >= 0) {
      recursions += 1;
      return origins.mark({ "x-recursion": trail.length - before }, origin);
    }
    const target = resolved(name, () =>
      follow(valueAt(files.get(path)?.value, tokens), { file: path, tokens }, [...trail, name], false),
    );
    const { $ref: _, ...beside } = holder as Json;
    if (Object.keys(beside).length === 0 || typeof target !== "object" || target === null) return target;
    if (ignoresSiblings) return target;
    const siblings = record(follow(beside, origin, trail, false));
    const isSchema = origin.tokens[0] !== "paths" || origin.tokens.length > 2;
    // Texts override those of the target; other keywords of a schema apply in addition to it.
    if (isSchema && Object.keys(beside).some((key) => !texts.has(key))) {
      const members: readonly unknown[] = Array.isArray(siblings.allOf) ? siblings.allOf : [];
      return origins.mark({ ...siblings, allOf: [target, ...members] }, origin);
    }
    return origins.inherit(target, { ...target, ...siblings });
  }

  function resolved(name: string, resolve: () => unknown): unknown {
    const before = known.get(name);
    nodes += before?.nodes ?? 0;
    if (before !== undefined) return before.target;
    const [nodesBefore, recursionsBefore] = [nodes, recursions];
    const target = resolve();
    if (recursions === recursionsBefore) known.set(name, { target, nodes: nodes - nodesBefore });
    return target;
  }
}
