/** §8: `X-RateLimit-Remaining` is the number of requests left in the window. */
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import type { History } from "./history.ts";
import { judgeBlocks } from "./minimum-fall.ts";
import { maxFreedBetween } from "./refill-bounds.ts";
import { fallOf, maxFall, type Step, stepsByKeyAndEndpoint } from "./remaining-steps.ts";
import { receipt, seconds, sending, spanMs } from "./timeline.ts";
import { maxUsed } from "./usage-upper-bound.ts";
import { isReset, judgeResets, minBetweenResetsMs, narrowed, possibleResets } from "./window-resets.ts";
import { worst, worstOfHistories } from "./worst-verdict.ts";

export const remainingFalls: SequenceLaw = {
  id: "limit.remaining-falls",
  clause: "limit.remaining",
  claim: "X-RateLimit-Remaining starts at the limit and falls by one for each request",
  needs: { limitExceeded: true },
  judge: worstOfHistories((history) =>
    worst([
      ...stepsByKeyAndEndpoint(history).flatMap((steps) =>
        steps[0]?.first.request.method === "GET" ? judgeReads(history, steps) : [],
      ),
      judgeAfterPause(history),
    ]),
  ),
};

function judgeReads(history: History, steps: readonly Step[]): readonly Verdict[] {
  const resets = steps.filter((step) => isReset(history, step)).map((step) => narrowed(history, step));
  return [
    judgeFalls(history, steps),
    judgeBlocks(history, steps, "reads"),
    judgeRises(history, steps),
    judgeResets(history, resets, possibleResets(history, steps)) ?? notApplicable,
  ];
}

/** No request takes more than one, as long as no other organization sends any: that is another law's. */
function judgeFalls(history: History, steps: readonly Step[]): Verdict {
  for (const step of steps) {
    const { first, last, remaining } = step;
    const max = maxFall(history, step);
    if (fallOf(step) <= max || history.otherOrganizations.within(sending(first), receipt(last)) > 0) continue;
    return fails({
      expected: `X-RateLimit-Remaining to fall by at most ${max}, for ${max === 1 ? "one request" : `${max} requests`}`,
      actual: `from ${remaining.first} to ${remaining.last}`,
      exchanges: [first.index, last.index],
    });
  }
  return notApplicable;
}

/** Each rise takes one given back for it, and one for its own request. Only one may be the window's reset. */
function judgeRises(history: History, steps: readonly Step[]): Verdict {
  const rises = steps.filter((step) => fallOf(step) < 0);
  for (const [at, { first, remaining }] of rises.entries()) {
    const near = rises.slice(at).filter(({ last }) => spanMs(first, last) < minBetweenResetsMs(history));
    const end = near.at(-1);
    if (end === undefined || near.length < 3) continue;
    if (2 * (near.length - 1) <= maxFreedBetween(history, first, end.last) + 1) continue;
    return fails({
      expected: `X-RateLimit-Remaining to fall with each request, and at most one reset of the window in ${seconds(spanMs(first, end.last))}`,
      actual: `${near.length} rises, from ${remaining.first} to ${end.remaining.last}`,
      exchanges: [first.index, end.last.index],
    });
  }
  return notApplicable;
}

/** After a window without a request, no more may be missing than what may still count. */
function judgeAfterPause(history: History): Verdict {
  const { limit, windowMs } = history;
  let isJudged = false;
  for (const { exchange, position, remaining } of history.reported) {
    const before = history.exchanges[position - 1];
    if (before === undefined || exchange.sentAt - before.receivedAt < windowMs) continue;
    const used = maxUsed(history, exchange);
    if (used >= limit) continue;
    isJudged = true;
    const min = Math.floor(limit - used) - 1;
    if (remaining >= min) continue;
    return fails({
      expected: `at least ${min} of ${limit} requests to remain, since at most ${Math.ceil(used)} earlier ones still counted`,
      actual: `X-RateLimit-Remaining: ${remaining}, after ${seconds(exchange.sentAt - before.receivedAt)} without a request`,
      exchanges: [before.index, exchange.index],
    });
  }
  return isJudged ? holds : notApplicable;
}
