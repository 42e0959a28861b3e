/** How text is kept. SQLite's text ends at a NUL and holds no lone surrogates: such strings are kept as UTF-16 bytes. */

import type { SqlValue } from "sql.js";

/** The value to bind for `text`: the string itself, or its UTF-16 code units as bytes if SQLite would lose some. */
export function encodeText(text: string): string | Uint8Array {
  if (!/[\0\p{Surrogate}]/u.test(text)) return text;
  const units = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return new Uint8Array(units.buffer);
}

/** The string that `keep` was given. Bytes come back as UTF-16 code units, everything else as SQLite prints it. */
export function decodeText(value: SqlValue | undefined): string {
  if (!(value instanceof Uint8Array)) return String(value ?? "");
  const units = new Uint16Array(value.slice().buffer);
  return Array.from(units, (unit) => String.fromCharCode(unit)).join("");
}
