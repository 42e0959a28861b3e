/** An X-RateLimit-Remaining that is not up to date: a 429 seems to come too early, though the whole limit has been used. */
import type { History } from "../../laws/limiter/history.ts";
import { notEarly, wholeLimitServed } from "../../laws/limiter/not-early.ts";
import { remainingFalls } from "../../laws/limiter/remaining-falls.ts";
import { isCertainlyCounted } from "../../laws/limiter/single-exchange.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { RateLimits } from "../../model/rate-limit.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";

/**
 * For a group of failures: the id of the failed check that found the header wrong; undefined unless all are 429s that only the header
 * makes too early.
 */
export function staleRemainingBehind(
  all: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
  rateLimits: RateLimits | null,
): (group: readonly DiagnosedFailure[]) => string | undefined {
  const source = all.find(({ sequenceLaw, proof }) => sequenceLaw === remainingFalls && fallsByWrongNumber(proof));
  if (source === undefined) return () => undefined;
  const { histories } = new Sequence(exchanges, rateLimits);
  const follows = ({ sequenceLaw, proof: [served, rejected] }: DiagnosedFailure) =>
    (sequenceLaw === notEarly || sequenceLaw === wholeLimitServed) &&
    served?.isSuccess === true &&
    rejected !== undefined &&
    histories.some((history) => isUsedUp(history, rejected));
  return (group) => (group.every(follows) ? source.result.id : undefined);
}

/** The header falls too far or too little. (If it rises too often instead, the window may be another than declared.) */
function fallsByWrongNumber(proof: readonly Exchange[]): boolean {
  const [first, last, ...others] = proof.map(remainingOf);
  return others.length === 0 && first !== undefined && last !== undefined && first >= last;
}

/** In the window before the 429, at least as many requests as the limit allows were certainly counted. */
const isUsedUp = ({ exchanges, limit, windowMs }: History, rejected: Exchange) =>
  exchanges.includes(rejected) &&
  exchanges.filter(
    (each) =>
      isCertainlyCounted(each) && each.receivedAt <= rejected.receivedAt && each.sentAt > rejected.sentAt - windowMs,
  ).length >= limit;
