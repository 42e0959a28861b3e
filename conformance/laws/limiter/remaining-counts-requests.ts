/**
 * Whether `X-RateLimit-Remaining` counts requests (§8). If the value falls by more than was sent, again and again (90, 80, 70 for
 * one read each), is always a multiple of ten, stays the same over many reads, or counts up, the header is wrong, and `limit.remaining-falls` reports that. Its values then
 * prove nothing about how many requests are served, so the laws that rely on them are not applied.
 */
import { countsUp } from "./counts-up.ts";
import type { History } from "./history.ts";
import { judgeBlocks } from "./minimum-fall.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { fallOf, maxFall, type Step, stepsOfReads } from "./remaining-steps.ts";
import { receipt, sending } from "./timeline.ts";

/** The steps in which the value falls too far, although no other organization sends (`limit.other-organization`). */
export const fallsTooFar = (history: History, steps: readonly Step[]): readonly Step[] =>
  steps.filter(
    (step) =>
      fallOf(step) > maxFall(history, step) &&
      history.otherOrganizations.maxWithin(sending(step.first), receipt(step.last)) === 0,
  );

/** Fewer falls, or a fall to 0, may be due to somebody else who uses the organization's limit at the same time. */
const minFalls = 3;

/** True only if the header counts requests for every organization: one limiter writes it for all of them. */
export const remainingCountsRequests = (histories: readonly History[]) =>
  histories.every(
    (history) =>
      fallsAboveZero(history).length < minFalls &&
      !isRounded(history) &&
      !staysTheSame(history) &&
      countsUp(history) === undefined,
  );

/** Only multiples of ten are reported: a value that is rounded rises and falls by ten without another counter. */
export function isRounded({ reported }: History): boolean {
  const values = new Set(reported.map(({ remaining }) => remaining));
  return values.size >= minValues && [...values].every((value) => value % 10 === 0);
}

const minValues = 4;

const staysTheSame = oncePerHistory((history) =>
  stepsOfReads(history).some((steps) => judgeBlocks(history, steps, "reads").verdict === "fail"),
);

const fallsAboveZero = oncePerHistory((history) =>
  stepsOfReads(history)
    .flatMap((steps) => fallsTooFar(history, steps))
    .filter(({ remaining }) => remaining.last > 0),
);
