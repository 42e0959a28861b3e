/** Whether requests of another organization seem to reset an organization's count (§8). */
import type { History, Reported } from "./history.ts";
import { receipt, sending } from "./timeline.ts";

/** A smaller rise may be a race of the limiter. */
const minRise = 3;
/** Fewer may come with another organization's request by chance. */
const minRises = 3;

/** `X-RateLimit-Remaining` rises again and again, nearly always with a request of another organization in between. */
export function resetsWithOthers({ reported, otherOrganizations }: History): boolean {
  const rises = reported.slice(1).flatMap((last, at): readonly (readonly [Reported, Reported])[] => {
    const first = reported[at];
    const follows = first !== undefined && first.exchange.receivedAt <= last.exchange.sentAt;
    return follows && last.remaining - first.remaining >= minRise ? [[first, last]] : [];
  });
  const withOthers = rises.filter(
    ([first, last]) => otherOrganizations.maxWithin(sending(first.exchange), receipt(last.exchange)) > 0,
  );
  return withOthers.length >= minRises && withOthers.length >= 0.9 * rises.length;
}
