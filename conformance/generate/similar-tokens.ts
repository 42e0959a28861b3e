/** Tokens that were never issued and differ a little from an issued one. A faulty lookup may accept them. */
import { keyPrefixOf } from "../model/key-form.ts";

/** A token, and how it resembles the issued one, as a clause: `that …`. */
export type SimilarToken = readonly [token: string, what: string];

/**
 * The words before the characters (at least 12) that distinguish tokens: `fpk_key_` (§5.5), which a target may ignore.
 */
function prefixOf(token: string): string {
  const prefix = keyPrefixOf(token);
  if (prefix !== undefined && token.length - prefix.length >= 12) return prefix;
  return /^(?:[A-Za-z]{1,12}\d?[_.:-])+(?=.{12})/.exec(token)?.[0] ?? "";
}

const shortest = 16; // characters: a shorter one might be another issued token

/** The first three change or add a little at each end. The others leave a part out. */
export function similarTokens(token: string): readonly SimilarToken[] {
  const prefix = prefixOf(token);
  const padding = /=*$/.exec(token)?.[0] ?? "";
  const secret = token.slice(prefix.length, token.length - padding.length);
  const begins = (beginning: string) => prefix + beginning + secret.slice(1) + padding;
  const ends = (end: string) => prefix + secret.slice(0, -1) + end;
  // A decoder of base64 may ignore up to three more characters, and everything after the padding.
  const longer = padding === "" ? `${token}fpk0` : `${prefix}fpk0${secret}${padding}`;
  const similar: readonly SimilarToken[] = [
    [ends(otherThan(secret.at(-1), secret)) + padding, "that differs from an issued one in its last character"],
    [begins(otherThan(secret.at(0), secret)), "that differs from an issued one in its first character"],
    [longer, "that is longer than an issued one by four characters"],
    [begins(`fpk0${secret.at(0)}`), "that has four more characters before those of an issued one"],
    [ends(""), "that lacks the last character of an issued one"],
    [begins(""), "that lacks the first character of an issued one"],
    [token.slice(0, Math.ceil(token.length / 2)), "that is only the beginning of an issued one"],
  ];
  return similar.filter(([other]) => other.length >= shortest && other !== token);
}

/**
 * A digit in place of a letter, or a letter in place of a digit, since a target may ignore the case. In base64, base32
 * and hexadecimal the two differ in their highest bit, since a decoder may ignore the lowest bits of the last
 * character.
 */
function otherThan(character = "", secret: string): string {
  if (/^\d+$/.test(secret)) return String((Number(character) + 5) % 10);
  const hasBothCases = /[a-z]/.test(secret) && /[A-Z]/.test(secret);
  if ((hasBothCases ? /[A-Za-f]/ : /[A-Pa-p]/).test(character)) return "7";
  return /[A-Z]/.test(secret) ? "A" : "a";
}
