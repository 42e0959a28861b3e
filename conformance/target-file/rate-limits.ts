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
  const tiers = new Map<string, RateLimit | "undeclared">();
  for (const credential of credentials) {
    const colleagues = credentials.filter((other) => organizationOf(other) === organizationOf(credential));
    const declared = colleagues.find((colleague) => colleague.rateLimit !== undefined)?.rateLimit;
    const isUndeclared = isTierAssumed === true && isOfOtherTier(colleagues, rateLimit, exchanges);
    const tier = declared ?? (isUndeclared ? "undeclared" : undefined);
    if (tier !== undefined) tiers.set(credential.label, tier);
  }
  return { ...rateLimit, tiers };
}

function isOfOtherTier(
  credentials: readonly Credential[],
  { limit }: RateLimit,
  exchanges: readonly Exchange[],
): boolean {
  const labels = credentials.map(({ label }) => label);
  let shown: number | undefined;
  for (const exchange of exchanges) {
    if (exchange.kind !== "api-key" || !labels.includes(exchange.credential)) continue;
    const value = limitOf(exchange);
    if (value === undefined) continue;
    if (value <= 0 || value === limit || value !== (shown ?? value)) return false;
    shown = value;
  }
  return shown !== undefined;
}
