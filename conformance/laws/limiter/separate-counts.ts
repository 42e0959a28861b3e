/** §8: instances of a server that count requests separately, as `X-RateLimit-Remaining` shows them. */
import type { History } from "./history.ts";
import { earlyResetOf } from "./remaining-falls.ts";
import { fallOf, maxFall, type Step, stepsOfReads } from "./remaining-steps.ts";
import { seconds, spanMs } from "./timeline.ts";
import { mayHaveReset } from "./window-resets.ts";

/**
 * A sentence that says how `X-RateLimit-Remaining` shows two counters that answer in turn. Undefined if one counter
 * explains the values, perhaps one with a shorter window.
 */
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

/** If the declared window is wrong, the limiter's own is assumed to be longer than this fraction of it. */
const minWindows = 20;

/**
 * A step in which `remaining` fell by more than all requests explain, if it also rose in another step, and not by a
 * reset. Two counters that answer in turn show this; one counter never does.
 */
function jumpOf(history: History): Step | undefined {
  return stepsOfReads(history).flatMap((steps) => {
    const fall = steps.find((step) => fallOf(step) > maxFall(history, step));
    const isRise = (step: Step) => fallOf(step) < 0 && !mayHaveReset(history, step);
    return fall !== undefined && steps.some(isRise) ? [fall] : [];
  })[0];
}
