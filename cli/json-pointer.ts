/** JSON pointers, RFC 6901. */

/** A step from the root of a document to a value in it: a property's name, or an index. */
export type Step = string | number;

/** `/a~1b/0` for `["a/b", 0]`; empty for the root. */
export function pointerTo(steps: readonly Step[]): string {
  return steps.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** `["a/b", "0"]` for `/a~1b/0`. */
export function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
