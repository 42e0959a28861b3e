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
      releases: [
        { slug: "v7", name: "v7", notes: "New cover sheet.", isProd: true, tags: ["cover"], status: "published" },
      ],
      features: [
        {
          name: "Cover sheet",
          slug: "cover-sheet",
          description: "A4",
          format: "text",
          status: "published",
          release: "v7",
        },
        { name: "Stapler", slug: "stapler", description: "Red.", format: "markdown", status: "archived" },
      ],
      problems: [{ slug: "memo", name: "The memo", statement: "Nobody got it.", format: "text", status: "published" }],
      contexts: [{ name: "Monday", description: "A case of it." }],
      actors: [{ name: "Manager", description: "One of eight." }],
    },
  ],
  feedback: [],
};
