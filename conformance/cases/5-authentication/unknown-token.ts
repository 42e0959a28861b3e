/** §5.8: a token that was never issued is no valid credential, however much it resembles one that was. */
import { createHash } from "node:crypto";
import { unknownToken } from "../../client/caller.ts";
import { unissuedToken } from "../../generate/unissued-token.ts";
import { defineCase } from "../case.ts";
import { expect401, expect401ForEach, knownIds } from "../given/all-operations.ts";
import { availableActors } from "../given/permitted.ts";

export const unknownTokenRefused = defineCase({
  id: "auth.unknown-token",
  clause: "auth.unauthorized",
  claim: "With a token that was never issued every endpoint answers 401",
  lane: "anonymous",
  async run(context) {
    const ids = await knownIds(context);
    const callers = [...new Set(availableActors(context, ["key", "session"]).map(({ caller }) => caller))];
    const token = unissuedToken(callers[0]?.credential?.token, context.mark);
    await expect401ForEach(context, context.asCaller(unknownToken(token)), ids, "with an unknown token");
    for (const { kind, label, credential } of callers) {
      for (const [similar, what] of similarTokens(credential?.token ?? "", kind === "api-key", context.mark)) {
        const send = () => context.asCaller(unknownToken(similar)).send("listProducts");
        await expect401(context, `${label} ${what}`, send, `for a token ${what}`);
      }
    }
  },
});

/**
 * Unissued tokens that share something with an issued one, by which a target might wrongly look it up. Four characters are
 * appended, since a decoder of base64 may ignore fewer. Upper and lower case are not exchanged: a target may ignore the
 * case, as hexadecimal digits have none.
 */
function similarTokens(token: string, isKey: boolean, mark: string): readonly (readonly [string, what: string])[] {
  const similar: readonly (readonly [string, string])[] = [
    [withOtherEnd(token, mark), "that shares only its beginning with an issued one"],
    ...(token.endsWith("=") ? [] : [[`${token}fpk0`, "that continues after an issued one"] as const]),
    ...(isKey ? [[firstHalf(token), "that is only the beginning of an issued key"] as const] : []),
  ];
  return similar.filter(([other]) => other.length >= 16 && other !== token);
}

const firstHalf = (token: string) => token.slice(0, Math.ceil(token.length / 2));

const characterClasses = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"];

/**
 * Replaces the second half of a key, or the signature of a signed token, by characters of the same classes. They come from a
 * hash, so that the issued token cannot be derived from what is sent.
 */
function withOtherEnd(token: string, mark: string): string {
  const kept = /^[\w-]+\.[\w-]+\.(?=[\w-]+$)/.exec(token)?.[0] ?? firstHalf(token);
  const end = [...token.slice(kept.length)].map((character, at) => {
    const characters = characterClasses.find((some) => some.includes(character));
    if (characters === undefined) return character;
    const [byte = 0] = createHash("sha256").update(`${mark} ${at} ${token}`).digest();
    return characters[byte % characters.length] ?? character;
  });
  return kept + end.join("");
}
