import type { OrganizationSeed } from "./seed-types.ts";

export const initech: OrganizationSeed = {
  slug: "initech",
  name: "Initech",
  avatarType: "initials",
  members: [
    { name: "grace", firstName: "Grace", lastName: "Hopper", role: "owner" },
    { name: "hypatia", firstName: "Ὑπατία", lastName: "Θέωνος", role: "admin", emailVerified: false },
  ],
  installations: [
    { name: "printer", integration: "printer", status: "disabled", config: { errors: ["PC LOAD LETTER"] } },
  ],
  products: [
    {
      slug: "reports",
      name: "Cover sheets",
      // slug, name, status, isProd, tags, notes
      releases: [["v7", "v7", "published", true, ["cover"], "New cover sheet."]],
      // slug, name, status, format, description, links
      features: [
        ["cover-sheet", "Cover sheet", "published", "text", "A4", { release: "v7" }],
        ["stapler", "Stapler", "archived", "markdown", "Red."],
      ],
      // slug, name, status, format, statement
      problems: [["memo", "The memo", "published", "text", "Nobody got it."]],
      contexts: { Monday: "A case of it." },
      actors: { Manager: "One of eight." },
    },
  ],
  feedback: [],
};
