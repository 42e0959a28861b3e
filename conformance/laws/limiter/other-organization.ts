/** §8: the limit is per organization: what one uses is not taken from another. */
import { fails, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { type History, isKey429 } from "./history.ts";
import { fallOf, maxFall, stepsByKeyAndEndpoint } from "./remaining-steps.ts";
import { receipt, sending, startOf } from "./timeline.ts";
import { maxUsed } from "./usage-upper-bound.ts";
import { worst, worstOfHistories } from "./worst-verdict.ts";

export const otherOrganization: SequenceLaw = {
  id: "limit.other-organization",
  clause: "limit.per-organization",
  claim: "What one organization uses is not taken from another",
  needs: { limitExceeded: true, credential: "other-organization" },
  judge: worstOfHistories((history) => worst([judge429s(history), judgeFalls(history)])),
};

/** A 429 that the organization's own requests do not explain, and those of others would. */
function judge429s(history: History): Verdict {
  const { limit, possiblyCounted, otherOrganizations } = history;
  for (const rejected of history.exchanges.filter(isKey429)) {
    const from = startOf(rejected.sentAt - 2 * history.windowMs);
    const others = otherOrganizations.within(from, receipt(rejected));
    const sent = possiblyCounted.within(from, receipt(rejected)) - 1;
    if (sent >= limit || sent + others < limit || maxUsed(history, rejected) > limit - 1) continue;
    return fails({
      expected: `a 2xx for an organization that had sent ${sent} requests`,
      actual: `429, after ${others} requests by other organizations`,
      exchanges: [rejected.index],
    });
  }
  return notApplicable;
}

/** `X-RateLimit-Remaining` falls further than by the organization's own requests, while others send. */
function judgeFalls(history: History): Verdict {
  let isJudged = false;
  for (const step of stepsByKeyAndEndpoint(history).flat()) {
    const { first, last, remaining } = step;
    const others = history.otherOrganizations.within(sending(first), receipt(last));
    if (others === 0) continue;
    isJudged ||= others >= 3;
    const max = maxFall(history, step);
    if (fallOf(step) <= max) continue;
    return fails({
      expected: `X-RateLimit-Remaining to fall by at most ${max}, for the organization's own requests`,
      actual: `from ${remaining.first} to ${remaining.last}, while other organizations sent ${others} requests`,
      exchanges: [first.index, last.index],
    });
  }
  return isJudged ? holds : notApplicable;
}
