/** §8: an organization on another tier has that tier's limit. */
import { combine, replace } from "../seams/replace.ts";
import { declaring, onTier, type Tier } from "../seams/tiers.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const larger: Tier = { organization: "globex", factor: 1.5 };
const smaller: Tier = { organization: "globex", factor: 0.5 };

/** Declares and reports the limit of the tier, but enforces another one. */
const enforcing = (tier: Tier, factor: number) =>
  combine(
    onTier({ ...tier, factor }),
    replace("limiter", ({ headers }) => ({
      headers: (hit, declared, now) => {
        if (hit.limit === declared) return headers(hit, declared, now);
        const limit = tier.factor * declared;
        return headers({ ...hit, limit, remaining: Math.max(0, hit.remaining + limit - hit.limit) }, declared, now);
      },
    })),
    declaring(tier),
  );

export default [
  defineMutant({
    id: "tier-not-kept",
    clause: "limit.limit",
    fault: "An organization on a larger tier has the Standard tier's limit",
    change: declaring(larger),
  }),
  defineMutant({
    id: "tier-exceeded",
    clause: "limit.standard",
    fault: "An organization on a smaller tier is served more requests than its tier allows",
    change: enforcing(smaller, 0.6),
  }),
  defineMutant({
    id: "tier-not-reached",
    clause: "error.429",
    fault: "An organization on a larger tier is rejected before its tier's limit",
    change: enforcing(larger, 1.2),
  }),
] satisfies readonly Mutant[];
