/** The tokens of API keys and sessions. */
import { createHash, randomBytes } from "node:crypto";
import type { Caller } from "../store/caller.ts";

/** A key begins with `<prefix>_key_` (§5.5); 32 characters follow, which are random or derived from `seed`. */
export function newToken(kind: Caller["kind"], seed?: string): string {
  const bytes = seed === undefined ? randomBytes(24) : createHash("sha256").update(seed).digest().subarray(0, 24);
  return `fpk_${kind === "session" ? "session" : "key"}_${bytes.toString("base64url")}`;
}

/** What may be shown of a token later (§5.4): its prefix and the first of the 32 characters. */
export const beginningOf = (token: string): string => token.slice(0, "fpk_key_".length + 4);
