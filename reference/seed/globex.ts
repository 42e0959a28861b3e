import type { OrganizationSeed } from "./seed-types.ts";

export const globex: OrganizationSeed = {
  slug: "globex",
  name: "Globex",
  avatarType: "initials",
  members: [
    { name: "emmy", firstName: "Emmy", lastName: "Noether", role: "owner", preferences: { locale: "de-DE" } },
    { name: "fibo", firstName: "Fibo", lastName: "Nacci", role: "member" },
  ],
  guests: [{ organization: "acme", name: "ada", role: "viewer" }],
  installations: [
    { name: "crm", integration: "crm", status: "active", config: { region: "eu", pipelines: [1, 2, 3] } },
  ],
  products: [
    {
      slug: "weather",
      name: "Weather machine ⛈️",
      releases: [
        { slug: "storm", name: "Storm", notes: "Wind, mostly.", isProd: true, tags: ["wind"], status: "published" },
      ],
      features: [
        {
          name: "Thunder",
          slug: "thunder",
          description: "Loud.",
          format: "text",
          status: "published",
          release: "storm",
        },
        { name: "Distant thunder", slug: null, description: null, format: "text", status: "draft", parent: "Thunder" },
        { name: "Fog", slug: "fog", description: "_Grey_", format: "markdown", status: "unreviewed" },
      ],
      problems: [
        { slug: "noise", name: "Noise", statement: "Neighbours complain.", format: "text", status: "published" },
        { slug: "mould", name: "Schimmel", statement: "<p>Feucht</p>", format: "html", status: "unreviewed" },
      ],
      contexts: [{ name: "Harvest", description: "August to October." }],
      actors: [
        { name: "Farmer", description: "Wants rain." },
        { name: "Hotelier", description: "Wants none." },
      ],
    },
    {
      slug: "hammock",
      name: "Hammock",
      releases: [],
      features: [{ name: "Knots", slug: "knots", description: null, format: "text", status: "published" }],
      problems: [{ slug: "trees", name: "No trees", statement: "Where to hang it?", format: "text", status: "draft" }],
      contexts: [{ name: "Garden", description: "Between two trees." }],
      actors: [{ name: "Sleeper", description: "Asleep." }],
    },
  ],
  feedback: [{ product: "weather", body: "More sun, please.", outcome: "processed" }],
};
