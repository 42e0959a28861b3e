/** Generates texts of many kinds: ASCII, letters of all scripts, emoji of several characters, any characters. */
import * as fc from "fast-check";

/** Any character except surrogates. fast-check's own unit for this takes a second to set up. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800));

/** Half of a surrogate pair: valid in JSON when escaped, but UTF-8 has no bytes for it. */
export const halfCharacter = "\ud83d";

const units = ["grapheme-ascii", "grapheme", "grapheme-composite", anyCharacter] as const;

interface Lengths {
  /** In characters (code points), as in JSON Schema. */
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The contract sets no maximum. Longer samples would only be hard to read. */
const maxCharacters = 60;

/** Unicode text without unpaired surrogates, which UTF-8 cannot encode. */
export function texts({ minLength = 0, maxLength = maxCharacters }: Lengths = {}): fc.Arbitrary<string> {
  const max = Math.max(minLength, Math.min(maxLength, maxCharacters));
  const ofUnit = units.map((unit) => fc.string({ unit, minLength, maxLength: max, size: "max" }));
  // A grapheme may be several characters.
  return fc.oneof(...ofUnit).map((text) => [...text].slice(0, max).join(""));
}

/** JSON objects of up to 4 keys with these values. Made from JSON: `dictionary` has no prototypes, and makes -0. */
export const objectsWith = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
  fc.dictionary(texts({ maxLength: 20 }), values, { maxKeys: 4 }).map((entries) => JSON.parse(JSON.stringify(entries)));
