import { bicycle } from "./acme-bicycle.ts";
import type { OrganizationSeed } from "./seed-types.ts";

/** The largest organization, with three products. */
export const acme: OrganizationSeed = {
  slug: "acme",
  name: "Acme Räder & Söhne",
  avatarType: "image",
  members: [
    {
      name: "ada",
      firstName: "Ada",
      lastName: "Løvelace",
      role: "owner",
      avatarType: "initials",
      preferences: {
        theme: "dark",
        digest: { weekly: true, days: ["mon", "fri"] },
        emoji: "🦉",
        ratio: 0.25,
        tour: null,
      },
    },
    { name: "brahma", firstName: "ब्रह्म", lastName: "गुप्त", role: "admin", preferences: { theme: "light" } },
    { name: "chen", firstName: "景润", lastName: "陈", role: "member", emailVerified: false },
    { name: "dot", firstName: "Dot", lastName: "𝒟oe 🧮", role: "viewer" },
  ],
  installations: [
    {
      name: "tracker",
      integration: "issue-tracker",
      status: "active",
      config: {
        project: "ACME",
        labels: ["triage", "später"],
        sync: { direction: "both", every: 15 },
        secretRef: null,
      },
    },
    { name: "chat", integration: "team-chat", status: "pending", config: {} },
  ],
  products: [
    bicycle,
    {
      slug: "scooter",
      name: "Scooter",
      // slug, name, status, isProd, tags, notes
      releases: [
        ["r1", "R1", "published", true, ["first", "electric"], "First."],
        ["r2", "R2", "unreviewed", false, ["next"], "Under review."],
      ],
      // slug, name, status, format, description, links
      features: [
        ["folding", "Folding", "published", "text", "In 3 s.", { release: "r1" }],
        ["one-hand-folding", "One-hand folding", "draft", "markdown", null, { parent: "Folding", release: "r2" }],
        [null, "App lock", "unreviewed", "html", "<b>Locks</b>"],
        ["horn", "Horn 📣", "archived", "json", "{}"],
      ],
      // slug, name, status, format, statement
      problems: [
        ["range", "Range anxiety", "published", "text", "Is it enough?"],
        ["curbs", "Curbs", "published", "markdown", "Small wheels, *high* curbs."],
      ],
      contexts: { "Last mile": "Between the station and the office." },
      actors: { Visitor: "Rents by the minute." },
    },
    {
      slug: "trailer",
      name: 'Anhänger "XL" <beta>',
      // slug, name, status, isProd, tags, notes
      releases: [["prototype", "Prototype", "draft", false, ["prototype"], "n/a"]],
      // slug, name, status, format, description, links
      features: [
        ["hitch", "Hitch", "draft", "text", "Fits all.", { release: "prototype" }],
        ["hitch-lock", "Hitch lock", "unreviewed", "text", "Key included.", { parent: "Hitch" }],
        ["rain-cover", "Rain cover", "published", "text", null],
        [null, "Reflectors", "archived", "markdown", "✨"],
      ],
      // slug, name, status, format, statement
      problems: [["width", "Too wide", "draft", "text", "0.9 m > 0.8 m"]],
      contexts: { Groceries: "Once a week." },
      actors: { Parent: "Two children, one trailer." },
    },
  ],
  feedback: [
    { product: "bicycle", body: "The belt is wonderful 💚", outcome: "processed" },
    { product: "scooter", body: "\u0000", outcome: "failed" },
  ],
};
