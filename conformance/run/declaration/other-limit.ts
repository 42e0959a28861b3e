/**
 * A target that violates the declared limit may enforce another one: the limit in its headers, or the window of the
 * document's tier Standard (§8). Then the declaration may be wrong, and the failures that it explains are inconclusive.
 * If no other limit explains them, they remain failures.
 */
import { createLawContext, judgeLaw } from "../../laws/apply.ts";
import { sequenceLaws } from "../../laws/index.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type RateLimit, type RateLimits, rateLimitOf, standardTier } from "../../model/rate-limit.ts";
import { type Judged, unjudged } from "../../model/verdict.ts";
import type { Run } from "../run.ts";
import { limitShownTo } from "./declared-limit.ts";
import { announcedResets } from "./declared-window.ts";
import { longerWindowOf } from "./limiter-behaviour.ts";

export interface JudgedRun extends Pick<Run, "target" | "contract" | "laws" | "hasFreshTokens"> {
  /**
   * The ids of those checks of load scenarios that rest on the limit. A scenario is planned with the declared window, so here any longer one
   * that `X-RateLimit-Reset` announces may explain failures.
   */
  readonly loadChecks?: readonly string[];
}

interface Explained {
  /** The results. Failures that the other limit explains are inconclusive. */
  readonly judged: readonly Judged[];
  /** The window that the target enforces, if it is not the declared one. */
  readonly windowSeconds?: number;
}

/**
 * The results of the run's laws; `judged` has them with the declared `rateLimits`. Every failure that another limit
 * explains becomes inconclusive. Undefined if the target does not enforce another limit.
 */
export function explainByOtherLimit(
  { target, contract, laws, hasFreshTokens = false, loadChecks }: JudgedRun,
  judged: readonly Judged[],
  rateLimits: RateLimits | null,
  { exchanges, histories }: Sequence,
): Explained | undefined {
  const isOfLimit = ({ check }: Judged) =>
    laws.some((law) => law.check === check) || loadChecks?.includes(check.id) === true;
  const failures = judged.filter((each) => isFailure(each) && isOfLimit(each));
  if (rateLimits === null || target.isTierAssumed || hasFreshTokens || failures.length === 0) return undefined;
  const failed = laws.filter(({ check }) => failures.some((each) => each.check === check));
  const shown = [limitsAsShown(rateLimits, target, exchanges) ?? []].flat();
  const windows = [
    ...(announcesStandardWindow(rateLimits, exchanges) ? [standardTier.windowSeconds] : []),
    ...(loadChecks === undefined ? [] : histories.flatMap((history) => longerWindowOf(history) ?? []).slice(0, 1)),
  ];
  const others = [
    ...shown,
    ...windows.flatMap((seconds) => [rateLimits, ...shown].map((limits) => withWindow(limits, seconds))),
  ];
  // Another declaration explains the failures only if the target satisfies every law with it.
  const explanation = others
    .map((other) => ({ other, failing: failingWith(other, failed, exchanges, contract) }))
    .filter(({ failing }) => failing.size < failures.length && ![...failing].some(restsOnLimit))
    .toSorted((a, b) => a.failing.size - b.failing.size)[0];
  if (explanation === undefined) return undefined;
  const { other, failing } = explanation;
  const isExplained = (each: Judged) => failures.includes(each) && !failing.has(each.check.id);
  return {
    judged: judged.map((each) => (isExplained(each) ? { ...each, verdict: inDoubt(each) } : each)),
    ...(other.windowSeconds === rateLimits.windowSeconds ? {} : { windowSeconds: other.windowSeconds }),
  };
}

const restsOnLimit = (id: string) =>
  id.startsWith("limit.") && !["limit.headers-present", "limit.reset-numeric"].includes(id);

const isFailure = ({ verdict }: Judged) => verdict.verdict === "fail";

export const restsOnDeclaredLimit = "this rests on the declared `rateLimit`, which is in doubt";

const inDoubt = ({ verdict }: Judged) => unjudged("inconclusive", restsOnDeclaredLimit, verdict.exchanges);

/** The ids of the laws that fail with these limits: of those in `failed`, and of all laws over a sequence. */
function failingWith(
  rateLimits: RateLimits,
  failed: Run["laws"],
  exchanges: readonly Exchange[],
  contract: Run["contract"],
): ReadonlySet<string> {
  const sequence = new Sequence(exchanges, rateLimits);
  const context = createLawContext(contract, rateLimits);
  const single = failed.flatMap((law) => (law.kind === "law" ? [judgeLaw(law.check, exchanges, context)] : []));
  const whole = sequenceLaws.map((check) => ({ check, verdict: sequence.verdictOf(check) }));
  return new Set([...single, ...whole].filter(isFailure).map(({ check }) => check.id));
}

/** The declared limits, but Standard's for each credential that is always shown it. Undefined if nothing changes. */
export function limitsAsShown(
  rateLimits: RateLimits,
  { credentials }: Run["target"],
  exchanges: readonly Exchange[],
): RateLimits | undefined {
  const organizations = new Map(exchanges.map(({ credential, organization }) => [credential, organization]));
  const shownTo = (label: string) => {
    const ofSameOrganization = credentials.filter(
      (other) => other.label === label || organizations.get(other.label) === (organizations.get(label) ?? other.label),
    );
    const shown = ofSameOrganization.flatMap(({ label }) => limitShownTo(label, exchanges) ?? []);
    return shown.every((limit) => limit === shown[0]) ? shown[0] : undefined;
  };
  const tiers = new Map<string, RateLimit>();
  for (const { label } of credentials) {
    const declared = rateLimitOf(rateLimits, label);
    const limit = shownTo(label);
    if (declared !== undefined && limit === standardTier.limit && limit !== declared.limit)
      tiers.set(label, { ...declared, limit });
  }
  return tiers.size === 0 ? undefined : { ...rateLimits, tiers: new Map([...(rateLimits.tiers ?? []), ...tiers]) };
}

/** A shorter window is declared, and `X-RateLimit-Reset` announces one of 60 s. */
function announcesStandardWindow({ windowSeconds: declared }: RateLimits, exchanges: readonly Exchange[]): boolean {
  const { windowSeconds } = standardTier;
  const max = Math.max(0, ...announcedResets(exchanges));
  // Servers may round up to whole seconds. The number may be seconds or milliseconds.
  const isAnnounced = [max, max / 1000].some((seconds) => seconds > windowSeconds - 6 && seconds <= windowSeconds + 1);
  return isAnnounced && declared < windowSeconds;
}

function withWindow(rateLimits: RateLimits, windowSeconds: number): RateLimits {
  const tiers = [...(rateLimits.tiers ?? [])].map(([label, tier]) => {
    const isOfWindow = tier !== "undeclared" && tier.windowSeconds === rateLimits.windowSeconds;
    return [label, isOfWindow ? { ...tier, windowSeconds } : tier] as const;
  });
  return { ...rateLimits, windowSeconds, tiers: new Map(tiers) };
}
