/** Replaces every `$ref` by what it names, so that it no longer matters where something is written. */
import { valueAt } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { NotJudged } from "../not-judged.ts";
import { circular, isCircular } from "./circular.ts";
import { circularNames } from "./cycles.ts";
import { getOrMake } from "./get-or-make.ts";
import { fromEntries, type Json, list, mapEntries, record, without } from "./json.ts";
import type { Loaded } from "./load.ts";
import { mayBeRounded } from "./numbers.ts";
import { below, mark, type Origin, originOf, withHolders } from "./origins.ts";
import { type Target, targetOf } from "./reference.ts";
import { asSubtype, mappedReference, subtypes, subtypesOf } from "./subtypes.ts";

/** The values of these keys, and of extensions, are data: a `$ref` in them is not a reference. */
const dataKeys = new Set(["example", "default", "const", "enum", "value"]);
const isData = (key: string) => dataKeys.has(key) || key.startsWith("x-");
/** The values of these keys are maps, whose keys are names chosen by the author. */
const mapKeys = new Set([
  ...["properties", "patternProperties", "$defs", "dependentSchemas", "headers", "responses", "paths", "content"],
  ...["callbacks", "examples", "links", "parameters", "schemas", "variables", "mapping", "encoding"],
  ...["webhooks", "pathItems"],
]);

/** A contract with more places is not compared. A schema counts wherever it is used: it is kept once, but its changes are found at each place. */
const maxPlaces = 4_000_000;

/** The document without references; a schema that contains itself does so in a circular node. */
export const dereference = (loaded: Loaded): unknown => new Dereferencing(loaded).whole();

class Dereferencing {
  readonly #loaded: Loaded;
  /** Before 3.1, keywords beside a reference are ignored. */
  readonly #ignoresSiblings: boolean;
  readonly #circularNames: ReadonlySet<string>;
  /** By the target's name: the target without references, and how many places it has (see `maxPlaces`). */
  readonly #targets = new Map<string, { readonly target: unknown; readonly places: number }>();
  readonly #circular = new Map<string, Json>();
  readonly #subtypeNodes = new Map<string, Json>();
  /** The subtypes of each schema, by the schema as it is written: many subtypes ask for the subtypes of the same schema. */
  readonly #knownSubtypes = new Map<object, ReadonlyMap<string, Target> | undefined>();
  #places = 0;

  constructor(loaded: Loaded) {
    this.#loaded = loaded;
    this.#ignoresSiblings = /^3\.0/.test(String(record(loaded.root.value).openapi));
    this.#circularNames = circularNames(loaded);
  }

  whole(): unknown {
    const { path, value } = this.#loaded.root;
    return this.#follow(
      withoutComponents(record(value)),
      { file: path, tokens: [] },
      { isMap: false, isInCycle: false },
    );
  }

  #follow(value: unknown, origin: Origin, { isMap, isInCycle }: Where): unknown {
    if (typeof value !== "object" || value === null) return this.#exactly(value, origin);
    this.#countPlaces(1);
    if (Array.isArray(value)) {
      const items = value.map((inner: unknown, at) =>
        this.#follow(inner, below(origin, String(at)), { isMap: false, isInCycle }),
      );
      return mark(items, origin);
    }
    if (!isRecord(value)) return value;
    if (!isMap && typeof value.$ref === "string") return this.#followReference(value, value.$ref, origin, isInCycle);
    const child = (inner: unknown, key: string) => {
      const follow = () => this.#follow(inner, below(origin, key), { isMap: !isMap && mapKeys.has(key), isInCycle });
      return isInCycle && this.#isMergedWithCircular(inner, origin.file) ? circular(follow) : follow();
    };
    const known = isMap ? undefined : this.#subtypesOf(value, origin);
    const entries = Object.entries(isMap ? value : this.#withMapping(value, known !== undefined)).map(
      ([key, inner]): readonly [string, unknown] =>
        !isMap && isData(key) ? [key, this.#data(inner, below(origin, key))] : [key, child(inner, key)],
    );
    const found = known === undefined ? [] : [[subtypes, this.#subtypes(known, origin)] as const];
    return mark(fromEntries([...entries, ...found]), origin);
  }

  /** Data with its keys in alphabetical order. */
  #data(value: unknown, origin: Origin): unknown {
    if (Array.isArray(value)) return value.map((inner, at) => this.#data(inner, below(origin, String(at))));
    if (!isRecord(value)) return this.#exactly(value, origin);
    return fromEntries(Object.entries(value).map(([key, inner]) => [key, this.#data(inner, below(origin, key))]));
  }

  #exactly(value: unknown, origin: Origin): unknown {
    if (!mayBeRounded(value)) return value;
    return this.#loaded.files.get(origin.file)?.integerAt(origin.tokens) ?? value;
  }

  #subtypesOf(schema: Json, origin: Origin): ReadonlyMap<string, Target> | undefined {
    return getOrMake(this.#knownSubtypes, schema, () => subtypesOf(schema, origin, this.#loaded));
  }

  /** The subtypes. Each is a node of its own, because it contains the schema that it is a subtype of. */
  #subtypes(known: ReadonlyMap<string, Target>, origin: Origin): Json {
    const nodes = [...known].map(([value, target]) => {
      const node = getOrMake(this.#subtypeNodes, target.name, () => circular(() => this.#targetOf(target, false)));
      return [value, node] as const;
    });
    return mark(fromEntries(nodes), below(below(origin, "discriminator"), "mapping"));
  }

  /** A schema that a discriminator's `mapping` does not name goes by its own name, which has a meaning here only. */
  #withMapping(schema: Json, hasSubtypes: boolean): Json {
    const { discriminator } = schema;
    if (!isRecord(discriminator)) return schema;
    if (hasSubtypes) return { ...schema, discriminator: without(discriminator, "mapping") };
    const mapping = mapEntries(discriminator.mapping, (name) => mappedReference(String(name), this.#loaded));
    const references = [...list(schema.oneOf), ...list(schema.anyOf)].map((member) => record(member).$ref);
    const implied = references.flatMap((reference) =>
      typeof reference !== "string" || Object.values(mapping).includes(reference)
        ? []
        : [[reference.slice(reference.lastIndexOf("/") + 1), reference] as const],
    );
    const all = { ...Object.fromEntries(implied), ...mapping };
    return Object.keys(all).length === 0 ? schema : { ...schema, discriminator: { ...discriminator, mapping: all } };
  }

  /** The value is merged with a target that contains itself: it refers to one beside other keywords, or in `allOf`, `anyOf` or `oneOf`. */
  #isMergedWithCircular(value: unknown, file: string, isPart = false): boolean {
    if (!isRecord(value)) return false;
    const { $ref: reference, ...others } = value;
    if (typeof reference === "string")
      return (isPart || Object.keys(others).length > 0) && this.#circularNames.has(targetOf(reference, file).name);
    return ["allOf", "anyOf", "oneOf"].some((keyword) =>
      list(value[keyword]).some((member) => this.#isMergedWithCircular(member, file, true)),
    );
  }

  #followReference(holder: Json, reference: string, origin: Origin, isInCycle: boolean): unknown {
    const target = this.#targetOf(targetOf(reference, origin.file), isInCycle);
    const beside = without(holder, "$ref");
    if (Object.keys(beside).length === 0 || typeof target !== "object" || target === null) return target;
    if (this.#ignoresSiblings) return target;
    return withSiblings(target, record(this.#follow(beside, origin, { isMap: false, isInCycle })), origin);
  }

  #targetOf({ name, file, tokens }: Target, isInCycle: boolean): unknown {
    const leadsBack = this.#circularNames.has(name);
    if (isInCycle && leadsBack)
      return getOrMake(this.#circular, name, () => circular(() => this.#targetOf({ name, file, tokens }, false)));
    const known = this.#targets.get(name);
    if (known !== undefined) {
      this.#countPlaces(known.places);
      return known.target;
    }
    const before = this.#places;
    const value = valueAt(this.#loaded.files.get(file)?.value, tokens);
    const followed = this.#follow(value, { file, tokens }, { isMap: false, isInCycle: leadsBack });
    const target = asSubtype(followed, { name, file, tokens }, this.#loaded, (schema, at) =>
      this.#subtypesOf(schema, at),
    );
    this.#targets.set(name, { target, places: this.#places - before });
    return target;
  }

  #countPlaces(count: number): void {
    this.#places += count;
    if (this.#places > maxPlaces)
      throw new NotJudged(
        `${this.#loaded.source.name} is too deep for this tool: it has more than ${maxPlaces} places once its references are replaced`,
      );
  }
}

interface Where {
  /** Whether the keys of the place are names. */
  readonly isMap: boolean;
  /** Whether the place is in a target that contains itself. */
  readonly isInCycle: boolean;
}

/** Components count only as what a reference names. */
function withoutComponents({ components, ...others }: Json): Json {
  const { securitySchemes } = record(components);
  return securitySchemes === undefined ? others : { ...others, components: { securitySchemes } };
}

/** Texts beside a reference override those of its target; other keywords of a schema apply in addition to it. */
function withSiblings(target: object, siblings: Json, origin: Origin): unknown {
  const isSchema = origin.tokens[0] !== "paths" || origin.tokens.length > 2;
  const isOnlyText = Object.keys(siblings).every((key) => key === "summary" || key === "description");
  if (isSchema && (!isOnlyText || isCircular(target)))
    return mark({ ...siblings, allOf: [target, ...list(siblings.allOf)] }, origin);
  const ofTarget = originOf(target) ?? origin;
  const holders = Object.keys(siblings).map((key) => [key, origin] as const);
  return mark({ ...target, ...siblings }, withHolders(ofTarget, [...(ofTarget.others ?? []), ...holders]));
}
