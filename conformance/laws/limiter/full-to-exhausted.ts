/**
 * §8: from a full limit to an exhausted one, no more than the limit is served.
 *
 * With a limit of 100, a limiter reports 100 … 1 if it reports before it counts a request, and 99 … 0 if it reports
 * after. A limiter that serves one request with 100 remaining and another with 0 serves 101: its limit is off by one.
 *
 * A legal limiter that counts and reports in two steps can look the same, if a request is given back between the two
 * (`given-back-meanwhile.ts`). So the law fails only if all of this holds:
 *
 * 1. it is too unlikely (`maxChance`) that this happened in all responses with the full limit, or in all responses with
 *    0;
 * 2. there are more responses with the full limit than responses that contradict them (`risesToAlmostFull`). If the
 *    ticks of a single timer explain them all, they count as one;
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

/**
 * Whether, for at least one response with 0 remaining, it is too unlikely (`maxChance`) that a request was given back between counting and
 * reporting.
 */
export const hasConclusiveZero = (history: History) =>
  undisturbedWith(history, 0, maxReadingDelayMs(history)).some(({ chance }) => chance <= maxChance);

/** The responses that report limit - 1 after a lower value: here the limiter counted before it reported. */
const risesToAlmostFull = ({ reported, limit }: History) =>
  reported.filter(({ remaining }, at) => remaining === limit - 1 && (reported[at - 1]?.remaining ?? 0) < limit - 1);

/** A request was rejected right after a response with 1 remaining: this limiter reports before it counts. */
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
