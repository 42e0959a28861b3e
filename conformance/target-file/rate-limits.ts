/** The rate limit of each organization of a target (§8): the declared one, the Standard tier's, or an unknown one. */
import type { Exchange } from "../model/exchange.ts";
import type { RateLimit, RateLimits } from "../model/rate-limit.ts";
import { limitOf } from "../model/rate-limit-headers.ts";
import type { Credential, Target } from "./target.ts";

/**
 * The limits of a target; `exchanges` show to whom its credentials belong. If the target file declares no limit, and an
 * organization's keys were always shown another one than the Standard tier's, its tier is `undeclared`.
 */
export function rateLimitsOf(
  { credentials, rateLimit, isTierAssumed }: Pick<Target, "credentials" | "rateLimit" | "isTierAssumed">,
  exchanges: readonly Exchange[],
): RateLimits | null {
  if (rateLimit === null) return null;
  const found = new Map(
    exchanges.flatMap(({ credential, organization }) => (organization ? [[credential, organization]] : [])),
  );
  const organizationOf = ({ label, org }: Credential) => found.get(label) ?? org ?? `credential ${label}`;
  const shown = isTierAssumed === true ? limitsShown(exchanges) : new Map<string, Set<number>>();
  const tiers = new Map<string, RateLimit | "undeclared">();
  const byOrganization = new Map<string, Credential[]>();
  for (const credential of credentials) {
    const organization = organizationOf(credential);
    const colleagues = byOrganization.get(organization);
    if (colleagues === undefined) byOrganization.set(organization, [credential]);
    else colleagues.push(credential);
  }
  for (const colleagues of byOrganization.values()) {
    const declared = colleagues.find((colleague) => colleague.rateLimit !== undefined)?.rateLimit;
    const limits = new Set(colleagues.flatMap(({ label }) => [...(shown.get(label) ?? [])]));
    const tier = declared ?? (isOfOtherTier(limits, rateLimit) ? "undeclared" : undefined);
    if (tier !== undefined) for (const { label } of colleagues) tiers.set(label, tier);
  }
  return { ...rateLimit, tiers };
}

/** The limits that the API keys were shown, by label: where they were served, or exceeded it. A gateway may report its own in other answers. */
function limitsShown(exchanges: readonly Exchange[]): Map<string, Set<number>> {
  const shown = new Map<string, Set<number>>();
  for (const exchange of exchanges) {
    const isOfOrganization = exchange.kind === "api-key" && (exchange.isSuccess || exchange.status === 429);
    const limit = isOfOrganization ? limitOf(exchange) : undefined;
    if (limit === undefined) continue;
    const limits = shown.get(exchange.credential) ?? new Set();
    shown.set(exchange.credential, limits.add(limit));
  }
  return shown;
}

function isOfOtherTier(shown: ReadonlySet<number>, { limit }: RateLimit): boolean {
  const [only = 0] = shown;
  return shown.size === 1 && only > 0 && only !== limit;
}
