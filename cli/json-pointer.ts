/** JSON pointers, RFC 6901. */

/** A step from the root of a document to a place in it: a property's name, or an index. */
export type Step = string | number;

/** The JSON pointer of a place, RFC 6901. */
export function pointerTo(at: readonly Step[]): string {
  return at.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
