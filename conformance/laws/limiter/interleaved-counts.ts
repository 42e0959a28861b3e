/**
 * Finds instances that count requests separately (§8) where one of them answers only concurrent requests. `separate-counts.ts` does not see
 * that, because its steps leave concurrent requests out.
 */
import { urlWithoutQuery } from "../../model/path-of.ts";
import { countsUp } from "./counts-up.ts";
import { countedTwice } from "./endpoints-counted-twice.ts";
import type { History, Reported } from "./history.ts";
import { maxCountedBetween } from "./refill-bounds.ts";
import { findSeparateCounts, separateCounts } from "./separate-counts.ts";
import { isGet } from "./single-exchange.ts";
import { receipt, seconds, sending, spanMs } from "./timeline.ts";

/** Checks that fail if instances count separately, also where `X-RateLimit-Remaining` seems to fall rightly. */
export const failForInterleavedCounts: readonly string[] = [
  "limit.remaining-falls",
  "limit.refused-when-exceeded",
  "limit.whole-limit-served",
  "limit.not-early",
  "limit.shared-by-keys",
  "limit.shared-by-methods",
];

/** Fewer rises may have another reason: somebody else uses the organization's limit at the same time. */
const minRisesAndFalls = 3;

/** How many reads before and after a read are compared with it. */
const maxCompared = 50;

/**
 * A sentence if the value, in the reads of one key at one path, rises and falls again by more than all requests in between, again and
 * again: 20, 67, 19, then 66. Undefined otherwise.
 */
function interleavedCounts(history: History): string | undefined {
  const reads = history.reported.filter(isOfEndpoint);
  for (const counter of new Set(reads.map(counterOf))) {
    const found = risesAndFallsOf(
      history,
      reads.filter((each) => counterOf(each) === counter),
    );
    if (found.length >= minRisesAndFalls) return found[0];
  }
  return undefined;
}

/** A sentence if the values show that instances count separately. `failed`: the ids of the failed checks. */
export function separateCountsSentence(history: History, failed: ReadonlySet<string>): string | undefined {
  if (countsUp(history) !== undefined || countedTwice(history) !== undefined) return undefined;
  const isAny = (ids: readonly string[]) => ids.some((id) => failed.has(id));
  const found = isAny(findSeparateCounts) ? separateCounts(history) : undefined;
  return found ?? (isAny(failForInterleavedCounts) ? interleavedCounts(history) : undefined);
}

/** A sentence for each rise and fall. Each begins after the one before it ended, so that one reset of the window is not several rises. */
function risesAndFallsOf(history: History, reads: readonly Reported[]): readonly string[] {
  const found: string[] = [];
  let from = 0;
  for (const [at, each] of reads.entries()) {
    const isMuchLower = (other: Reported) => isFarBelow(history, other, each);
    const before = reads.slice(Math.max(from, at - maxCompared), at).findLast(isMuchLower);
    const after = before && reads.slice(at, at + maxCompared).find(isMuchLower);
    if (before === undefined || after === undefined) continue;
    found.push(sentenceOf(before, each, after));
    from = reads.indexOf(after);
  }
  return found;
}

const isOfEndpoint = ({ exchange }: Reported) => isGet(exchange) && exchange.operation !== undefined;

/** The key and path of a read. Even a limiter that wrongly counts by key, endpoint or path counts reads with the same value together. */
const counterOf = ({ exchange }: Reported) => `${exchange.credential} ${urlWithoutQuery(exchange)}`;

/**
 * Whether `other` reports a value that is lower by more than the requests between the two explain. (In a race of the limiter, values differ by less.)
 * False if the two requests overlap, or if a new window or another organization's requests may explain the difference.
 */
function isFarBelow(history: History, other: Reported, { exchange, remaining }: Reported): boolean {
  const [first, last] =
    other.exchange.sentAt <= exchange.sentAt ? [other.exchange, exchange] : [exchange, other.exchange];
  if (first.receivedAt > last.sentAt || history.otherOrganizations.maxWithin(sending(first), receipt(last)) > 0)
    return false;
  const counted = maxCountedBetween(history, first, last);
  return other.remaining < remaining - counted && remaining < history.limit - counted;
}

const sentenceOf = (before: Reported, { remaining }: Reported, after: Reported) =>
  `X-RateLimit-Remaining was ${before.remaining}, then ${remaining} and then ${after.remaining} for one key and endpoint in ${seconds(spanMs(before.exchange, after.exchange))}`;
