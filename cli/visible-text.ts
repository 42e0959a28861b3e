/** Text that others wrote (a server's answer, a header's value) made fit to be shown. */

/**
 * What moves the cursor, colours, reverses or hides text: control and format characters, line separators, characters that
 * are nobody's, and marks piled upon marks.
 */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?<=\p{M}{3})\p{M}/gu;

const shortEscapes = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Replaces each character that would not be seen as itself by what `write` makes of it. */
export function replaceInvisible(text: string, write: (character: string) => string): string {
  return text.replace(invisible, write);
}

/** The text on one line, with what is unseen written out: `\n`, `\u001b`, `\u{e0001}`. Idempotent. */
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
