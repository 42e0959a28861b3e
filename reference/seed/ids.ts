/** Ids of seeded rows: opaque, and the same at every start. */

import { createHash } from "node:crypto";

/** An id with a prefix, derived from names that identify the row. */
export function seededId(prefix: string, ...names: readonly string[]): string {
  return `${prefix}_${createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 18)}`;
}

export const organizationId = (slug: string): string => seededId("org", slug);
export const userId = (organization: string, name: string): string => seededId("usr", organization, name);
export const installationId = (organization: string, name: string): string => seededId("ins", organization, name);
export const productId = (organization: string, slug: string): string => seededId("prd", organization, slug);
