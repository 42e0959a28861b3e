/** In which second a strain that lasts begins. Pure. */
import { minFailedPercent, type Second } from "./outcomes.ts";
import { type Kind, keptSeconds, percentOf, type Stretch, windowSeconds } from "./sustained-share.ts";

/**
 * Some slow responses, in the seconds before many more are slow, may have another cause, such as a busy machine. So a strain begins in the first second in
 * which responses fail, or at least half as many of them are slow as in the worst five seconds that soon follow; and not before three seconds, at its rate
 * or a higher one, in which all is well.
 *
 * Example: of the responses in the seconds of a stretch, 20%, 10%, 60%, 90% and 95% are slow. It begins in the third second.
 */
export function fromBeginning(seconds: readonly Second[], kinds: readonly Kind[], { first, end }: Stretch): Stretch {
  const isHigh = (at: number, length: number) =>
    kinds.some((kind) => percentOf(kind.seconds.slice(at, at + length)) >= kind.minPercent);
  const minRate = (seconds[first]?.perSecond ?? 0) - 1;
  const isWell = (at: number) => {
    const row = seconds.slice(at, at + keptSeconds);
    return row.length === keptSeconds && row.every((each) => each.perSecond >= minRate) && !isHigh(at, keptSeconds);
  };
  const well = following(first).find(isWell);
  const later = well === undefined ? first : beginningFrom(seconds, well + keptSeconds);
  const begin = well !== undefined && isHigh(later, windowSeconds) ? later : beginningFrom(seconds, first);
  return { first: begin, end: Math.min(seconds.length, end + begin - first) };
}

function beginningFrom(seconds: readonly Second[], first: number): number {
  const slow = seconds.map((second) => ({ counted: second.slow.length, requests: second.sent.length }));
  const worst = Math.max(...following(first).map((at) => percentOf(slow.slice(at, at + windowSeconds))));
  const isHalf = (at: number) => percentOf(slow.slice(at, at + 1)) >= worst / 2;
  return following(first).find((at) => isFailing(seconds[at]) || isHalf(at)) ?? first;
}

/** The indices of five seconds. */
const following = (first: number) => Array.from({ length: windowSeconds }, (_, at) => first + at);

const isFailing = (second: Second | undefined) =>
  second !== undefined &&
  (second.lost.length > 0 ||
    100 * (second.failed.length + second.limited.length) >= minFailedPercent * second.sent.length);
