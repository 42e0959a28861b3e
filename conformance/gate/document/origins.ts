/** Where in which file each node of a normal form was written. */
import type { Tokens } from "../../../cli/json-pointer.ts";

export interface Origin {
  readonly file: string;
  readonly tokens: Tokens;
}

/** Nodes are known by identity: a node may occur at several places of the normal form, but was written at one. */
export class Origins {
  readonly #known = new WeakMap<object, Origin>();

  /** Remembers where `node` was written, and returns it. */
  mark<T>(node: T, origin: Origin | undefined): T {
    if (typeof node === "object" && node !== null && origin !== undefined) this.#known.set(node, origin);
    return node;
  }

  /** Gives `node`, which was made from `original`, the same origin, and returns it. */
  inherit<T>(original: unknown, node: T): T {
    return this.mark(node, this.of(original));
  }

  of(node: unknown): Origin | undefined {
    return typeof node === "object" && node !== null ? this.#known.get(node) : undefined;
  }

  /** The origin of the node at `tokens` below `root`. Where it has none: that of the nearest node above it, with the remaining tokens. */
  at(root: unknown, tokens: Tokens): Origin | undefined {
    let node = root;
    let origin = this.of(root);
    for (const token of tokens) {
      node =
        typeof node === "object" && node !== null && Object.hasOwn(node, token) ? Reflect.get(node, token) : undefined;
      origin =
        this.of(node) ?? (origin === undefined ? undefined : { file: origin.file, tokens: [...origin.tokens, token] });
    }
    return origin;
  }
}
