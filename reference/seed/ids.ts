/** Ids and times of seeded rows: the same at every start. Ids are opaque. */
import { createHash } from "node:crypto";

/** An id with a prefix, derived from names that identify the row. */
export function seededId(prefix: string, ...names: readonly string[]): string {
  return `${prefix}_${createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 18)}`;
}

export const organizationId = (slug: string): string => seededId("org", slug);
export const userId = (organization: string, name: string): string => seededId("usr", organization, name);
export const installationId = (organization: string, name: string): string => seededId("ins", organization, name);
export const productId = (organization: string, slug: string): string => seededId("prd", organization, slug);

/** The time in ISO 8601 that is `count` days after 1 January 2024; the time of day depends on `count`. */
export const day = (count: number): string =>
  new Date(Date.UTC(2024, 0, 1) + count * 86_400_000 + ((count * 7_919_123) % 86_400_000)).toISOString();
