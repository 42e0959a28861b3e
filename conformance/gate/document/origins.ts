/** The file and the place in it from which each node of a normal form was read. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { valueAt } from "./circular.ts";

export interface Origin {
  readonly file: string;
  readonly tokens: Tokens;
  /** For a node that was merged: by key, the origin of the schema or object from which the key comes, if that is another one. */
  readonly others?: ReadonlyMap<string, Origin>;
}

/** The origin of the member `key`. */
export const below = (origin: Origin, key: string): Origin => new Member(holderOf(origin, key), key);

/** Where the object is written that has the key. */
export const holderOf = (origin: Origin, key: string): Origin => origin.others?.get(key) ?? origin;

/** The origin of a node that was merged: that of one of the parts, with where each key is written that another part has. */
export const withHolders = (part: Origin, holders: readonly (readonly [string, Origin])[]): Origin => ({
  file: part.file,
  get tokens() {
    return part.tokens;
  },
  others: new Map(holders.filter(([, holder]) => holder !== part)),
});

/** Its tokens are computed when they are read, because few nodes of a contract are reported. */
class Member implements Origin {
  readonly #holder: Origin;
  readonly #key: string;
  readonly file: string;

  constructor(holder: Origin, key: string) {
    this.#holder = holder;
    this.#key = key;
    this.file = holder.file;
  }

  get tokens(): Tokens {
    return [...this.#holder.tokens, this.#key];
  }
}

/** Nodes are known by identity: a node may occur at several places of the normal form, but was written at one. */
const known = new WeakMap<object, Origin>();

export const originOf = (node: unknown) => (typeof node === "object" && node !== null ? known.get(node) : undefined);

/** Remembers where `node` was written, and returns it. */
export function mark<T>(node: T, origin: Origin | undefined): T {
  if (typeof node === "object" && node !== null && origin !== undefined) known.set(node, origin);
  return node;
}

/** Gives `node`, which was made from `original`, the same origin, and returns it. */
export const inherit = <T>(original: unknown, node: T): T => mark(node, originOf(original));

/** The origin of the node at `tokens` below `root`. If it has none: the origin of the nearest node above it, with the remaining tokens. */
export function originAt(root: unknown, tokens: Tokens): Origin | undefined {
  let [node, origin] = [root, originOf(root)];
  for (const token of tokens) {
    node = valueAt(node, [token]);
    origin = originOf(node) ?? (origin && below(origin, token));
  }
  return origin;
}
