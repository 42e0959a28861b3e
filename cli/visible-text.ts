/** Makes text from outside (a response body, a header's value) safe to show on a terminal. */

/**
 * Characters that move the cursor, or colour, reverse or hide text: control and format characters, line separators,
 * unassigned characters, and combining marks after the third.
 */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?<=\p{M}{3})\p{M}/gu;

const shortEscapes = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Replaces each such character by what `write` returns for it. */
export function replaceInvisible(text: string, write: (character: string) => string): string {
  return text.replace(invisible, write);
}

/** The text on one line, with such characters as escapes: `\n`, `\u001b`, `\u{e0001}`. Idempotent. */
export function visible(text: string): string {
  return replaceInvisible(
    text,
    (character) => shortEscapes.get(character) ?? codeEscape(character.codePointAt(0) ?? 0),
  );
}

function codeEscape(code: number): string {
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}
