/**
 * §8: no more than the limit is served between a full limit and an exhausted one, as `X-RateLimit-Remaining` counts
 * them.
 *
 * A limiter reports before it counts the request (100 … 1 for a limit of 100) or after (99 … 0). One that serves a
 * request with 100 and another with 0 remaining serves 101: its limit is off by one.
 *
 * A legal limiter that counts and reports in two steps can imitate this, if a request is given back between the two
 * (`given-back-meanwhile.ts`). So this fails only if all of this holds:
 *
 * 1. that is too unlikely for the responses with the full limit together, and for those with 0 (`maxChance`);
 * 2. those with the full limit outnumber the responses that contradict them (`risesToAlmostFull`); they count as one if a
 *    single timer can have come within each of them;
 * 3. no key was rejected right after a response with 1 remaining (`isRejectedAfterOne`).
 */
import { type Fail, fails } from "../../model/verdict.ts";
import { chanceOfAll, isByOneTimer, maxChance, undisturbedWith } from "./given-back-meanwhile.ts";
import { type History, hasNoConcurrent } from "./history.ts";
import { maxReadingDelayMs } from "./reading-delay.ts";
import { isKey429 } from "./single-exchange.ts";

export function reportedTooMany(histories: readonly History[]): Fail | undefined {
  const readingDelayMs = Math.min(...histories.map(maxReadingDelayMs));
  const full = histories.flatMap((history) => undisturbedWith(history, history.limit, readingDelayMs));
  const empty = histories.flatMap((history) => undisturbedWith(history, 0, readingDelayMs));
  const [firstFull, firstEmpty] = [full[0]?.reported, empty[0]?.reported];
  if (firstFull === undefined || firstEmpty === undefined) return undefined;
  if (chanceOfAll(full) > maxChance || chanceOfAll(empty) > maxChance) return undefined;
  const independent = isByOneTimer(full) ? 1 : full.length;
  if (independent <= histories.flatMap(risesToAlmostFull).length || histories.some(isRejectedAfterOne))
    return undefined;
  return fails({
    expected: `${firstFull.remaining} requests served from a full limit to an exhausted one`,
    actual: `${firstFull.remaining + 1}: one was served with X-RateLimit-Remaining: ${firstFull.remaining}, and one with 0`,
    exchanges: [firstFull.exchange.index, firstEmpty.exchange.index],
  });
}

/** One response with 0 remaining is enough: nothing can have been given back meanwhile. */
export const hasConclusiveZero = (history: History) =>
  undisturbedWith(history, 0, maxReadingDelayMs(history)).some(({ chance }) => chance <= maxChance);

/** How often a full limit was reported as one less: then the request itself was counted first, which speaks against the finding. */
const risesToAlmostFull = ({ reported, limit }: History) =>
  reported.filter(({ remaining }, at) => remaining === limit - 1 && (reported[at - 1]?.remaining ?? 0) < limit - 1);

/** After 1 remaining, the next request was rejected: this limiter reports before it counts. */
const isRejectedAfterOne = (history: History) =>
  history.reported.some(({ exchange, position, remaining }) => {
    const next = history.exchanges[position + 1];
    return (
      remaining === 1 &&
      next !== undefined &&
      isKey429(next) &&
      hasNoConcurrent(history, exchange) &&
      hasNoConcurrent(history, next)
    );
  });
