import { bicycle } from "./acme-bicycle.ts";
import type { OrganizationSeed } from "./seed-types.ts";

/** The largest organization: three products, every status, format and null. */
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
      releases: [
        {
          slug: "r1",
          name: "R1",
          notes: "First.",
          isProd: true,
          tags: ["first", "electric"],
          status: "published",
        },
        { slug: "r2", name: "R2", notes: "Under review.", isProd: false, tags: ["next"], status: "unreviewed" },
      ],
      features: [
        {
          name: "Folding",
          slug: "folding",
          description: "In 3 s.",
          format: "text",
          status: "published",
          release: "r1",
        },
        {
          name: "One-hand folding",
          slug: "one-hand-folding",
          description: null,
          format: "markdown",
          status: "draft",
          parent: "Folding",
          release: "r2",
        },
        { name: "App lock", slug: null, description: "<b>Locks</b>", format: "html", status: "unreviewed" },
        { name: "Horn 📣", slug: "horn", description: "{}", format: "json", status: "archived" },
      ],
      problems: [
        { slug: "range", name: "Range anxiety", statement: "Is it enough?", format: "text", status: "published" },
        {
          slug: "curbs",
          name: "Curbs",
          statement: "Small wheels, *high* curbs.",
          format: "markdown",
          status: "published",
        },
      ],
      contexts: [{ name: "Last mile", description: "Between the station and the office." }],
      actors: [{ name: "Visitor", description: "Rents by the minute." }],
    },
    {
      slug: "trailer",
      name: 'Anhänger "XL" <beta>',
      releases: [
        { slug: "prototype", name: "Prototype", notes: "n/a", isProd: false, tags: ["prototype"], status: "draft" },
      ],
      features: [
        {
          name: "Hitch",
          slug: "hitch",
          description: "Fits all.",
          format: "text",
          status: "draft",
          release: "prototype",
        },
        {
          name: "Hitch lock",
          slug: "hitch-lock",
          description: "Key included.",
          format: "text",
          status: "unreviewed",
          parent: "Hitch",
        },
        { name: "Rain cover", slug: "rain-cover", description: null, format: "text", status: "published" },
        { name: "Reflectors", slug: null, description: "✨", format: "markdown", status: "archived" },
      ],
      problems: [{ slug: "width", name: "Too wide", statement: "0.9 m > 0.8 m", format: "text", status: "draft" }],
      contexts: [{ name: "Groceries", description: "Once a week." }],
      actors: [{ name: "Parent", description: "Two children, one trailer." }],
    },
  ],
  feedback: [
    { product: "bicycle", body: "The belt is wonderful 💚", outcome: "processed" },
    { product: "scooter", body: "\u0000", outcome: "failed" },
  ],
};
