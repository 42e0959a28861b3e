import type { ProductSeed } from "./seeds.ts";

/** The product that has every status, format and null. */
export const bicycle: ProductSeed = {
  slug: "bicycle",
  name: "Bicycle 🚲",
  releases: [
    {
      slug: "2025-1",
      name: "Spring 2025",
      notes: '## Spring\n\n- Lighter frame\n- "Quieter" chain & belt',
      isProd: true,
      tags: ["frame", "été", "🌱"],
      status: "published",
    },
    { slug: "2025-2-beta", name: "Summer 2025 (beta)", notes: "", isProd: false, tags: [], status: "draft" },
    { slug: "2019-1", name: "Pilot", notes: "Withdrawn.", isProd: true, tags: ["pilot"], status: "archived" },
  ],
  features: [
    {
      name: "Drivetrain",
      slug: "drivetrain",
      description: "Everything between pedal and wheel.",
      format: "text",
      status: "published",
      release: "2025-1",
    },
    {
      name: "Belt drive",
      slug: "belt-drive",
      description: "**No oil**, no rust.\n\n1. clean\n2. quiet",
      format: "markdown",
      status: "published",
      parent: "Drivetrain",
      release: "2025-1",
    },
    {
      name: "Carbon belt — 二代目",
      slug: "carbon-belt",
      description: '<p class="lead">Stronger &amp; lighter 𝛥m = −80 g</p>',
      format: "html",
      status: "draft",
      parent: "Belt drive",
      release: "2025-2-beta",
    },
    {
      name: "Cargo rack",
      slug: "cargo-rack",
      description: '{"load":{"kg":25},"fits":["pannier","crate"]}',
      format: "json",
      status: "unreviewed",
    },
    { name: "Kick stand", slug: null, description: null, format: "text", status: "unreviewed" },
    {
      name: "Dynamo light",
      slug: "dynamo-light",
      description: "",
      format: "text",
      status: "archived",
      release: "2019-1",
    },
    { name: "Bell 🔔", slug: "bell", description: "Ding.", format: "markdown", status: "published" },
  ],
  problems: [
    {
      slug: "chain-falls-off",
      name: "The chain falls off",
      statement: "On cobblestones the chain falls off; riders get greasy hands.",
      format: "text",
      status: "published",
    },
    {
      slug: "theft",
      name: "Diebstahl über Nacht",
      statement: "## Theft\n\nBicycles disappear *overnight* 😢",
      format: "markdown",
      status: "draft",
    },
    {
      slug: "rain",
      name: "Rain",
      statement: "<ul><li>wet saddle</li><li>wet rider</li></ul>",
      format: "html",
      status: "unreviewed",
    },
    { slug: "flat-tyres", name: "Flat tyres", statement: '{"perYear":3.5}', format: "json", status: "archived" },
  ],
  contexts: [
    { name: "Commute", description: "Every working day, in any weather." },
    { name: "Wochenendtour", description: "Mit Gepäck & Kindern 👨‍👩‍👧" },
  ],
  actors: [
    { name: "Commuter", description: "Rides 5–15 km each way." },
    { name: "Mechanic", description: "Repairs what others ride." },
    { name: "親子", description: "" },
  ],
};
