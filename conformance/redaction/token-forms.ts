/** The forms in which a token may occur in a URL, a body or a log, as a regular expression. */
import { keyPrefixOf } from "../model/key-form.ts";

/** Nested JSON doubles its backslashes at each level. Three levels are enough. */
const backslashes = "\\\\{1,8}";
const shortEscapes: Readonly<Record<string, string>> = { "\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f" };
const entities: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/**
 * Matches `token` in upper or lower case. Each character may be literal, percent-encoded, escaped as in JSON or
 * JavaScript (`\x61`), or an HTML entity, in any mixture. Also matches the token in hexadecimal (or `61:62`), and in
 * base64 or base64url: alone, or inside a longer encoded text if at least 8 characters belong to the token alone. Does
 * not match forms that a program must compute, such as a dump with addresses between the bytes.
 */
export function tokenPattern(token: string): RegExp {
  return new RegExp([spelled(token), ...hexadecimals(token), ...base64Forms(token)].join("|"), "gi");
}

/** A shorter secret may occur in ordinary text. */
const minSecretLength = 16;

/** The part after the prefix of an API key (§5.5), which is as secret as the key; undefined if it is short. */
export function secretOf(key: string): string | undefined {
  const secret = key.slice(keyPrefixOf(key)?.length ?? key.length);
  return secret.length < minSecretLength ? undefined : secret;
}

/**
 * The returned function tells whether a text contains one of the keys, or the part after its prefix: literally, encoded
 * as in a URL or in JSON, in hexadecimal, in base64 or in base64url.
 */
export function createKeyTest(keys: readonly string[]): (text: string) => boolean {
  const forms = keys.flatMap((key) => {
    const asBase64 = base64Texts(key).flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
    return [secretOf(key) ?? key, hexadecimal(key), ...asBase64];
  });
  const isIn = (text: string) => forms.some((form) => text.includes(form));
  return (text) => isIn(text) || (mayBeEncoded(text) && isIn(decoded(text)));
}

const hexadecimal = (token: string) => Buffer.from(token).toString("hex");

/** Also with the separators that dumps write between bytes. */
const hexadecimals = (token: string) => ["", " ", ":", "-"].map((separator) => hexBytes(token).join(separator));

const hexBytes = (text: string) => [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, "0"));

/**
 * The returned function is true if a text certainly contains no form of the tokens (`tokenPattern`), as nearly every
 * text. It is false if only the patterns can decide, which take long to compile.
 */
export function quickAbsenceTest(tokens: readonly string[]): (text: string) => boolean {
  if (tokens.length === 0) return () => true;
  if (tokens.some((token) => !/^[\w.~+/=:;@!,|$*^#?(){}[\]-]{9,}$/.test(token))) return () => false;
  const words = tokens.flatMap((token) => [hexadecimal(token), ...base64Texts(token)]);
  const wordEnds = withoutLonger(words.map((word) => inOneAlphabet(word.slice(maxMisread).toLowerCase())));
  const spelledOut = tokens.flatMap((token) => [token.toLowerCase(), ...hexadecimals(token).slice(1)]);
  const ends = withoutLonger(spelledOut.map((form) => form.slice(maxMisread)));
  // Only dumps of bytes have spaces and colons, which stand between all words of a text.
  const holdsDump = searchFor(ends.filter((end) => /[ :]/.test(end)));
  const holdsSpelledOut = searchFor(ends.filter((end) => !/[ :]/.test(end)));
  const holdsWord = searchFor(wordEnds, inOneAlphabet);
  const isWithout = (text: string) => !holdsDump(text) && !holdsSpelledOut(text) && !holdsWord(text);
  return (text) => isWithout(text) && (!mayBeEncoded(text) || isWithout(decoded(text)));
}

/**
 * The returned function tells whether a text in lower case, as `read` returns it, contains one of the forms. Nearly all texts have
 * nowhere as many of their characters in a row as the shortest form; to see that, most characters can be skipped.
 */
function searchFor(forms: readonly string[], read = (lower: string) => lower): (text: string) => boolean {
  const length = Math.min(...forms.map((form) => form.length));
  const characters = new Set(forms.join(""));
  const isOfForm = Array.from({ length: 128 }, (_, code) =>
    characters.has(read(String.fromCharCode(code).toLowerCase())),
  );
  const hasRun = (text: string) => {
    let end = length - 1;
    while (end < text.length) {
      let start = end;
      while (start > end - length && isOfForm[text.charCodeAt(start)] === true) start -= 1;
      if (start === end - length) return true;
      end = start + length;
    }
    return false;
  };
  return (text) => {
    if (!hasRun(text)) return false;
    const comparable = read(text.toLowerCase());
    return forms.some((form) => comparable.includes(form));
  };
}

/** Writes base64url as base64, from which it differs in these two characters. */
const inOneAlphabet = (text: string) => text.replaceAll("-", "+").replaceAll("_", "/");

/** Only the texts that contain no other of them: if none of these is in a text, none of the others is. */
const withoutLonger = (texts: readonly string[]) =>
  texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));

const mayBeEncoded = (text: string) => ["%", "&", "\\"].some((character) => text.includes(character));

/** `decoded` may misread this many characters at a token's start, as the end of an encoding: `%25` of `%2541`. */
const maxMisread = 5;

/** The text with each percent-encoded character, JSON escape and numeric entity decoded. */
function decoded(text: string): string {
  const encoding =
    /(?:%(?:25)?|\\+x)([\da-f]{2})|\\+u([\da-f]{4})|\\+([^A-Za-z\d\s\\])|&#(?:0*(\d{1,7})|x0*([\da-f]{1,6}));/gi;
  return text.replace(encoding, (_, byte, json, escaped, decimal, hex) => {
    if (escaped !== undefined) return escaped;
    const code = decimal === undefined ? Number.parseInt(byte ?? json ?? hex, 16) : Number(decimal);
    return String.fromCharCode(code);
  });
}

/** A run of backslashes is matched as a unit, to avoid catastrophic backtracking. */
function spelled(text: string): string {
  return (text.match(/\\+|[^\\]/gsu) ?? [])
    .map((unit) => (unit.startsWith("\\") ? backslashRun(unit.length) : spelledCharacter(unit)))
    .join("");
}

function backslashRun(length: number): string {
  return `(?:\\\\{${length},${8 * length}}|(?:${percent("\\")}|${backslashes}u005c){${length}})`;
}

function spelledCharacter(character: string): string {
  const jsonEscape = units(character, (hex) => `${backslashes}u${hex}`);
  const forms = [literal(character), percent(character), jsonEscape, numericEntity(character)];
  if (character <= "\xff") forms.push(units(character, (hex) => `${backslashes}x${hex.slice(2)}`));
  if (!/[A-Za-z0-9]/.test(character)) forms.push(backslashes + literal(character));
  if (character === " ") forms.push("\\+");
  const short = shortEscapes[character];
  if (short !== undefined) forms.push(backslashes + short);
  const entity = entities[character];
  if (entity !== undefined) forms.push(`&${entity};`);
  return `(?:${forms.join("|")})`;
}

function literal(text: string): string {
  return units(text, (hex) => `\\u${hex}`);
}

/** `%2F`, `%2f`, or encoded twice: `%252F`. */
function percent(character: string): string {
  return [...Buffer.from(character)].map((byte) => `%(?:25)?${byte.toString(16).padStart(2, "0")}`).join("");
}

function numericEntity(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `&#(?:0*${code}|x0*${code.toString(16)});`;
}

/** The token in base64; and the part of its base64 that is always the same when the token is inside a longer text. */
function base64Forms(token: string): string[] {
  const [alone = "", ...inside] = base64Texts(token);
  return [`${base64(alone)}(?:=|%3d)*`, ...inside.map(base64)];
}

function base64Texts(token: string): readonly string[] {
  const bytes = Buffer.from(token);
  const alone = bytes.toString("base64").replace(/=+$/, "");
  const inside = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return encoded.slice(Math.ceil((8 * offset) / 6), Math.floor((8 * (offset + bytes.length)) / 6));
  });
  return [alone, ...inside.filter((form) => form.length >= 8)];
}

function base64(text: string): string {
  return [...text]
    .map((character) => {
      if (character === "+") return `(?:${spelledCharacter("+")}|-)`;
      return character === "/" ? `(?:${spelledCharacter("/")}|_)` : character;
    })
    .join("");
}

/** The text with each UTF-16 unit replaced by what `write` returns for its four hexadecimal digits. */
function units(text: string, write: (hex: string) => string): string {
  return text.replace(/./gs, (unit) => write(unit.charCodeAt(0).toString(16).padStart(4, "0")));
}
