/** How values are kept. SQLite's text ends at a NUL and holds no lone surrogates: such strings are kept as UTF-16 bytes. */

import type { SqlValue } from "sql.js";
import type { Bindable } from "./journal.ts";

/** What SQLite is given for a value: JSON text for objects and lists. */
export function encode(value: Bindable): SqlValue {
  if (typeof value === "string") return encodeText(value);
  if (typeof value === "object" && value !== null) return encodeText(JSON.stringify(value));
  return typeof value === "boolean" ? Number(value) : value;
}

function encodeText(text: string): string | Uint8Array {
  if (!/[\0\p{Surrogate}]/u.test(text)) return text;
  const units = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return new Uint8Array(units.buffer);
}

/** The string that `encode` was given. Bytes come back as UTF-16 code units, everything else as SQLite prints it. */
export function decodeText(value: SqlValue | undefined): string {
  if (!(value instanceof Uint8Array)) return String(value ?? "");
  const units = new Uint16Array(value.slice().buffer);
  return Array.from(units, (unit) => String.fromCharCode(unit)).join("");
}
