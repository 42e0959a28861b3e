/** Replaces every `$ref` by what it names, so that it no longer matters where something is written. */
import { formatPointer, parsePointer, valueAt } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { NotJudged } from "../not-judged.ts";
import { fromEntries, type Json, list, mapEntries, record, without } from "./json.ts";
import { fileOfReference, type Loaded } from "./load.ts";
import { below, inherit, mark, type Origin } from "./origins.ts";

/** The values of these keys are data: a `$ref` in them is not a reference. */
const dataKeys = new Set(["example", "default", "const", "enum", "value"]);
/** The values of these keys are maps, whose keys are names chosen by the author. */
const mapKeys = new Set([
  ...["properties", "patternProperties", "$defs", "dependentSchemas", "headers", "responses", "paths", "content"],
  ...["callbacks", "examples", "links", "parameters", "schemas", "variables", "mapping", "encoding"],
  ...["webhooks", "pathItems"],
]);

/** A contract with more nodes than this, once its references are replaced, is not compared. */
const maxNodes = 400_000;
/** The same where a schema counts wherever it is used: it is kept once, but its changes are found at each place. */
const maxPlaces = 10 * maxNodes;

/** The keyword that replaces a schema inside itself. Its value is the number of levels between the two, whatever they are called. */
export const recursion = "x-recursion";

/** The references that lead to a node: the last one, the depth of its target, and the trail before it. */
type Trail = { readonly name: string; readonly depth: number; readonly before: Trail } | undefined;

/** The document as one tree without references; a schema that contains itself ends in `x-recursion`. */
export const dereference = (loaded: Loaded): unknown => new Dereferencing(loaded).tree();

class Dereferencing {
  readonly #loaded: Loaded;
  /** Before 3.1, keywords beside a reference are ignored. */
  readonly #ignoresSiblings: boolean;
  /** The targets of earlier references, with the number of their places. What contains itself depends on the references that led to it, so it is not kept. */
  readonly #known = new Map<string, { readonly target: unknown; readonly places: number }>();
  #nodes = 0;
  #places = 0;
  #recursions = 0;

  constructor(loaded: Loaded) {
    this.#loaded = loaded;
    this.#ignoresSiblings = /^3\.0/.test(String(record(loaded.root.value).openapi));
  }

  tree(): unknown {
    const { path, value } = this.#loaded.root;
    return this.#follow(withoutComponents(record(value)), { file: path, tokens: [] }, undefined, 0, false);
  }

  /** `depth`: in the tree; the parts of `allOf` are as deep as the whole. */
  #follow(value: unknown, origin: Origin, trail: Trail, depth: number, isMap: boolean): unknown {
    if (typeof value !== "object" || value === null) return value;
    this.#nodes += 1;
    this.#countPlaces(1);
    const child = (inner: unknown, key: string, isMap: boolean) =>
      this.#follow(inner, below(origin, key), trail, key === "allOf" ? depth - 1 : depth + 1, isMap);
    if (Array.isArray(value)) {
      const items = value.map((inner: unknown, at) => child(inner, String(at), false));
      return mark(items, origin);
    }
    if (!isRecord(value)) return value;
    if (!isMap && typeof value.$ref === "string") return this.#followReference(value, value.$ref, origin, trail, depth);
    const named = isMap ? value : withImpliedMapping(value);
    const entries = Object.entries(named).map(([key, inner]): readonly [string, unknown] =>
      !isMap && dataKeys.has(key) ? [key, sortedKeys(inner)] : [key, child(inner, key, !isMap && mapKeys.has(key))],
    );
    return mark(fromEntries(entries), origin);
  }

  #countPlaces(count: number): void {
    this.#places += count;
    if (this.#nodes > maxNodes || this.#places > maxPlaces)
      throw new NotJudged(
        `${this.#loaded.source.name} is too deep for this tool: it has more than ${maxNodes} nodes once its references are replaced`,
      );
  }

  #followReference(holder: Json, reference: string, origin: Origin, trail: Trail, depth: number): unknown {
    const path = fileOfReference(reference, origin.file);
    const tokens = parsePointer(`#${reference.split("#")[1] ?? ""}`);
    const name = `${path}#${formatPointer(tokens)}`;
    const earlier = earlierOn(trail, name);
    if (earlier !== undefined) {
      this.#recursions += 1;
      return mark({ [recursion]: depth - earlier.depth }, origin);
    }
    const target = this.#resolveOnce(name, () => {
      const value = valueAt(this.#loaded.files.get(path)?.value, tokens);
      return this.#follow(value, { file: path, tokens }, { name, depth, before: trail }, depth, false);
    });
    const beside = without(holder, "$ref");
    if (Object.keys(beside).length === 0 || typeof target !== "object" || target === null) return target;
    if (this.#ignoresSiblings) return target;
    return withSiblings(target, record(this.#follow(beside, origin, trail, depth, false)), origin);
  }

  #resolveOnce(name: string, resolve: () => unknown): unknown {
    const before = this.#known.get(name);
    if (before !== undefined) {
      this.#countPlaces(before.places);
      return before.target;
    }
    const [placesBefore, recursionsBefore] = [this.#places, this.#recursions];
    const target = resolve();
    if (this.#recursions === recursionsBefore) this.#known.set(name, { target, places: this.#places - placesBefore });
    return target;
  }
}

/** The reference of this name on the trail; undefined if there is none. */
function earlierOn(trail: Trail, name: string): Trail {
  let at = trail;
  while (at !== undefined && at.name !== name) at = at.before;
  return at;
}

/** Components count only as what a reference names. */
function withoutComponents({ components, ...others }: Json): Json {
  const { securitySchemes } = record(components);
  return securitySchemes === undefined ? others : { ...others, components: { securitySchemes } };
}

/** Texts beside a reference override those of its target; other keywords of a schema apply in addition to it. */
function withSiblings(target: object, siblings: Json, origin: Origin): unknown {
  const isSchema = origin.tokens[0] !== "paths" || origin.tokens.length > 2;
  if (isSchema && Object.keys(siblings).some((key) => key !== "summary" && key !== "description"))
    return mark({ ...siblings, allOf: [target, ...list(siblings.allOf)] }, origin);
  return inherit(target, { ...target, ...siblings });
}

/** A schema that a discriminator's `mapping` does not name goes by its own name, which has a meaning here only. */
function withImpliedMapping(schema: Json): Json {
  if (!isRecord(schema.discriminator)) return schema;
  const mapping = record(schema.discriminator.mapping);
  const references = [...list(schema.oneOf), ...list(schema.anyOf)].map((member) => record(member).$ref);
  const implied = references.flatMap((reference) =>
    typeof reference !== "string" || Object.values(mapping).includes(reference)
      ? []
      : [[reference.slice(reference.lastIndexOf("/") + 1), reference] as const],
  );
  if (implied.length === 0) return schema;
  return {
    ...schema,
    discriminator: { ...schema.discriminator, mapping: { ...Object.fromEntries(implied), ...mapping } },
  };
}

/** Data with its keys in alphabetical order. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  return isRecord(value) ? mapEntries(value, sortedKeys) : value;
}
