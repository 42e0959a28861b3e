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
import { type Fail, fails } from "../../model/verdict.ts";
import { type History, hasNoConcurrent, maxFurtherCost } from "./history.ts";
import { fallOf, maxFall, type RemainingChange } from "./remaining-steps.ts";
import { is429, isServed } from "./single-exchange.ts";

/** A single value may be somebody else's, such as a gateway's. */
const minApart = 2;

/** One count explains at least this share of the other endpoints' values. If not, it is not about one endpoint: instances may count separately. */
const minShareOfOthers = 0.9;

/** A response between two of the same credential to other endpoints, which one count explains. */
interface Placed {
  readonly exchange: Exchange;
  /** From it to the next one to another endpoint. */
  readonly after: RemainingChange;
  /** No count of the requests that were sent explains this value between the other two. */
  readonly isApart: boolean;
}

export function endpointsCountedApart(histories: readonly History[]): Fail | undefined {
  const ofCredentials = histories.flatMap((history) =>
    groupBy(
      history.exchanges.filter((each) => isQuiet(history, each)),
      ({ credential }) => credential,
    ).map((exchanges) => ({ history, exchanges })),
  );
  const operations = new Set(
    histories.flatMap(({ exchanges }) => exchanges.flatMap(({ operation }) => operation ?? [])),
  );
  const found = [...operations].flatMap((operation) => {
    const placed = ofCredentials.flatMap(({ history, exchanges }) => placedIn(history, exchanges, operation));
    const apart = placed.filter(({ isApart }) => isApart);
    const [shown] = apart.filter(({ exchange }) => isServed(exchange));
    const isMostlyApart = apart.length >= minApart && apart.length >= placed.length / 2;
    return shown !== undefined && isMostlyApart ? [{ operation, shown }] : [];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const { after } = first.shown;
  return fails({
    expected: `X-RateLimit-Remaining to count down with the other endpoints, in responses to ${found.map(({ operation }) => operation).join(", ")}`,
    actual: `another count, such as ${after.remaining.first} before the next endpoint's ${after.remaining.last}`,
    exchanges: [after.first.index, after.last.index],
  });
}

/** Answered by the server itself within the limit, and no other request of the organization was in flight. */
const isQuiet = (history: History, exchange: Exchange) =>
  isAuthenticated(exchange) &&
  exchange.operation !== undefined &&
  !is429(exchange) &&
  (limitOf(exchange) ?? history.limit) === history.limit &&
  remainingOf(exchange) !== undefined &&
  hasNoConcurrent(history, exchange);

/** The credential's responses to the operation. None if one count does not explain those to its other operations. */
function placedIn(history: History, exchanges: readonly Exchange[], operation: OperationId): readonly Placed[] {
  const others = exchanges.filter((each) => each.operation !== operation && isServed(each));
  const changes = others.slice(1).map((last, at) => changeFrom(others[at] ?? last, last));
  const isOneCount = (change: RemainingChange) => fallOf(change) >= 0 && fallOf(change) <= maxFall(history, change);
  if (changes.filter(isOneCount).length < changes.length * minShareOfOthers) return [];
  return exchanges.flatMap((exchange) => {
    const around = changes.find(
      ({ first, last }) => first.receivedAt <= exchange.sentAt && last.sentAt >= exchange.receivedAt,
    );
    if (exchange.operation !== operation || around === undefined || !isOneCount(around)) return [];
    const after = changeFrom(exchange, around.last);
    const isApart = [changeFrom(around.first, exchange), after].some(
      (change) => fallOf(change) > maxFall(history, change) + maxFurtherCost,
    );
    return [{ exchange, after, isApart }];
  });
}

const changeFrom = (first: Exchange, last: Exchange): RemainingChange => ({
  first,
  last,
  remaining: { first: remainingOf(first) ?? 0, last: remainingOf(last) ?? 0 },
});
