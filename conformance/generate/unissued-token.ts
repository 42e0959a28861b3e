import { keyPrefixOf } from "../model/key-form.ts";

/** A token with the prefix (§5.5) and the length of the target's own, and characters that were never issued. */
export function unissuedToken(token: string | undefined, mark: string): string {
  const prefix = keyPrefixOf(token ?? "") ?? "";
  const length = Math.max(24, (token ?? "").length - prefix.length);
  return `${prefix}${`${mark.replace(/\W/g, "")}neverissued`.repeat(10).slice(0, length)}`;
}
