/** §8: the limit is per organization: what one uses is not taken from another. */
import type { SequenceLaw } from "../../model/check.ts";
import { holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import { type History, isRefused } from "./history.ts";
import { possibleBetween } from "./refill-bounds.ts";
import { walksOf } from "./steps.ts";
import { receipt, sending, startOf } from "./timeline.ts";
import { mostUsed } from "./usage-upper-bound.ts";
import { forEachHistory, worst } from "./verdicts.ts";

/** One organization is empty; another, with something left by its own account, is served; and its remaining is its own. */
export const otherOrganization: SequenceLaw = {
  isLimiter: true,
  id: "limit.other-organization",
  clause: "limit.per-organization",
  claim: "What one organization uses is not taken from another",
  judge: forEachHistory((history) => worst([judgeRefusals(history), judgeFalls(history)])),
};

function judgeRefusals(history: History): Verdict {
  for (const refused of history.exchanges.filter((one) => isRefused(one) && one.kind === "api-key")) {
    const from = startOf(refused.sentAt - 2 * history.windowMs);
    const others = history.elsewhere.within(from, receipt(refused));
    const own = history.possible.within(from, receipt(refused)) - 1;
    if (own >= history.limit || own + others < history.limit || mostUsed(history, refused) > history.limit - 1)
      continue;
    return {
      verdict: "fail",
      expected: `service for an organization that had sent ${own} requests`,
      actual: `429, after ${others} requests of others`,
      exchanges: [refused.index],
    };
  }
  return notApplicable;
}

function judgeFalls(history: History): Verdict {
  let isJudged = false;
  for (const { from, to, told } of walksOf(history).flatMap(({ steps }) => steps)) {
    const others = history.elsewhere.within(sending(from), receipt(to));
    if (others < 3) continue;
    isJudged = true;
    const most = possibleBetween(history, from, to) - 1;
    if (told.from - told.to <= most) continue;
    return {
      verdict: "fail",
      expected: `a fall of at most ${most}, for its own requests`,
      actual: `from ${told.from} to ${told.to}, over ${others} requests of another organization`,
      exchanges: [from.index, to.index],
    };
  }
  return isJudged ? holds : notApplicable;
}
