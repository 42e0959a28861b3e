/** Identifiers that were never issued, as far as can be seen, of the form of one that was. */

/** A word before the first separator, such as `prod_`, is kept. */
const typePrefix = /^[A-Za-z]+[_:-](?=.)/;

/**
 * Another identifier of the same form, so that a target that checks the form does not reject it for that: a number becomes
 * another number with no fewer digits, in the range of integers that `id` is in; in other text the last letters and digits
 * are replaced; where there are none, some made from `seed` are appended. Never `id` itself.
 */
export function unissuedId(id = "fpk-unknown", seed = 0): string {
  const prefix = typePrefix.exec(id)?.[0] ?? "";
  const rest = id.slice(prefix.length);
  const other = prefix + (/^\d+$/.test(rest) ? otherNumber(rest) : shifted(rest));
  return other === id ? `${id}fpk${seed.toString(36)}` : other;
}

/** The largest numbers that databases and languages hold as integers. */
const integerMaxima = [2n ** 31n - 1n, 2n ** 53n - 1n, 2n ** 63n - 1n];

/** A short number becomes a longer one: the numbers next to it may be issued. One that begins with 0 keeps its width. */
function otherNumber(digits: string): string {
  if (/^0./.test(digits)) return shifted(digits);
  if (digits.length < 9) return `${digits}98765432`.slice(0, 9);
  const number = BigInt(digits);
  const maximum = integerMaxima.find((limit) => number <= limit);
  const isFit = (other: bigint) => (maximum === undefined || other <= maximum) && String(other).length >= digits.length;
  const [fit = number + 1n] = [number + 876_543_210n, number - 876_543_210n, number - 98_765_432n].filter(isFit);
  return String(fit);
}

/** Each of the last eight characters becomes another of its row, if it is an ASCII letter or digit. */
function shifted(text: string): string {
  const isHex = /^[\da-f-]+$/i.test(text) && !/^\d+$/.test(text);
  const rows = isHex
    ? ["0123456789abcdef", "ABCDEF"]
    : ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const characters = [...text];
  const other = characters
    .map((character, at) => (at < characters.length - 8 ? character : shiftedIn(rows, character)))
    .join("");
  return isHex && /^[^a-z]*[A-F][^a-z]*$/.test(text) ? other.toUpperCase() : other;
}

function shiftedIn(rows: readonly string[], character: string): string {
  const row = rows.find((characters) => characters.includes(character));
  return row?.[(row.indexOf(character) + 7) % row.length] ?? character;
}
