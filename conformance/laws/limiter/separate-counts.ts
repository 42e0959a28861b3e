/** §8: instances of a server that count an organization's requests separately, as `X-RateLimit-Remaining` shows them. */
import type { History } from "./history.ts";
import { earlyResetOf } from "./remaining-falls.ts";
import { fallOf, maxFall, type Step, stepsOfReads } from "./remaining-steps.ts";
import { seconds, spanMs } from "./timeline.ts";
import { mayHaveReset } from "./window-resets.ts";

/** How `X-RateLimit-Remaining` shows two counters that answer in turn; undefined where one counter explains it, in a shorter window even. */
export function separateCounts(history: History): string | undefined {
  const jump = jumpOf(history);
  if (jump !== undefined) {
    const { first, last } = jump.remaining;
    return `X-RateLimit-Remaining went up and down, once from ${first} to ${last} in ${seconds(spanMs(jump.first, jump.last))}`;
  }
  const early = earlyResetOf(history);
  const ms = early && spanMs(early.earlier.first, early.later.last);
  return ms !== undefined && ms < history.windowMs / minWindows
    ? `X-RateLimit-Remaining rose twice in ${seconds(ms)}`
    : undefined;
}

/** The declared window is taken to be less than so many times longer than the limiter's own. */
const minWindows = 20;

/**
 * `remaining` fell by more than all requests explain, and rose at another time, not to a whole limit: two counters that answer in turn show
 * that, one counter never does.
 */
function jumpOf(history: History): Step | undefined {
  return stepsOfReads(history).flatMap((steps) => {
    const fall = steps.find((step) => fallOf(step) > maxFall(history, step));
    const isRise = (step: Step) => fallOf(step) < 0 && !mayHaveReset(history, step);
    return fall !== undefined && steps.some(isRise) ? [fall] : [];
  })[0];
}
