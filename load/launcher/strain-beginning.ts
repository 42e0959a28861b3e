/** In which second a strain that lasts begins. Pure. */
import { minFailedPercent, type Second } from "./outcomes.ts";
import { percentOf, type Stretch, windowSeconds } from "./sustained-share.ts";

/**
 * Some slow responses, in the seconds before many more are slow, may have another cause, such as a busy machine. So a strain begins in the first second in
 * which responses fail, or at least half as many of them are slow as in the worst five seconds that soon follow.
 *
 * Example: of the responses in the seconds of a stretch, 20%, 10%, 60%, 90% and 95% are slow. It begins in the third second.
 */
export function fromBeginning(seconds: readonly Second[], { first, end }: Stretch): Stretch {
  const slow = seconds.map((second) => ({ counted: second.slow.length, requests: second.sent.length }));
  const possible = [...seconds.keys()].slice(first, first + windowSeconds);
  const worst = Math.max(...possible.map((at) => percentOf(slow.slice(at, at + windowSeconds))));
  const begin =
    possible.find((at) => isFailing(seconds[at]) || percentOf(slow.slice(at, at + 1)) >= worst / 2) ?? first;
  return { first: begin, end: Math.min(seconds.length, end + begin - first) };
}

const isFailing = (second: Second | undefined) =>
  second !== undefined &&
  (second.lost.length > 0 ||
    100 * (second.failed.length + second.limited.length) >= minFailedPercent * second.sent.length);
