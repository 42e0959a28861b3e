/**
 * §8: the limit is per organization, so what one uses is not taken from another. Two observations show that
 * organizations share a counter:
 *
 * 1. an organization is answered 429 after 5 requests of its own, while another had just used 100: `judge429s`;
 * 2. its `X-RateLimit-Remaining` falls by 10 between two of its requests, while another sends 9: `judgeFalls`.
 */
import { fails, holds, notApplicable, unjudged, type Verdict } from "../../model/verdict.ts";
import { explainedByFailureOf, type Sequence, type SequenceLaw } from "../sequence-law.ts";
import { isExplainedByOneLimit } from "./common-limit.ts";
import { isEarly } from "./early-rejection.ts";
import { areCountedTwice } from "./endpoints-counted-twice.ts";
import type { History } from "./history.ts";
import { pausesOf } from "./pauses.ts";
import { refusedWhenExceeded } from "./refused-when-exceeded.ts";
import { fallsTooFar, remainingCountsRequests } from "./remaining-counts-requests.ts";
import { remainingFalls } from "./remaining-falls.ts";
import { describeChange, fallOf, maxFall, stepsByKeyAndPath, stepsOfReads } from "./remaining-steps.ts";
import { separateCounts } from "./separate-counts.ts";
import { isExhausted } from "./single-exchange.ts";
import { receipt, sending, startOf, type Timeline } from "./timeline.ts";
import { maxUsed } from "./usage-upper-bound.ts";
import { worst } from "./worst-verdict.ts";

export const otherOrganization: SequenceLaw = {
  id: "limit.other-organization",
  clause: "limit.per-organization",
  claim: "What one organization uses is not taken from another",
  fault: "one organization's requests use up another's limit",
  needs: { limitExceeded: true, credential: "other-organization" },
  judge: (sequence) => {
    const { histories } = sequence;
    // Requests that count twice use up the limit as another organization's would.
    if (areCountedTwice(histories)) return unjudged("inconclusive", explainedByFailureOf(remainingFalls));
    if (!remainingCountsRequests(histories)) return judge429s(sequence);
    if (areSeparate(sequence)) return worst([judge429s(sequence), unjudged("inconclusive", ofSeparateCounts)]);
    const maxExcess = Math.max(...histories.map(maxExcessSeen));
    return worst([judge429s(sequence), ...histories.map((history) => judgeFalls(history, maxExcess))]);
  },
};

const ofSeparateCounts = "X-RateLimit-Remaining has the values of several counts: let all requests share one";

/** Values that look like those of several counts may be legal, such as those of a bucket, so one of these laws must fail, too. */
const areSeparate = (sequence: Sequence) =>
  sequence.histories.some(separateCounts) &&
  [remainingFalls, refusedWhenExceeded].some((law) => sequence.verdictOf(law).verdict === "fail");

/** Fails if one counter for all organizations explains every 429 of the run, and their own counters do not. */
function judge429s(sequence: Sequence): Verdict {
  const [found] = sequence.histories.flatMap((history) => early429s(history, sequence));
  return found === undefined || !isExplainedByOneLimit(sequence) ? notApplicable : found;
}

/** A limit that is one too low, or a request that a client or a gateway repeats unseen, says nothing of other organizations. */
const maxShortage = 2;

/** A failure for each 429 that the organization's own requests do not explain. */
function early429s(history: History, sequence: Sequence): readonly Verdict[] {
  const { organization, limit, windowMs, possiblyCounted, otherOrganizations } = history;
  const rejectedEarly = history.exchanges.filter(
    (exchange) =>
      isExhausted(exchange) && isEarly(history, exchange) && maxUsed(history, exchange) < limit - maxShortage,
  );
  return rejectedEarly.map((rejected) => {
    const sentIn = (timeline: Timeline, ms: number) =>
      timeline.maxWithin(startOf(rejected.sentAt - ms), receipt(rejected));
    const own = sentIn(possiblyCounted, windowMs) - 1;
    const others = sentIn(otherOrganizations, 2 * windowMs);
    return fails({
      expected: `no 429 for ${organization}, which had sent ${own} in the last ${windowMs / 1000} s: however they are counted, they are at most ${Math.floor(maxUsed(history, rejected))} of the limit of ${limit}`,
      actual: `429, after other organizations had sent ${others} in the last ${(2 * windowMs) / 1000} s${sharedCounterHint(sequence)}`,
      exchanges: [rejected.index],
    });
  });
}

/**
 * By how much more than the requests sent `X-RateLimit-Remaining` falls, at most, for which no other organization is the reason:
 * 0, or more if some limiter counts a POST twice, or begins a window partly used. A single request may be charged for all of it.
 */
const maxExcessSeen = (history: History) =>
  [
    ...stepsOfReads(history)
      .flatMap((steps) => fallsTooFar(history, steps))
      .map((step) => fallOf(step) - maxFall(history, step)),
    ...pausesOf(history)
      .filter(({ before, after }) => history.otherOrganizations.maxWithin(sending(before), receipt(after)) === 0)
      .map(({ min, remaining }) => min - remaining),
  ].reduce((max, excess) => Math.max(max, excess), 0);

/** Fails if the value falls by more than the organization's requests while other organizations send three or more. */
function judgeFalls(history: History, maxExcess: number): Verdict {
  let isJudged = false;
  for (const step of stepsByKeyAndPath(history).flat()) {
    const { first, last } = step;
    const others = history.otherOrganizations.maxWithin(sending(first), receipt(last));
    if (others < 3) continue;
    isJudged = true;
    const max = maxFall(history, step);
    if (fallOf(step) <= max + maxExcess) continue;
    return fails({
      expected: `X-RateLimit-Remaining of ${history.organization} to fall by at most ${max}, the requests that it sent, if no other client uses it`,
      actual: `it ${describeChange(step)}, while other organizations sent ${others}${sharedCounterQuestion}`,
      exchanges: [first.index, last.index],
    });
  }
  return isJudged ? holds : notApplicable;
}

const sharedCounterQuestion = ": do they share a counter, or the start of its window?";

/** The end of a failure's sentence. Empty if instances that count separately explain the failure, too. */
const sharedCounterHint = ({ histories }: Sequence) => (histories.some(separateCounts) ? "" : sharedCounterQuestion);
