/** Organizations on another tier than Standard (§8). */
import type { TargetCredential } from "../../parts/target.ts";
import { organizationId } from "../../seed/ids.ts";
import { type Change, replace } from "./replace.ts";

/** A tier of one organization: its limit is that of the other organizations times `factor`. */
export interface Tier {
  readonly organization: string;
  readonly factor: number;
}

const isOf = ({ organization }: Tier, org: string | undefined) => org === organizationId(organization);

/** Enforces and reports the limit of the tier. The target file does not declare it. */
export const onTier = (tier: Tier): Change =>
  replace("limiter", ({ enforcedLimit, headers }) => ({
    enforcedLimit: (declared, caller, operation) =>
      enforcedLimit(declared, caller, operation) * (isOf(tier, caller?.orgId) ? tier.factor : 1),
    headers: (hit, _declared, now) => headers(hit, hit.limit, now),
  }));

/** Declares the limit of the tier in the target file. */
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

/** Removes the rate limit from the target file. */
export const withoutRateLimit: Change = replace("targetFile", ({ contents }) => ({
  contents: (target) => {
    const { rateLimit: _, ...rest } = contents(target);
    return rest;
  },
}));
