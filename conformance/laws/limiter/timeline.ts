/** How many of some exchanges may lie within a stretch of time. */
import type { Exchange } from "../../model/exchange.ts";

/** A time in milliseconds since the epoch. Where two are the same, the exchange that was answered first came first. */
export interface Moment {
  readonly time: number;
  readonly index: number;
}

export const sending = ({ sentAt, index }: Exchange): Moment => ({ time: sentAt, index });
export const receipt = ({ receivedAt, index }: Exchange): Moment => ({ time: receivedAt, index });
/** Before all else that happens at `time`. */
export const startOf = (time: number): Moment => ({ time, index: Number.NEGATIVE_INFINITY });
/** After all else that happens at `time`. */
export const endOf = (time: number): Moment => ({ time, index: Number.POSITIVE_INFINITY });

const order = (a: Moment, b: Moment) => a.time - b.time || (a.index === b.index ? 0 : a.index < b.index ? -1 : 1);

/** Counted once when it is made; each question is then a binary search. */
export class Timeline {
  readonly #sent: Ends;
  readonly #received: Ends;

  constructor(exchanges: readonly Exchange[]) {
    this.#sent = new Ends(exchanges, sending);
    this.#received = new Ends(exchanges, receipt);
  }

  /** Requests that were under way at some moment from `from` to `to`, both included. */
  within(from: Moment, to: Moment): number {
    return order(from, to) > 0 ? 0 : this.#sent.upTo(to, true) - this.#received.upTo(from, false);
  }
}

/** When exchanges began, or ended. */
class Ends {
  readonly #moments: readonly Moment[];
  /** At each place, how many requests stand before it: redirects were requests too. */
  readonly #before: readonly number[];

  constructor(exchanges: readonly Exchange[], momentOf: (exchange: Exchange) => Moment) {
    const ordered = exchanges
      .map((one) => ({ moment: momentOf(one), requests: 1 + (one.redirects ?? 0) }))
      .sort((a, b) => order(a.moment, b.moment));
    const before = [0];
    for (const { requests } of ordered) before.push((before.at(-1) ?? 0) + requests);
    this.#moments = ordered.map(({ moment }) => moment);
    this.#before = before;
  }

  /** How many requests began, or ended, before `moment`; at it too where it is included. */
  upTo(moment: Moment, isIncluded: boolean): number {
    let low = 0;
    let high = this.#moments.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = this.#moments[middle] ?? moment;
      const isPast = isIncluded ? order(at, moment) > 0 : order(at, moment) >= 0;
      if (isPast) high = middle;
      else low = middle + 1;
    }
    return this.#before[low] ?? 0;
  }
}
