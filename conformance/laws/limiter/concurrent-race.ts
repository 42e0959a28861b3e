/** Concurrent requests that pass an exceeded limit together (§8): a race in the limiter, and no limit of their own. */
import { type Exchange, overlap } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import type { Judged } from "../../model/verdict.ts";
import { sharedBySessions } from "./shared-limit.ts";

/**
 * Whether all of `served` were in flight together, with nothing left, while the same request was answered 429 at another time of the
 * run. With a limit of their own, requests one after the other would be served, too.
 */
export function isRace(served: readonly Exchange[], exchanges: readonly Exchange[]): boolean {
  const isConcurrent = (one: Exchange) => served.every((other) => overlap(one, other));
  const isRejected = ({ credential, operation }: Exchange) =>
    exchanges.some((each) => each.status === 429 && each.credential === credential && each.operation === operation);
  return served.length > 1 && served.every((each) => remainingOf(each) === 0 && isConcurrent(each) && isRejected(each));
}

/** A sentence if a session's requests seem not to count (`limit.shared-by-sessions`) because of a race. */
export function raceDoubts(judged: readonly Judged[], exchanges: readonly Exchange[]): readonly string[] {
  const found = judged.find(({ check }) => check.id === sharedBySessions.id)?.verdict;
  if (found?.verdict !== "fail") return [];
  const proof = new Set(found.exchanges);
  const served = exchanges.filter((each) => proof.has(each.index) && each.isSuccess);
  if (!isRace(served, exchanges)) return [];
  return [
    `${served.length} requests of a session that were sent at the same time passed the exceeded limit, and others like them were answered 429: ${raceQuestion}`,
  ];
}

export const raceQuestion = "does the limiter check the limit in one step and count in another?";
