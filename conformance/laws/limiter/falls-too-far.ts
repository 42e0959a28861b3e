/**
 * Where `X-RateLimit-Remaining` falls further than by the requests that were sent, again and again, it is not a count of them (§8):
 * that is a fault of the header, and proves nothing about how many the limiter serves.
 */
import type { History } from "./history.ts";
import { fallOf, maxFall, type Step, stepsByKeyAndEndpoint } from "./remaining-steps.ts";
import { receipt, sending } from "./timeline.ts";

/** The steps in which it does, as long as no other organization sends any: that is another law's. */
export const fallsTooFar = (history: History, steps: readonly Step[]): readonly Step[] =>
  steps.filter(
    (step) =>
      fallOf(step) > maxFall(history, step) &&
      history.otherOrganizations.within(sending(step.first), receipt(step.last)) === 0,
  );

/** Fewer, and falls to 0, may be due to somebody else who uses the limit, too. */
const minFalls = 3;

const counts = new WeakMap<History, boolean>();

/** What remains may be taken for a count of requests. */
function isRemainingACount(history: History): boolean {
  const known = counts.get(history);
  if (known !== undefined) return known;
  const falls = stepsOfReads(history).flatMap((steps) => fallsTooFar(history, steps));
  const isCount = falls.filter(({ remaining }) => remaining.last > 0).length < minFalls;
  counts.set(history, isCount);
  return isCount;
}

/** One limiter writes the header for all organizations. */
export const areRemainingCounts = (histories: readonly History[]) => histories.every(isRemainingACount);

/** The steps of each key's reads of one endpoint. */
export const stepsOfReads = (history: History): readonly (readonly Step[])[] =>
  stepsByKeyAndEndpoint(history).filter(([step]) => step?.first.request.method === "GET");
