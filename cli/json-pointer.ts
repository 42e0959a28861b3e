/** JSON pointers (RFC 6901), as text and as lists of tokens. */

/** A step from the root of a document to a value in it: a property's name, or an index. */
export type Step = string | number;

export type Tokens = readonly string[];

/** `/a~1b/0` for `["a/b", 0]`; empty for the whole document. */
export function formatPointer(tokens: readonly Step[]): string {
  return tokens.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The tokens of `/a~1b/0`, or of a URL's fragment, which starts with `#` and is percent-encoded. */
export function parsePointer(pointer: string): Tokens {
  const text = pointer.startsWith("#") ? decodeFragment(pointer.slice(1)) : pointer;
  return text
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** If a fragment is not percent-encoded correctly, it is taken literally. */
function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The value at `tokens`; undefined if there is none. */
export const valueAt = (value: unknown, tokens: Tokens): unknown => tokens.reduce(memberAt, value);

/** The member `token` of an object or a list; undefined if there is none. */
export const memberAt = (node: unknown, token: string): unknown =>
  typeof node === "object" && node !== null && Object.hasOwn(node, token) ? Reflect.get(node, token) : undefined;
