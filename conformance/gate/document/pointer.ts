/** JSON pointers (RFC 6901) as lists of tokens. */

export type Tokens = readonly string[];

/** `/a~1b/0` of `["a/b", "0"]`; empty for the root. */
export function pointerOf(tokens: Tokens): string {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The tokens of `/a~1b/0`, `#/a~1b/0` or, percent-encoded, of a `$ref`'s fragment. */
export function tokensOf(pointer: string): Tokens {
  return pointer
    .replace(/^#/, "")
    .split("/")
    .slice(1)
    .map((token) => decoded(token).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** What `tokens` lead to in `value`; undefined where they lead nowhere. */
export function valueAt(value: unknown, tokens: Tokens): unknown {
  return tokens.reduce<unknown>(
    (at, token) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, token) ? Reflect.get(at, token) : undefined,
    value,
  );
}
