/** Identifiers that were never issued, as far as can be seen, in the form of one that was. */

/** What is kept of an identifier: a word before the first separator, such as `prod_`. */
const wordBefore = /^[A-Za-z]+[_:-](?=.)/;

/**
 * Another identifier of the same form, so that a target that checks the form does not refuse it for that: numbers stay
 * numbers of no fewer digits, and within the range of integers that `id` is in; of other text the last letters and digits
 * are moved on, and where there are none, some made of `seed` are put behind it. Never `id` itself.
 */
export function unknownLike(id = "fpk-unknown", seed = 0): string {
  const kept = wordBefore.exec(id)?.[0] ?? "";
  const rest = id.slice(kept.length);
  const other = kept + (/^\d+$/.test(rest) ? otherNumber(rest) : moved(rest));
  return other === id ? `${id}fpk${seed.toString(36)}` : other;
}

/** The largest numbers that databases and languages hold as integers. */
const ranges = [2n ** 31n - 1n, 2n ** 53n - 1n, 2n ** 63n - 1n];

/** Short numbers become longer: those beside them may be taken. One that begins with 0 is as wide as the others. */
function otherNumber(digits: string): string {
  if (/^0./.test(digits)) return moved(digits);
  if (digits.length < 9) return `${digits}98765432`.slice(0, 9);
  const number = BigInt(digits);
  const most = ranges.find((one) => number <= one);
  const isFit = (one: bigint) => (most === undefined || one <= most) && String(one).length >= digits.length;
  const [fit = number + 1n] = [number + 876_543_210n, number - 876_543_210n, number - 98_765_432n].filter(isFit);
  return String(fit);
}

/** Each of the last eight characters moved on, if it is a letter or digit of ASCII. */
function moved(text: string): string {
  const isHex = /^[\da-f-]+$/i.test(text) && !/^\d+$/.test(text);
  const characters = [...text];
  const other = characters.map((one, at) => (at < characters.length - 8 ? one : next(one, isHex))).join("");
  return isHex && /^[^a-z]*[A-F][^a-z]*$/.test(text) ? other.toUpperCase() : other;
}

function next(character: string, isHex: boolean): string {
  for (const row of [
    isHex ? "0123456789abcdef" : "0123456789",
    isHex ? "ABCDEF" : "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  ]) {
    const at = row.indexOf(character);
    if (at >= 0) return row[(at + 7) % row.length] ?? character;
  }
  return character;
}
