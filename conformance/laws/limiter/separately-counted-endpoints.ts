/**
 * §8: the limit is per organization, so all endpoints count down together.
 *
 * Example, 100 in 60 s: the responses to one credential report 60, 99, 58, 98, 56, and 99 and 98 are those of invitations. One count
 * explains 60, 58 and 56, and no count of the same requests explains 99 and 98: invitations have a count of their own.
 */
import type { OperationId } from "../../../spec/contract.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { groupBy } from "../../model/group-by.ts";
import { limitOf, remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, notApplicable, type Verdict } from "../../model/verdict.ts";
import { type History, hasNoConcurrent } from "./history.ts";
import { fallOf, maxFall, type RemainingChange } from "./remaining-steps.ts";
import { is429, isServed } from "./single-exchange.ts";
import { countBefore, receipt, sending } from "./timeline.ts";
import { isOtherMethod } from "./uncounted-endpoints.ts";
import { maxFurtherCost } from "./use-before-run.ts";

/** A single value may be somebody else's, such as a gateway's. */
const minOfOtherCount = 2;

/** One count explains at least this share of the other endpoints' values. If not, it is not about endpoints: instances may count separately. */
const minShareOfOthers = 0.9;

/** A response between two of the same credential to other endpoints, which one count explains. */
interface Placed {
  readonly exchange: Exchange;
  /** From it to the next one to another endpoint. */
  readonly after: RemainingChange;
  /** No count of the requests that were sent explains this value between the other two. */
  readonly isOfOtherCount: boolean;
}

/** The responses to one credential within the limit. */
interface OfCredential {
  readonly history: History;
  readonly exchanges: readonly Exchange[];
}

/**
 * Fails if endpoints count by themselves. A session's requests may count against its user (implied), so an endpoint that only sessions show to
 * count by itself is for `sessions`, but not where their requests with another method at the same path count with all others.
 */
export function separatelyCountedEndpoints(histories: readonly History[], rule: "methods" | "sessions"): Verdict {
  const all = histories.flatMap((history) =>
    groupBy(
      history.exchanges.filter((each) => isQuiet(history, each)),
      ({ credential }) => credential,
    ).map((exchanges) => ({ history, exchanges })),
  );
  const ofKeys = all.filter(({ exchanges }) => exchanges[0]?.kind === "api-key");
  const ofSessions = all.filter((each) => !ofKeys.includes(each));
  const separateForKeys = separateIn(ofKeys);
  const separate = separateForKeys.size > 0 ? separateForKeys : separateIn(ofSessions);
  const [shown] = [...separate.values()];
  if (shown === undefined) return notApplicable;
  const isOtherMethodCounted = ofSessions
    .flatMap(({ exchanges }) => exchanges)
    .some((each) => each.operation && !separate.has(each.operation) && isOtherMethod(each, shown.exchange));
  const isOfSessions = separateForKeys.size === 0 && !isOtherMethodCounted;
  if (isOfSessions !== (rule === "sessions")) return notApplicable;
  const { first, last, remaining } = shown.after;
  return fails({
    expected: `X-RateLimit-Remaining to count down with the other endpoints, in responses to ${[...separate.keys()].join(", ")}${isOfSessions ? ` with ${first.credential}` : ""}`,
    actual: `they report another count: ${remaining.first}, where the next response, of another endpoint, reports ${remaining.last}`,
    exchanges: [first.index, last.index],
  });
}

/** The operations that count by themselves, each with a response that shows it. Several may share another count. */
function separateIn(all: readonly OfCredential[]): ReadonlyMap<OperationId, Placed> {
  if (!all.some(hasFallOfOtherCount)) return new Map();
  const operations = [
    ...new Set(all.flatMap(({ exchanges }) => exchanges.flatMap(({ operation }) => operation ?? []))),
  ];
  const candidates = [
    ...operations.map((operation) => [operation]),
    ...operations.flatMap((first, at) => operations.slice(at + 1).map((second) => [first, second])),
  ];
  for (const candidate of candidates) {
    const shown = candidate.flatMap((operation) => {
      const placed = shownOfOtherCount(all, operation, candidate);
      return placed === undefined ? [] : [[operation, placed] as const];
    });
    if (shown.length === candidate.length) return new Map(shown);
  }
  return new Map();
}

/**
 * Whether the value falls too far from one response to the next, as it does if the first of the two is of another count. If it never does, all
 * endpoints count together.
 */
const hasFallOfOtherCount = ({ history, exchanges }: OfCredential) =>
  exchanges.slice(1).some((last, at) => {
    const change = changeFrom(exchanges[at] ?? last, last);
    return fallOf(change) > maxFallOfAll(history, change);
  });

/** A response to the operation that is separate from those to all but the candidates, if most are. */
function shownOfOtherCount(all: readonly OfCredential[], operation: OperationId, candidates: readonly OperationId[]) {
  const placed = all.flatMap((each) => placedIn(each, operation, candidates));
  const separate = placed.filter(({ isOfOtherCount }) => isOfOtherCount);
  const isMostlyOfOtherCount = separate.length >= minOfOtherCount && separate.length >= placed.length / 2;
  return isMostlyOfOtherCount ? separate.find(({ exchange }) => isServed(exchange)) : undefined;
}

/** Answered by the server itself within the limit, and no other request of the organization was in flight. */
const isQuiet = (history: History, exchange: Exchange) =>
  isAuthenticated(exchange) &&
  exchange.operation !== undefined &&
  !is429(exchange) &&
  (limitOf(exchange) ?? history.limit) === history.limit &&
  remainingOf(exchange) !== undefined &&
  hasNoConcurrent(history, exchange);

/** The credential's responses to the operation. None if one count does not explain those to all but the candidates. */
function placedIn({ history, exchanges }: OfCredential, operation: OperationId, candidates: readonly OperationId[]) {
  const others = exchanges.filter(
    (each) => each.operation !== undefined && !candidates.includes(each.operation) && isServed(each),
  );
  const changes = others.slice(1).map((last, at) => changeFrom(others[at] ?? last, last));
  const isOneCount = (change: RemainingChange) => fallOf(change) >= 0 && fallOf(change) <= maxFall(history, change);
  if (changes.filter(isOneCount).length < changes.length * minShareOfOthers) return [];
  return exchanges.flatMap((exchange): readonly Placed[] => {
    if (exchange.operation !== operation) return [];
    const around = changes[countBefore(changes, ({ last }) => last.sentAt < exchange.receivedAt)];
    if (around === undefined || around.first.receivedAt > exchange.sentAt || !isOneCount(around)) return [];
    const after = changeFrom(exchange, around.last);
    const isOfOtherCount = [changeFrom(around.first, exchange), after].some(
      (change) => fallOf(change) > maxFallOfAll(history, change) + maxFurtherCost,
    );
    return [{ exchange, after, isOfOtherCount }];
  });
}

/** Where organizations share a count, each also counts what others send. */
const maxFallOfAll = (history: History, change: RemainingChange) =>
  maxFall(history, change) + history.otherOrganizations.maxWithin(sending(change.first), receipt(change.last));

const changeFrom = (first: Exchange, last: Exchange): RemainingChange => ({
  first,
  last,
  remaining: { first: remainingOf(first) ?? 0, last: remainingOf(last) ?? 0 },
});
