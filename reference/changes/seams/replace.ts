/** Replaces any part of the reference; the other files build on it. */
import type { Parts } from "../../parts/parts.ts";

/** A function from the parts of the reference to those of the mutant or variant. */
export type Change = (parts: Parts) => Parts;

/**
 * Replaces members of a part: by those of an object, or by those that a function returns. The function gets the part and all parts,
 * as they were before the change. It is called once for each started server, so its variables belong to that server.
 */
export const replace =
  <K extends keyof Parts>(
    part: K,
    members: Partial<Parts[K]> | ((part: Parts[K], parts: Parts) => Partial<Parts[K]>),
  ): Change =>
  (parts) => ({
    ...parts,
    [part]: { ...parts[part], ...(typeof members === "function" ? members(parts[part], parts) : members) },
  });

/** A change that makes several changes, in their order. */
export const combine =
  (...changes: readonly Change[]): Change =>
  (parts) =>
    changes.reduce((changed, change) => change(changed), parts);
