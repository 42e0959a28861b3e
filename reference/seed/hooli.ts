import type { OrganizationSeed } from "./seed-types.ts";

/** An organization without products. */
export const hooli: OrganizationSeed = {
  slug: "hooli",
  name: "Hooli",
  avatarType: "initials",
  members: [{ name: "ivan", firstName: "Иван", lastName: "Виноградов", role: "owner" }],
  installations: [{ name: "empty", integration: "issue-tracker", status: "pending", config: {} }],
  products: [],
  feedback: [],
};
