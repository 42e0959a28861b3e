/** Where in which file a node of the normal form was written. */
import type { Tokens } from "./pointer.ts";

export interface Origin {
  readonly file: string;
  readonly tokens: Tokens;
}

/** By identity: a node may stand at several places of the normal form, and be written at one. */
export class Origins {
  readonly #known = new WeakMap<object, Origin>();

  /** Remembers where `node` was written; gives it back. */
  mark<T>(node: T, origin: Origin | undefined): T {
    if (typeof node === "object" && node !== null && origin !== undefined) this.#known.set(node, origin);
    return node;
  }

  of(node: unknown): Origin | undefined {
    return typeof node === "object" && node !== null ? this.#known.get(node) : undefined;
  }

  /** The origin of what `tokens` lead to below `root`, or of the nearest place above it that has one, with the rest of the way. */
  at(root: unknown, tokens: Tokens): Origin | undefined {
    let node = root;
    let origin = this.of(root);
    for (const token of tokens) {
      node =
        typeof node === "object" && node !== null && Object.hasOwn(node, token) ? Reflect.get(node, token) : undefined;
      const own = this.of(node);
      origin = own ?? (origin === undefined ? undefined : { file: origin.file, tokens: [...origin.tokens, token] });
    }
    return origin;
  }
}
