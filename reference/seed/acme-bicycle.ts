import type { ProductSeed } from "./seed-types.ts";

/** The product whose features and problems have every status and format, and null where it is allowed. */
export const bicycle: ProductSeed = {
  slug: "bicycle",
  name: "Bicycle 🚲",
  // slug, name, status, isProd, tags, notes
  releases: [
    [
      "2025-1",
      "Spring 2025",
      "published",
      true,
      ["frame", "été", "🌱"],
      '## Spring\n\n- Lighter frame\n- "Quieter" chain & belt',
    ],
    ["2025-2-beta", "Summer 2025 (beta)", "draft", false, [], ""],
    ["2019-1", "Pilot", "archived", true, ["pilot"], "Withdrawn."],
  ],
  // slug, name, status, format, description, links
  features: [
    ["drivetrain", "Drivetrain", "published", "text", "Everything between pedal and wheel.", { release: "2025-1" }],
    [
      "belt-drive",
      "Belt drive",
      "published",
      "markdown",
      "**No oil**, no rust.\n\n1. clean\n2. quiet",
      { parent: "Drivetrain", release: "2025-1" },
    ],
    [
      "carbon-belt",
      "Carbon belt — 二代目",
      "draft",
      "html",
      '<p class="lead">Stronger &amp; lighter 𝛥m = −80 g</p>',
      { parent: "Belt drive", release: "2025-2-beta" },
    ],
    ["cargo-rack", "Cargo rack", "unreviewed", "json", '{"load":{"kg":25},"fits":["pannier","crate"]}'],
    [null, "Kick stand", "unreviewed", "text", null],
    ["dynamo-light", "Dynamo light", "archived", "text", "", { release: "2019-1" }],
    ["bell", "Bell 🔔", "published", "markdown", "Ding."],
  ],
  // slug, name, status, format, statement
  problems: [
    [
      "chain-falls-off",
      "The chain falls off",
      "published",
      "text",
      "On cobblestones the chain falls off; riders get greasy hands.",
    ],
    ["theft", "Diebstahl über Nacht", "draft", "markdown", "## Theft\n\nBicycles disappear *overnight* 😢"],
    ["rain", "Rain", "unreviewed", "html", "<ul><li>wet saddle</li><li>wet rider</li></ul>"],
    ["flat-tyres", "Flat tyres", "archived", "json", '{"perYear":3.5}'],
    ["no-stand", "No stand", "published", "text", "It falls over on gravel."],
    ["squeal", "Brakes squeal", "draft", "markdown", "They squeal when *wet*."],
    ["bell", "Quiet bell", "unreviewed", "text", "Nobody hears it — not even dogs 🐕"],
    ["height", "Saddle slips", "published", "html", "<p>After <b>10 km</b></p>"],
    ["lights", "Dim lights", "draft", "json", '{"lux":15}'],
    ["gears", "Gears jump", "archived", "text", "Between 3 and 4, under load."],
  ],
  contexts: { Commute: "Every working day, in any weather.", Wochenendtour: "Mit Gepäck & Kindern 👨‍👩‍👧" },
  actors: { Commuter: "Rides 5–15 km each way.", Mechanic: "Repairs what others ride.", 親子: "" },
};
