/** §7.2 and §8: 429 when, and only when, the organization's limit is exceeded; and service again after a minute. */
import { holds, notApplicable, type RateLimit, type SequenceJudgement, type SequenceLaw } from "../../check.ts";
import type { Exchange } from "../../exchange.ts";
import { remainingOf } from "../rate-limit-headers.ts";
import {
  credentialsOf,
  type History,
  historiesOf,
  isAlone,
  isLeftAlone,
  isRefused,
  isSure,
  isTurn,
  possiblyCountedBefore,
  refillIn,
  span,
  spentBefore,
  stepsOf,
  tellsAfterCounting,
} from "./history.ts";
import { blocksOf, seconds, worst } from "./remaining.ts";

function overHistories(
  judge: (history: History) => SequenceJudgement,
): (exchanges: readonly Exchange[], context: { readonly rateLimit: RateLimit | null }) => SequenceJudgement {
  return (exchanges, { rateLimit }) =>
    rateLimit === null ? notApplicable : worst(historiesOf(exchanges, rateLimit).map(judge));
}

/** The exchange just before, if it was the same key's, served, and had been answered. */
function servedJustBefore(history: History, refused: Exchange): Exchange | undefined {
  const before = history.exchanges[history.exchanges.indexOf(refused) - 1];
  if (before === undefined || before.credential !== refused.credential) return undefined;
  return isSure(before) && isAlone(history, before) && isAlone(history, refused) ? before : undefined;
}

function refusedTooEarly(history: History, refused: Exchange): string | undefined {
  const before = servedJustBefore(history, refused);
  const told = before === undefined ? undefined : remainingOf(before);
  const least = tellsAfterCounting(history) ? 1 : 2;
  if (told !== undefined && told >= least) return `429 to the request after the one that was told ${told} left`;
  const spent = spentBefore(history);
  if (spent === undefined) return undefined;
  const counted = possiblyCountedBefore(history, refused) + spent;
  return counted < history.limit ? `429 after ${counted} requests at most` : undefined;
}

/** Fewer requests than the limit, however generously counted, or some told to be left, and yet a refusal. */
export const notEarly: SequenceLaw = {
  isLimiter: true,
  id: "limit.not-early",
  clause: "error.429",
  claim: "429 does not come before the organization's limit is exceeded",
  judge: overHistories((history) => {
    const refusals = history.exchanges.filter((one) => isRefused(one) && one.kind === "api-key");
    for (const refused of refusals) {
      const why = refusedTooEarly(history, refused);
      if (why === undefined) continue;
      const before = servedJustBefore(history, refused);
      return {
        verdict: "fail",
        expected: `${history.limit} requests served in ${history.windowMs / 1000} s`,
        actual: why,
        exchanges: [...(before === undefined ? [] : [before.index]), refused.index],
      };
    }
    return refusals.length > 0 ? holds : notApplicable;
  }),
};

/** The times at which the window was seen to turn. */
function turnsOf(history: History): readonly Exchange[] {
  return credentialsOf(history, "api-key").flatMap((credential) =>
    stepsOf(history, credential)
      .filter((step) => isTurn(history, step))
      .map((step) => step.to),
  );
}

/** More served than any limiter of this limit serves. */
function servedTooMany(history: History): SequenceJudgement | undefined {
  const served = history.exchanges.filter(isSure);
  const turns = turnsOf(history);
  const tellsRemaining = served.every((one) => remainingOf(one) !== undefined);
  for (const [from, first] of served.entries()) {
    for (let to = from + history.limit; to < served.length; to += 1) {
      const last = served[to];
      if (last === undefined) break;
      const count = to - from + 1;
      const refill = refillIn(history, span(first, last));
      const hasTurned =
        !tellsRemaining || turns.some((turn) => turn.sentAt > first.sentAt && turn.sentAt <= last.sentAt);
      const most = (hasTurned ? 2 * history.limit : history.limit) + refill;
      if (count <= most || (hasTurned && span(first, last) >= history.windowMs)) continue;
      return {
        verdict: "fail",
        expected: `at most ${Math.floor(most)} requests served in ${seconds(span(first, last))}`,
        actual: `${count} served, X-RateLimit-Remaining: ${remainingOf(last) ?? "not told"}`,
        exchanges: [first.index, last.index],
      };
    }
  }
  return undefined;
}

/** A request served with nothing left, by a limiter that was seen not to refill. */
function servedAtZero(history: History): SequenceJudgement | undefined {
  for (const credential of credentialsOf(history, "api-key")) {
    const steps = stepsOf(history, credential);
    const refills = !blocksOf(steps, isSure).some(
      (block) => block.fell === block.requests && history.rate * (block.last.sentAt - block.first.receivedAt) > 1,
    );
    if (refills) continue;
    const step = steps.find(
      ({ from, to, told, between }) =>
        told.from <= 0 && told.to <= 0 && isSure(from) && isSure(to) && between.length === 0,
    );
    if (step === undefined) continue;
    return {
      verdict: "fail",
      expected: "429, once nothing was left",
      actual: `${step.to.status} after the request that was told ${step.told.from} left, in a window that does not refill`,
      exchanges: [step.from.index, step.to.index],
    };
  }
  return undefined;
}

export const refusedWhenExceeded: SequenceLaw = {
  isLimiter: true,
  id: "limit.refused-when-exceeded",
  clause: "limit.standard",
  claim: "No more requests are served than the limit allows",
  judge: overHistories((history) => {
    const finding = servedTooMany(history) ?? servedAtZero(history);
    if (finding !== undefined) return finding;
    return history.exchanges.some(isRefused) ? holds : notApplicable;
  }),
};

/** Once nothing is left, a read that was served before is refused: with 429 and not with another status. */
export const answered429: SequenceLaw = {
  isLimiter: true,
  id: "limit.answered-429",
  clause: "limit.exceeded",
  claim: "When the limit is exceeded, the response status is 429",
  judge: overHistories((history) => {
    const served = new Set<string>();
    const keyOf = (one: Exchange) => `${one.credential} ${one.request.url}`;
    let count = 0;
    let suspect: Exchange | undefined;
    for (const exchange of history.exchanges) {
      if (isSure(exchange)) {
        count += 1;
        suspect = undefined;
        if (exchange.request.method === "GET") served.add(keyOf(exchange));
        continue;
      }
      if (exchange.kind !== "api-key" || isRefused(exchange) || exchange.status < 400) continue;
      const isExceeded = count >= history.limit || (remainingOf(exchange) ?? 1) <= 0;
      if (exchange.request.method !== "GET" || !served.has(keyOf(exchange)) || !isExceeded) continue;
      if (suspect !== undefined) {
        return {
          verdict: "fail",
          expected: "429",
          actual: `${exchange.status}, again and again, once ${count} requests had been served`,
          exchanges: [suspect.index, exchange.index],
        };
      }
      suspect = exchange;
    }
    return history.exchanges.some((one) => isRefused(one) && one.kind === "api-key") ? holds : notApplicable;
  }),
};

/** §8, per minute: left alone for a whole window and a little more, it is served. */
export const recovers: SequenceLaw = {
  isLimiter: true,
  id: "limit.recovers",
  clause: "limit.per-minute",
  claim: "An organization that was refused is served again after a window left alone",
  judge: overHistories((history) => {
    let wasRefused = false;
    let isJudged = false;
    for (const [at, exchange] of history.exchanges.entries()) {
      const before = history.exchanges[at - 1];
      if (wasRefused && exchange.kind === "api-key" && before !== undefined && isLeftAlone(history, before, exchange)) {
        if (isRefused(exchange)) {
          return {
            verdict: "fail",
            expected: `a 2xx after ${seconds(exchange.sentAt - before.receivedAt)} without a request`,
            actual: "429",
            exchanges: [before.index, exchange.index],
          };
        }
        isJudged = isJudged || exchange.isSuccess;
      }
      if (isRefused(exchange)) wasRefused = true;
    }
    return isJudged ? holds : notApplicable;
  }),
};
