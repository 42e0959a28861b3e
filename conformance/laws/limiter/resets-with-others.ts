/** Whether requests of another organization seem to reset an organization's count (§8). */
import type { History, Reported } from "./history.ts";
import { receipt, sending } from "./timeline.ts";

/** A smaller rise may be a race of the limiter. */
const minRise = 3;
/** Fewer may come with another organization's request by chance. */
const minRises = 3;

/** Where organizations take turns, a request of another comes between most reports, and so before most rises. */
const maxChance = 0.05;

/** `X-RateLimit-Remaining` rises again and again, nearly always with a request of another organization in between. */
export function resetsWithOthers({ reported, otherOrganizations }: History): boolean {
  const steps = reported.slice(1).flatMap((last, at): readonly (readonly [Reported, Reported])[] => {
    const first = reported[at];
    return first !== undefined && first.exchange.receivedAt <= last.exchange.sentAt ? [[first, last]] : [];
  });
  const withOthers = (some: typeof steps) =>
    some.filter(([first, last]) => otherOrganizations.maxWithin(sending(first.exchange), receipt(last.exchange)) > 0)
      .length;
  const rises = steps.filter(([first, last]) => last.remaining - first.remaining >= minRise);
  const byChance = (withOthers(steps) / steps.length) ** rises.length;
  return withOthers(rises) >= minRises && withOthers(rises) >= 0.9 * rises.length && byChance <= maxChance;
}
