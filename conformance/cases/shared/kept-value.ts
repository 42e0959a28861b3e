/**
 * Whether a value is shown as it was sent (§4, endpoints 12 and 14). A string is any text, so markup, quotes and
 * letters of all scripts must be unchanged. Texts that Unicode regards as equivalent count as the same.
 */
import { isObject } from "../../model/body.ts";

/** A target may drop or replace an emoji in a name, so the text before it and the text after it are compared. */
export const emoji = "🙂";

/** A value in a body, at a path of names and positions, that was shown differently; `shown` is absent if missing. */
export interface ChangedEntry {
  readonly path: readonly (string | number)[];
  readonly given: unknown;
  readonly shown: unknown;
}

/** The first value that is not shown as it was sent; undefined if all are. The shown objects may have more entries. */
export function changedEntry(
  given: unknown,
  shown: unknown,
  path: ChangedEntry["path"] = [],
): ChangedEntry | undefined {
  const entries = entriesOf(given);
  if (entries === undefined || !isSameKind(given, shown))
    return isKeptScalar(given, shown) ? undefined : { path, given, shown };
  for (const [name, value] of entries) {
    const changed = changedEntry(value, entryOf(shown, name), [...path, name]);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

/** Undefined for a string, a number, a boolean or null. */
function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] | undefined {
  if (Array.isArray(value)) return [...value.entries()];
  return isObject(value) ? Object.entries(value) : undefined;
}

export const isKept = (given: unknown, shown: unknown) => changedEntry(given, shown) === undefined;

/** Both are objects, or both are arrays of the same length. */
const isSameKind = (given: unknown, shown: unknown) =>
  Array.isArray(given) ? Array.isArray(shown) && shown.length === given.length : isObject(shown);

const isKeptScalar = (given: unknown, shown: unknown) =>
  typeof given === "string" ? typeof shown === "string" && isSameText(given, shown) : given === shown;

/** Not an inherited property, such as `constructor`. Many stores keep the names of entries in lower case. */
const entryOf = (value: unknown, name: string | number) =>
  [name, String(name).toLowerCase()]
    .filter((each) => Object.hasOwn(Object(value), each))
    .map((each) => Object(value)[each])[0];

function isSameText(given: string, shown: string): boolean {
  const [sent, text] = [given.normalize("NFC"), shown.normalize("NFC")];
  const [before = "", ...rest] = sent.split(emoji).map((part) => part.trim());
  return rest.length === 0 ? text === sent : text.startsWith(before) && text.endsWith(rest.join(emoji));
}
