/**
 * Times of exchanges. A server counts a request at some moment between `sentAt` and `receivedAt`, which only the server
 * knows. So of an interval we know two numbers: the requests that may have been counted in it (in flight at some time:
 * `maxWithin`), and those that must have been (sent and answered inside: `minWithin`).
 */
import type { Exchange } from "../../model/exchange.ts";

/** The longest time, in ms, between the counting of two requests: from sending the first to receiving the last. */
export const spanMs = (first: Exchange, last: Exchange) => last.receivedAt - first.sentAt;

/** The time from sending `first` to receiving `last`. */
export interface Span {
  readonly first: Exchange;
  readonly last: Exchange;
}

/** Two exchanges of an organization, and all that were sent between them. */
export interface Interval extends Span {
  readonly between: readonly Exchange[];
}

/** The exchanges of `between` that were sent after the first was answered, and answered before the last was sent. */
export const answeredBetween = ({ first, last, between }: Interval) =>
  between.filter(({ sentAt, receivedAt }) => sentAt >= first.receivedAt && receivedAt <= last.sentAt);

/** `0.25 s`, or `4 ms` below 10 ms, for the sentences of verdicts. */
export const seconds = (ms: number) => (ms < 10 ? `${Number(ms.toPrecision(2))} ms` : `${(ms / 1000).toFixed(2)} s`);

/** A time in ms since the epoch. Of two exchanges at the same time, the one that was answered first comes first. */
export interface Moment {
  readonly time: number;
  readonly index: number;
}

export const sending = ({ sentAt, index }: Exchange): Moment => ({ time: sentAt, index });
export const receipt = ({ receivedAt, index }: Exchange): Moment => ({ time: receivedAt, index });
/** Before everything else that happens at `time`. */
export const startOf = (time: number): Moment => ({ time, index: Number.NEGATIVE_INFINITY });
/** After everything else that happens at `time`. */
export const endOf = (time: number): Moment => ({ time, index: Number.POSITIVE_INFINITY });

/**
 * How many requests an exchange stands for, at most: itself, and each redirect that was followed. One without a response may
 * have been sent twice: k6 repeats a GET whose connection is closed.
 */
export const requestsOf = ({ redirects = 0, status }: Exchange) => 1 + redirects + (status === 0 ? 1 : 0);

/** How many items come before the first for which `isBefore` is false. All items after that must be false, too. */
export const countBefore = <T>(items: readonly T[], isBefore: (item: T) => boolean): number =>
  firstAfter(items.length, (at) => {
    const item = items[at];
    return item !== undefined && isBefore(item);
  });

/** The first position from 0 to `length` for which `isBefore` is false. */
function firstAfter(length: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const order = (a: Moment, b: Moment) => a.time - b.time || orderOfIndexes(a.index, b.index);

/** Compares the indexes and does not subtract them: both may be infinite. */
const orderOfIndexes = (a: number, b: number) => Number(a > b) - Number(a < b);

/** The first call of a method sorts the exchanges; each further call takes two binary searches. */
export class Timeline {
  readonly #sentUpTo: CountUpTo;
  readonly #receivedUpTo: CountUpTo;

  /** `countOf`: how many requests an exchange stands for. */
  constructor(exchanges: readonly Exchange[], countOf = requestsOf) {
    this.#sentUpTo = countUpTo(exchanges, sending, countOf);
    this.#receivedUpTo = countUpTo(exchanges, receipt, countOf);
  }

  /** Requests that were in flight at some moment from `from` to `to`, both included. */
  maxWithin(from: Moment, to: Moment): number {
    if (order(from, to) > 0) return 0;
    return this.#sentUpTo(to) - this.#receivedUpTo(from, false);
  }

  /** At least this many requests were sent after `from` and answered by `to`. */
  minWithin(from: Moment, to: Moment): number {
    return Math.max(0, this.#receivedUpTo(to) - this.#sentUpTo(from));
  }
}

/** Gives how many requests there were up to a moment; those at the moment itself count, too, unless `isIncluded` is false. */
type CountUpTo = (moment: Moment, isIncluded?: boolean) => number;

function countUpTo(
  exchanges: readonly Exchange[],
  momentOf: (exchange: Exchange) => Moment,
  countOf: (exchange: Exchange) => number,
): CountUpTo {
  let sorted: Sorted | undefined;
  return ({ time, index }, isIncluded = true) => {
    sorted ??= sortedBy(momentOf, exchanges, countOf);
    const { times, indexes, totals } = sorted;
    const isBefore = (at: number) => {
      const difference = (times[at] ?? 0) - time || orderOfIndexes(indexes[at] ?? 0, index);
      return difference < 0 || (isIncluded && difference === 0);
    };
    return totals[firstAfter(times.length, isBefore)] ?? 0;
  };
}

/** Numbers only, since there may be a million exchanges. */
interface Sorted {
  readonly times: Float64Array;
  readonly indexes: Float64Array;
  /** How many requests there are before each position. */
  readonly totals: Float64Array;
}

function sortedBy(
  momentOf: (exchange: Exchange) => Moment,
  exchanges: readonly Exchange[],
  countOf: (exchange: Exchange) => number,
): Sorted {
  const counted = exchanges.map((exchange) => {
    const { time, index } = momentOf(exchange);
    return { time, index, requests: countOf(exchange) };
  });
  const ordered = counted.sort(order);
  const times = Float64Array.from(ordered, ({ time }) => time);
  const indexes = Float64Array.from(ordered, ({ index }) => index);
  const totals = new Float64Array(ordered.length + 1);
  for (const [at, { requests }] of ordered.entries()) totals[at + 1] = (totals[at] ?? 0) + requests;
  return { times, indexes, totals };
}
