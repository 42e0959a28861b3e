/** The tokens of keys and sessions. Shown once, at creation (§5.4). */

import { createHash, randomBytes } from "node:crypto";
import type { Caller } from "../store/caller.ts";

const prefixes: Readonly<Record<Caller["kind"], string>> = { "api-key": "fpk_key_", session: "fpk_session_" };

/** A key begins with `<prefix>_key_` (§5.5); 32 characters follow, which are random or derived from `seed`. */
export function newToken(kind: Caller["kind"], seed?: string): string {
  const bytes = seed === undefined ? randomBytes(24) : createHash("sha256").update(seed).digest().subarray(0, 24);
  return `${prefixes[kind]}${bytes.toString("base64url")}`;
}
