/** How a token may be written in a URL, a body or a log. */
import { keyPrefixOf } from "../model/key-form.ts";
import { unescaped } from "./readings.ts";

/** If less follows the prefix of a key, only the whole key is replaced: the rest alone may occur in ordinary text. */
const minKeyWithoutPrefix = 16;

/** A shorter part of an encoded text may be a part of another one. */
const minPartLength = 8;

/** The part after the prefix of an API key (§5.5), which is as secret as the key; undefined if it is short. */
export function secretOf(key: string): string | undefined {
  const secret = key.slice(keyPrefixOf(key)?.length ?? key.length);
  return secret.length < minKeyWithoutPrefix ? undefined : secret;
}

/**
 * The token as it is, in hexadecimal and in base64, of UTF-8 and of UTF-16, and in base64 of base64; of base64 also the part that is
 * always the same when the token is inside a longer text. In each reading of a text (`readingsOf`) these are the forms that a token
 * can have, apart from case, and from base64url.
 */
export function formsOf(token: string): readonly string[] {
  const bytes = Buffer.from(token);
  const wide = Buffer.from(token, "utf16le").subarray(0, -1);
  const inBase64 = base64FormsOf(bytes);
  return [
    token,
    asInForm(token),
    ...readAgain(token),
    ...(bytes.length === token.length ? [] : [token, asInForm(token), token.toLowerCase()].map(asLatin1)),
    bytes.toString("hex"),
    wide.toString("hex"),
    bytes.toString("base64"),
    ...inBase64,
    ...base64FormsOf(wide),
    base64FormsOf(Buffer.from(bytes.toString("base64")))[0] ?? "",
    Buffer.from(bytes.toString("base64")).toString("base64"),
    ...inBase64.flatMap((form) => base64FormsOf(Buffer.from(form)).slice(1)),
  ];
}

const asInForm = (token: string) => token.replaceAll(" ", "+");

/** What a decoder makes of the token itself, if it is not too short. */
function readAgain(token: string): readonly string[] {
  const once = unescaped(token);
  return once === token || once.length < minPartLength ? [] : [once, unescaped(once)];
}

/** As the bytes of UTF-8 are read one by one. */
const asLatin1 = (token: string) => Buffer.from(token).toString("latin1");

/** The bytes in base64, without padding; and the part that is always the same when they are inside longer ones. */
export function base64FormsOf(bytes: Buffer): readonly string[] {
  const alone = bytes.toString("base64").replace(/=+$/, "");
  const inside = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return encoded.slice(Math.ceil((8 * offset) / 6), Math.floor((8 * (offset + bytes.length)) / 6));
  });
  return [alone, ...inside.filter((form) => form.length >= minPartLength)];
}
