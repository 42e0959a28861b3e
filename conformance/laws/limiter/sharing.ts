/** §8: the limit is per organization. Its keys, its methods and its sessions share one bucket; another organization has its own. */
import { holds, notApplicable, type SequenceJudgement, type SequenceLaw } from "../../check.ts";
import type { Exchange } from "../../exchange.ts";
import { remainingOf } from "../rate-limit-headers.ts";
import {
  credentialsOf,
  expiredBetween,
  freedBetween,
  type History,
  historiesOf,
  isAdmitted,
  isRefused,
  isSure,
  possiblyCountedBefore,
  refillIn,
  span,
  spentBefore,
  stepsOf,
} from "./history.ts";
import { blocksOf, fellTooLittle, isTelling, leastFall, worst } from "./remaining.ts";

/** A key's refusal, what was sent then, and its next refusal: in between, its bucket was empty. */
interface Emptiness {
  readonly from: Exchange;
  readonly to: Exchange;
  readonly between: readonly Exchange[];
}

function emptinesses(history: History): readonly Emptiness[] {
  return credentialsOf(history, "api-key").flatMap((credential) => {
    const refusals = history.exchanges.flatMap((one, at) =>
      isRefused(one) && one.credential === credential && one.request.method === "GET" ? [{ one, at }] : [],
    );
    return refusals.slice(1).flatMap(({ one, at }, where) => {
      const from = refusals[where];
      if (from === undefined || span(from.one, one) >= history.windowMs) return [];
      return [{ from: from.one, to: one, between: history.exchanges.slice(from.at + 1, at) }];
    });
  });
}

type Belongs = (exchange: Exchange, reference: Exchange) => boolean;

/** While the key was refused before and after, more of another class was served than can have come free. */
function judgeEmptiness(history: History, belongs: Belongs, what: string): SequenceJudgement {
  let isJudged = false;
  for (const { from, to, between } of emptinesses(history)) {
    const ours = between.filter((one) => belongs(one, from));
    const most = 1 + refillIn(history, span(from, to)) + expiredBetween(history, from, to);
    const ownServed = between.filter(
      (one) => one.credential === from.credential && !belongs(one, from) && isAdmitted(one),
    );
    if (ours.length === 0 || ownServed.length > most) continue;
    const served = ours.filter(isAdmitted);
    if (served.length > most) {
      const [shown] = served;
      return {
        verdict: "fail",
        expected: `429 for ${what}, once the organization's ${history.limit} requests were used`,
        actual: `${served.length} of ${ours.length} served, X-RateLimit-Remaining: ${(shown && remainingOf(shown)) ?? "not told"}`,
        exchanges: [from.index, ...served.map((one) => one.index), to.index],
      };
    }
    if (ours.some(isRefused)) isJudged = true;
  }
  return isJudged ? holds : notApplicable;
}

/** Between two answers to one key another key was served `m` times, and the first key's remaining hardly fell. */
function judgeInterleaving(history: History, credential: string): SequenceJudgement {
  let isJudged = false;
  for (const step of stepsOf(history, credential)) {
    const others = step.between.filter((one) => isSure(one) && one.credential !== credential);
    const freed = freedBetween(history, step.from, step.to);
    const least = others.length - freed - 1;
    if (others.length < 3 || least < 1 || step.told.to > step.told.from) continue;
    isJudged = true;
    const fell = step.told.from - step.told.to;
    if (fell < least) {
      return {
        verdict: "fail",
        expected: `a fall of at least ${Math.ceil(least)} for the first key over ${others.length} requests of the other`,
        actual: `from ${step.told.from} to ${step.told.to}`,
        exchanges: [step.from.index, ...others.map((one) => one.index), step.to.index],
      };
    }
  }
  return isJudged ? holds : notApplicable;
}

function forEachHistory(judge: (history: History) => readonly SequenceJudgement[]): SequenceLaw["judge"] {
  return (exchanges, { rateLimit }) =>
    rateLimit === null ? notApplicable : worst(historiesOf(exchanges, rateLimit).flatMap(judge));
}

export const sharedByKeys: SequenceLaw = {
  isLimiter: true,
  id: "limit.shared-by-keys",
  clause: "limit.per-organization",
  claim: "Two keys of one organization share its limit",
  judge: forEachHistory((history) => {
    const isOther: Belongs = (one, from) => one.kind === "api-key" && one.credential !== from.credential;
    const keys = credentialsOf(history, "api-key");
    if (keys.length < 2) return [notApplicable];
    return [judgeEmptiness(history, isOther, "the second key"), ...keys.map((key) => judgeInterleaving(history, key))];
  }),
};

const isWrite = (exchange: Exchange) => exchange.request.method !== "GET";

export const sharedByMethods: SequenceLaw = {
  isLimiter: true,
  id: "limit.shared-by-methods",
  clause: "limit.per-organization",
  claim: "Every method counts against the organization's limit",
  judge: forEachHistory((history) => {
    const isOther: Belongs = (one, from) => isWrite(one) && one.credential === from.credential;
    const blocks = credentialsOf(history, "api-key").flatMap((credential) =>
      blocksOf(stepsOf(history, credential), (one) => isSure(one) && isWrite(one)).filter((one) =>
        isTelling(history, one),
      ),
    );
    const fallen = blocks.map((block) =>
      block.fell < leastFall(history, block) ? fellTooLittle(history, block, "submissions") : holds,
    );
    return [judgeEmptiness(history, isOther, "a submission"), ...fallen];
  }),
};

export const sharedBySessions: SequenceLaw = {
  isLimiter: true,
  id: "limit.shared-by-sessions",
  clause: "limit.sessions",
  claim: "A session's requests count against its organization's limit",
  judge: forEachHistory((history) => [judgeEmptiness(history, (one) => one.kind === "session", "a session")]),
};

/** One organization is empty; another, with something left by its own account, is served; and its remaining is its own. */
export const otherOrganization: SequenceLaw = {
  isLimiter: true,
  id: "limit.other-organization",
  clause: "limit.per-organization",
  claim: "What one organization uses is not taken from another",
  judge(exchanges, { rateLimit }) {
    if (rateLimit === null) return notApplicable;
    const histories = historiesOf(exchanges, rateLimit);
    const verdicts = histories.flatMap((history) => {
      const elsewhere = exchanges.filter(
        (one) => one.organization !== undefined && one.organization !== history.organization && isSure(one),
      );
      return [judgeRefusals(history, elsewhere), judgeFalls(history, elsewhere)];
    });
    return worst(verdicts);
  },
};

function judgeRefusals(history: History, elsewhere: readonly Exchange[]): SequenceJudgement {
  const spent = spentBefore(history);
  if (spent === undefined) return notApplicable;
  for (const refused of history.exchanges.filter((one) => isRefused(one) && one.kind === "api-key")) {
    const own = possiblyCountedBefore(history, refused) + spent;
    const from = refused.sentAt - 2 * history.windowMs;
    const others = elsewhere.filter((one) => one.sentAt >= from && one.sentAt < refused.receivedAt);
    if (own >= history.limit || own + others.length < history.limit) continue;
    return {
      verdict: "fail",
      expected: `service for an organization that had sent ${own} requests`,
      actual: `429, after ${others.length} requests of others`,
      exchanges: [refused.index],
    };
  }
  return notApplicable;
}

function judgeFalls(history: History, elsewhere: readonly Exchange[]): SequenceJudgement {
  let isJudged = false;
  for (const credential of credentialsOf(history, "api-key")) {
    for (const step of stepsOf(history, credential)) {
      const others = elsewhere.filter((one) => one.receivedAt >= step.from.sentAt && one.sentAt <= step.to.receivedAt);
      const counted = step.between.length + 1;
      if (others.length < 3) continue;
      if (step.told.from - step.told.to > counted) {
        return {
          verdict: "fail",
          expected: `a fall of at most ${counted}, for its own requests`,
          actual: `from ${step.told.from} to ${step.told.to}, over ${others.length} requests of another organization`,
          exchanges: [step.from.index, step.to.index],
        };
      }
      isJudged = true;
    }
  }
  return isJudged ? holds : notApplicable;
}
