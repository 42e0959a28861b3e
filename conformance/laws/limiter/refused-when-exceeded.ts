/**
 * §8: the limit is 100 requests per minute, or what the target file declares. A limiter serves no more requests than
 * its limit allows (`served-too-many.ts`), and no more than it reports as remaining. There is a file for each way to
 * see the latter; they apply only if the header counts requests at all (`remaining-counts-requests.ts`).
 */
import { type Fail, holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import type { SequenceLaw } from "../sequence-law.ts";
import { servedBelowZero } from "./below-zero.ts";
import { servedAfterCountdown } from "./countdown.ts";
import { reportedTooMany } from "./full-to-exhausted.ts";
import type { History } from "./history.ts";
import { servedBeyondRemaining } from "./overrun.ts";
import { servedInParallel } from "./parallel-overrun.ts";
import { remainingCountsRequests } from "./remaining-counts-requests.ts";
import { servedAtZero } from "./served-at-zero.ts";
import { type PartOfHistory, servedMoreThan, servedTooMany } from "./served-too-many.ts";
import { is429, isCertainlyCounted } from "./single-exchange.ts";
import { servedTooManyAfterPauses } from "./too-many-after-pauses.ts";
import { worst } from "./worst-verdict.ts";

export const refusedWhenExceeded: SequenceLaw = {
  id: "limit.refused-when-exceeded",
  clause: "limit.standard",
  claim: "No more requests are served than the limit allows",
  fault: "more requests are served than the limit allows",
  needs: { limitExceeded: true },
  judge({ histories }) {
    const headerCounts = remainingCountsRequests(histories);
    const tooMany = headerCounts ? reportedTooMany(histories) : undefined;
    return tooMany ?? worst(histories.map((history) => judgeHistory(history, headerCounts)));
  },
};

/** The law for a part of an organization's requests, between which the window may have been reset. */
export function judgePart(part: PartOfHistory): Verdict {
  const served = part.exchanges.filter(isCertainlyCounted);
  const tooMany = servedMoreThan(2 * part.limit, part, served, () => false);
  return tooMany ?? (part.exchanges.some(is429) ? holds : notApplicable);
}

const judgeHistory = (history: History, headerCounts: boolean): Verdict =>
  servedTooMany(history) ??
  servedTooManyAfterPauses(history) ??
  (headerCounts ? servedBeyondReports(history) : undefined) ??
  (history.exchanges.some(is429) ? holds : notApplicable);

const servedBeyondReports = (history: History): Fail | undefined =>
  servedBelowZero(history) ??
  servedAtZero(history) ??
  servedAfterCountdown(history) ??
  servedBeyondRemaining(history) ??
  servedInParallel(history);
