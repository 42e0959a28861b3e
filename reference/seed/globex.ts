/** The second organization, whose data keys of other organizations must not read (§5.2). */
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
      // slug, name, status, isProd, tags, notes
      releases: [["storm", "Storm", "published", true, ["wind"], "Wind, mostly."]],
      // slug, name, status, format, description, links
      features: [
        ["thunder", "Thunder", "published", "text", "Loud.", { release: "storm" }],
        [null, "Distant thunder", "draft", "text", null, { parent: "Thunder" }],
        ["fog", "Fog", "unreviewed", "markdown", "_Grey_"],
      ],
      // slug, name, status, format, statement
      problems: [
        ["noise", "Noise", "published", "text", "Neighbours complain."],
        ["mould", "Schimmel", "unreviewed", "html", "<p>Feucht</p>"],
      ],
      contexts: { Harvest: "August to October." },
      actors: { Farmer: "Wants rain.", Hotelier: "Wants none." },
    },
    {
      slug: "hammock",
      name: "Hammock",
      releases: [],
      // slug, name, status, format, description, links
      features: [["knots", "Knots", "published", "text", null]],
      // slug, name, status, format, statement
      problems: [["trees", "No trees", "draft", "text", "Where to hang it?"]],
      contexts: { Garden: "Between two trees." },
      actors: { Sleeper: "Asleep." },
    },
  ],
  feedback: [{ product: "weather", body: "More sun, please.", outcome: "processed" }],
};
