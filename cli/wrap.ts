/** Wraps and shortens plain text by the columns that it takes on a terminal. */

const wideCharacter =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const combiningMark = /\p{M}/u;

/** Columns that the text takes: two for East Asian wide characters and emoji, none for combining marks. */
export function columns(text: string): number {
  let sum = 0;
  for (const character of text) if (!combiningMark.test(character)) sum += wideCharacter.test(character) ? 2 : 1;
  return sum;
}

/** The text in lines of at most `width` columns, broken at spaces, and inside a word only if it is longer than a line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (columns(joined) <= width) {
      line = joined;
    } else if (columns(word) <= width) {
      lines.push(line);
      line = word;
    } else {
      const pieces = chop(joined, width);
      line = pieces.pop() ?? "";
      lines.push(...pieces);
    }
  }
  return [...lines, line];
}

/** The text if it fits into `width` columns, else its beginning and `…`. */
export function shorten(text: string, width: number): string {
  return columns(text) <= width ? text : `${startOf(text, width - 1)}…`;
}

/** The longest beginning of at most `width` columns, and at least one character. */
function startOf(text: string, width: number): string {
  return chop(text, width)[0] ?? "";
}

/** The text in pieces of at most `width` columns, broken anywhere. */
function chop(text: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let sum = 0;
  for (const character of text) {
    const size = columns(character);
    if (sum + size > width && piece !== "") {
      pieces.push(piece);
      piece = "";
      sum = 0;
    }
    piece += character;
    sum += size;
  }
  return [...pieces, piece];
}
