/** The word before the first separator, such as `prod_`, which is kept. */
const typePrefix = /^[A-Za-z]+[_:-](?=.)/;

/**
 * Another identifier of the same form, so that a target that checks the form accepts it. A number becomes another
 * number with at least as many digits, within the same range of integers. In other texts, the last letters and digits
 * are replaced; if there are none, some are appended, made from `seed`. The result is never `id`.
 */
export function unissuedId(id = "fpk-unknown", seed = 0): string {
  const prefix = typePrefix.exec(id)?.[0] ?? "";
  const rest = id.slice(prefix.length);
  const other = prefix + (/^\d+$/.test(rest) ? otherNumber(rest) : shifted(rest));
  return other === id ? `${id}fpk${seed.toString(36)}` : other;
}

/** The largest integers of databases and languages. */
const integerMaxima = [2n ** 31n - 1n, 2n ** 53n - 1n, 2n ** 63n - 1n];

/** A short number becomes a longer one, since its neighbours may be issued. One that begins with 0 keeps its length. */
function otherNumber(digits: string): string {
  if (/^0./.test(digits)) return shifted(digits);
  if (digits.length < 9) return `${digits}98765432`.slice(0, 9);
  const number = BigInt(digits);
  const maximum = integerMaxima.find((limit) => number <= limit);
  const isFit = (other: bigint) => (maximum === undefined || other <= maximum) && String(other).length >= digits.length;
  const [fit = number + 1n] = [number + 876_543_210n, number - 876_543_210n, number - 98_765_432n].filter(isFit);
  return String(fit);
}

/** Replaces each of the last eight characters that is an ASCII letter or digit by another one of its kind. */
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
