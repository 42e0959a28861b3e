/** Organizations on another tier than Standard (§8). */
import type { TargetCredential } from "../parts/target.ts";
import { organizationId } from "../seed/ids.ts";
import { type Change, replace } from "./seams.ts";

/** An organization whose limit is a multiple of the others'. */
export interface Tier {
  readonly organization: string;
  readonly factor: number;
}

const isOf = ({ organization }: Tier, org: string | undefined) => org === organizationId(organization);

/** Its limit is enforced and reported; the target file says nothing of it. */
export const onTier = (tier: Tier): Change =>
  replace("limiter", ({ enforcedLimit, headers }) => ({
    enforcedLimit: (declared, caller, operation) =>
      enforcedLimit(declared, caller, operation) * (isOf(tier, caller?.orgId) ? tier.factor : 1),
    headers: (hit, _declared, now) => headers(hit, hit.limit, now),
  }));

/** The target file says which tier it is. */
export const declaring = (tier: Tier): Change =>
  replace("targetFile", ({ contents }) => ({
    contents: (target) => {
      const { limit = 100, windowSeconds = 60 } = target.rateLimit ?? {};
      const rateLimit = { limit: limit * tier.factor, windowSeconds };
      const withLimit = (credential: TargetCredential) =>
        isOf(tier, credential.org) ? { ...credential, rateLimit } : credential;
      return contents({ ...target, credentials: target.credentials.map(withLimit) });
    },
  }));

/** The target file says nothing of limits. */
export const withoutRateLimit: Change = replace("targetFile", ({ contents }) => ({
  contents: (target) => {
    const { rateLimit: _, ...rest } = contents(target);
    return rest;
  },
}));
