/** The tokens of API keys and sessions. */
import { createHash, randomBytes } from "node:crypto";
import type { Caller } from "../store/caller.ts";

/** A token of 32 characters after its prefix (§5.5). The characters are random, or derived from `seed`. */
export function newToken(kind: Caller["kind"], seed?: string): string {
  const bytes = seed === undefined ? randomBytes(24) : createHash("sha256").update(seed).digest().subarray(0, 24);
  return `fpk_${kind === "session" ? "session" : "key"}_${bytes.toString("base64url")}`;
}

/** The part of a token that may be shown later (§5.4): its prefix and the first four of the 32 characters. */
export const beginningOf = (token: string): string => token.slice(0, "fpk_key_".length + 4);
