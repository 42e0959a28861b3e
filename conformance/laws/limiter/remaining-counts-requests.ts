/**
 * Whether `X-RateLimit-Remaining` counts requests (§8). Where it falls by more than was sent, again and again (90, 80,
 * 70 for one read each), the header is wrong: `limit.remaining-falls` reports that. What it says then proves nothing
 * about how many requests are served, so the laws that argue with its values must not be applied.
 */
import type { History } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { fallOf, maxFall, type Step, stepsOfReads } from "./remaining-steps.ts";
import { receipt, sending } from "./timeline.ts";

/** The steps in which it falls too far while no other organization sends: `limit.other-organization` judges those others. */
export const fallsTooFar = (history: History, steps: readonly Step[]): readonly Step[] =>
  steps.filter(
    (step) =>
      fallOf(step) > maxFall(history, step) &&
      history.otherOrganizations.within(sending(step.first), receipt(step.last)) === 0,
  );

/** Fewer, or falls to 0, may be due to somebody else who uses the organization's limit meanwhile. */
const minFalls = 3;

/** Of several organizations, it must be so for each: one limiter writes the header for all of them. */
export const remainingCountsRequests = (histories: readonly History[]) =>
  histories.every((history) => fallsAboveZero(history).length < minFalls);

const fallsAboveZero = oncePerHistory((history) =>
  stepsOfReads(history)
    .flatMap((steps) => fallsTooFar(history, steps))
    .filter(({ remaining }) => remaining.last > 0),
);
