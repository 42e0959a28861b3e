/** What the creation of an organization stores (§4, endpoint 14). */

import { randomBytes } from "node:crypto";
import type { OrganizationRow } from "../store/organizations.ts";

export interface Organizations {
  newId(): string;
  /** The organization to store; `createdAt` is the time of its creation, ISO 8601. */
  keep(id: string, creation: { readonly name: string; readonly slug: string }, createdAt: string): OrganizationRow;
}

export const organizations: Organizations = {
  newId: () => `org_${randomBytes(9).toString("hex")}`,
  keep: (id, { name, slug }, createdAt) => ({
    id,
    name,
    slug,
    avatarType: "initials",
    createdAt,
    updatedAt: createdAt,
  }),
};
