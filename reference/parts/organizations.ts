/** What the creation of an organization stores (§4, endpoint 14). */
import { newId } from "../store/new-id.ts";
import type { OrganizationRow } from "../store/organizations.ts";

export interface Organizations {
  newId(): string;
  /** The organization to store. `createdAt` is the time of the creation, in ISO 8601. */
  keep(id: string, creation: { readonly name: string; readonly slug: string }, createdAt: string): OrganizationRow;
}

export const organizations: Organizations = {
  newId: () => newId("org"),
  keep: (id, { name, slug }, createdAt) => ({
    id,
    name,
    slug,
    avatarType: "initials",
    createdAt,
    updatedAt: createdAt,
  }),
};
