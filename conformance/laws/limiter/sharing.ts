/** §8: the limit is per organization: its keys, its methods and its sessions share one. */
import type { SequenceLaw } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { holds, notApplicable, type Verdict } from "../../model/verdict.ts";
import { refusedWhenExceeded } from "./exceeded.ts";
import { type Belongs, judgeEmptiness } from "./exhaustion.ts";
import { credentialsOf, type History, historiesOf, isAlone, isSure, span } from "./history.ts";
import { freedBetween } from "./refill-bounds.ts";
import { notEarly, recovers } from "./refusal.ts";
import { judgeBlocks, remainingFalls } from "./remaining.ts";
import { answered429 } from "./status-429.ts";
import { leastAfterTurn, walksOf } from "./steps.ts";
import { forEachHistory, seconds, worst } from "./verdicts.ts";

export { otherOrganization } from "./other-organization.ts";

/** Where one key's own reads are counted wrongly, nothing is said of who else shares the limit. */
function afterReads(judge: (history: History) => Verdict): SequenceLaw["judge"] {
  return (exchanges, context) => {
    const judgement = forEachHistory(judge)(exchanges, context);
    if (judgement.verdict !== "fail") return judgement;
    return remainingFalls.judge(exchanges, context).verdict === "fail" ? notApplicable : judgement;
  };
}

export const sharedByKeys: SequenceLaw = {
  isLimiter: true,
  id: "limit.shared-by-keys",
  clause: "limit.per-organization",
  claim: "Two keys of one organization share its limit",
  judge: afterReads((history) => {
    const keys = credentialsOf(history, "api-key");
    if (keys.length < 2) return notApplicable;
    const isOther: Belongs = (one, from) => one.kind === "api-key" && one.credential !== from.credential;
    return worst([
      judgeEmptiness(history, isOther, "the second key"),
      ...keys.map((key) =>
        judgeInterleaving(
          history,
          key,
          (one, from) => one.credential !== key && one.operation === from.operation,
          "the other key",
        ),
      ),
    ]);
  }),
};

/** Between two answers to one key at one endpoint others were served, and what they tell hardly fell. */
function judgeInterleaving(history: History, key: string, isOther: Belongs, what: string): Verdict {
  let isJudged = false;
  const walks = walksOf(history).filter(({ of }) => of.credential === key);
  for (const { from, to, told, between } of walks.flatMap(({ steps }) => steps)) {
    const others = between.filter(
      (one) => isSure(one) && isOther(one, from) && one.receivedAt <= to.sentAt && one.sentAt >= from.receivedAt,
    );
    if (others.length < 3 || !isAlone(history, from) || told.to >= leastAfterTurn(history, from, to)) continue;
    const least = others.length - freedBetween(history, from, to);
    if (least < 1) continue;
    isJudged = true;
    const fell = told.from - told.to;
    if (fell >= least) continue;
    return {
      verdict: "fail",
      expected: `a fall of at least ${Math.ceil(least)} over ${others.length} requests of ${what} in ${seconds(span(from, to))}`,
      actual: `from ${told.from} to ${told.to}`,
      exchanges: [from.index, ...others.map((one) => one.index), to.index],
    };
  }
  return isJudged ? holds : notApplicable;
}

const isWrite = (exchange: Exchange) => exchange.request.method !== "GET";

export const sharedByMethods: SequenceLaw = {
  isLimiter: true,
  id: "limit.shared-by-methods",
  clause: "limit.per-organization",
  claim: "Every method and endpoint counts against the organization's limit",
  judge: afterReads((history) => {
    const isOther: Belongs = (one, from) =>
      one.credential === from.credential && (isWrite(one) || one.operation !== from.operation);
    return worst([
      judgeEmptiness(history, isOther, "other methods and endpoints"),
      ...walksOf(history).map(({ of, steps }) =>
        isWrite(of) ? judgeBlocks(history, steps, "submissions") : notApplicable,
      ),
      ...credentialsOf(history, "api-key").map((key) =>
        judgeInterleaving(
          history,
          key,
          (one, from) => one.credential === key && one.operation !== from.operation,
          "other endpoints",
        ),
      ),
    ]);
  }),
};

/** A limiter that is wrong for keys too says nothing of sessions. */
const forKeys: readonly SequenceLaw[] = [remainingFalls, notEarly, refusedWhenExceeded, answered429, recovers];

export const sharedBySessions: SequenceLaw = {
  isLimiter: true,
  id: "limit.shared-by-sessions",
  clause: "limit.sessions",
  claim: "A session's requests count against its organization's limit",
  judge(exchanges, context) {
    const { rateLimit } = context;
    if (rateLimit === null) return notApplicable;
    const ofSessions = (history: History) => judgeEmptiness(history, (one) => one.kind === "session", "a session");
    const judgement = worst(historiesOf(exchanges, rateLimit).map(ofSessions));
    if (judgement.verdict !== "fail") return judgement;
    const isWrong = [...forKeys, sharedByKeys, sharedByMethods].some(
      (law) => law.judge(exchanges, context).verdict === "fail",
    );
    return isWrong ? notApplicable : judgement;
  },
};
