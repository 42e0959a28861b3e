/** Tokens that were never issued and differ a little from an issued one. A faulty lookup may accept them. */
import { keyPrefixOf } from "../model/key-form.ts";
import { shellVariableOf } from "../model/shell-variable.ts";

/**
 * A token, and how it resembles the issued one, as a clause: `that …`. `inShell`: the token for a shell in which a variable
 * holds the issued one, such as `${KEY_A:0:20}fpk0`.
 */
type SimilarToken = readonly [token: string, what: string, inShell: (variable: string) => string];

/** A part of the issued token, from one position to before another, or characters that are not in it. */
type Piece = string | readonly [from: number, to: number];

function tokenOf(issued: string, what: string, pieces: readonly Piece[]): SimilarToken {
  const textOf = (piece: Piece) => (typeof piece === "string" ? piece : issued.slice(...piece));
  const inShell = (variable: string) =>
    pieces
      .filter((piece) => typeof piece === "string" || piece[0] < piece[1])
      .map((piece) => (typeof piece === "string" ? piece : `\${${variable}:${piece[0]}:${piece[1] - piece[0]}}`))
      .join("");
  return [pieces.map(textOf).join(""), what, inShell];
}

/**
 * The words before the characters (at least 12) that distinguish tokens: `fpk_key_` (§5.5), which a target may ignore.
 */
function prefixOf(token: string): string {
  const prefix = keyPrefixOf(token);
  if (prefix !== undefined && token.length - prefix.length >= 12) return prefix;
  return /^(?:[A-Za-z]{1,12}\d?[_.:-])+(?=.{12})/.exec(token)?.[0] ?? "";
}

/** In characters. A shorter token might be another issued one, unless it contains `added`, which no issued token contains. */
const minSimilarLength = 16;
const added = "fpk0";

/** The first three change or add a little at each end. The others leave a part out or add one. */
export function similarTokens(token: string): readonly SimilarToken[] {
  const prefix = prefixOf(token).length;
  const end = token.length - (/=*$/.exec(token)?.[0].length ?? 0);
  const secret = token.slice(prefix, end);
  const like = (what: string, ...pieces: readonly Piece[]) => tokenOf(token, what, pieces);
  const begins = (what: string, beginning: string) => like(what, [0, prefix], beginning, [prefix + 1, token.length]);
  const ends = (what: string, ending: string) => like(what, [0, end - 1], ending, [end, token.length]);
  const longer = "that is longer than an issued one by four characters";
  const similar: readonly SimilarToken[] = [
    ends("that differs from an issued one in its last character", otherThan(secret.at(-1), secret)),
    begins("that differs from an issued one in its first character", otherThan(secret.at(0), secret)),
    // A decoder of base64 may ignore up to three more characters, and everything after the padding.
    end === token.length ? like(longer, [0, end], added) : like(longer, [0, prefix], added, [prefix, token.length]),
    like("that has four more characters before those of an issued one", [0, prefix], added, [prefix, token.length]),
    like("that lacks the last character of an issued one", [0, end - 1]),
    begins("that lacks the first character of an issued one", ""),
    like("that is only the beginning of an issued one", [0, Math.ceil(token.length / 2)]),
    like("that has a full stop and four more characters after an issued one", [0, end], `.${added}`, [
      end,
      token.length,
    ]),
  ];
  return similar.filter(([other]) => (other.length >= minSimilarLength || other.includes(added)) && other !== token);
}

interface Labelled {
  readonly label: string;
  readonly token: string;
}

/** The tokens, and those similar to them: a target that repeats one shows most of an issued token. */
export const withSimilarTokens = (issued: readonly Labelled[]): readonly (Labelled & { readonly shown?: string })[] => [
  ...issued,
  ...issued.flatMap(({ label, token }) =>
    similarTokens(token).map(([similar, , inShell]) => ({
      label,
      token: similar,
      shown: inShell(shellVariableOf(label)),
    })),
  ),
];

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
