/** Organizations on another tier than Standard (§8), with and without a declaration in the target file. */
import { listCredentials } from "../seams/callers.ts";
import { combine } from "../seams/replace.ts";
import { declaring, onTier, type Tier, withoutRateLimit } from "../seams/tiers.ts";
import { type Variant, variantsOf } from "./variant.ts";

const larger: Tier = { organization: "globex", factor: 1.5 };
const smaller: Tier = { organization: "acme", factor: 0.6 };
const hidden: Tier = { organization: "acme", factor: 10 };

const undeclared = "its tier is not declared";

export default [
  ...variantsOf("algorithm", {
    "tier-declared": {
      choice: "A second organization is on a larger tier, which the target file declares",
      change: combine(onTier(larger), declaring(larger)),
    },
    "tier-undeclared": {
      choice: "A second organization is on a larger tier, and the target file declares no limit",
      change: combine(onTier(larger), withoutRateLimit),
    },
    "tier-smaller-declared": {
      choice: "The organization with the most credentials is on a smaller tier, which the target file declares",
      change: combine(onTier(smaller), declaring(smaller)),
    },
    "tier-undeclared-of-only-key": {
      choice: "The only key belongs to an organization on another tier, and the target file declares no limit",
      change: combine(
        onTier(hidden),
        listCredentials((credentials) => credentials.slice(0, 1)),
        withoutRateLimit,
      ),
      unjudged: {
        "auth.key-expiry": "the target has no expired key",
        "auth.forbidden": "the target lists no denied operation",
        "auth.scope": "the target has no second organization",
        "error.429": undeclared,
        "limit.standard": undeclared,
        "limit.per-organization": undeclared,
        "limit.per-minute": undeclared,
        "limit.exceeded": undeclared,
      },
    },
  }),
] satisfies readonly Variant[];
