/** Organizations that share a count, which is reset unseen by one while another uses it: no key or endpoint need have a limit of its own. */
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { limitOf, remainingOf } from "../../model/rate-limit-headers.ts";

/**
 * Whether the responses to several organizations, from the first to the last of `proof`, count down together: 60, 59 to one, 58 to
 * another, and after a reset 99, 98. Two counts, and a request that does not count, would repeat a number, or leave many out.
 */
export function isOneCount(proof: readonly Exchange[], exchanges: readonly Exchange[]): boolean {
  const times = proof.map(({ receivedAt }) => receivedAt);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const within = exchanges
    .filter((each) => isAuthenticated(each) && each.receivedAt >= from && each.receivedAt <= to)
    .toSorted((a, b) => a.receivedAt - b.receivedAt);
  const countdown = new Countdown();
  return (
    new Set(within.map(({ organization }) => organization)).size > 1 &&
    within.every((each) => countdown.continuesWith(each.status === 429 ? 0 : remainingOf(each), limitOf(each))) &&
    countdown.isWhole
  );
}

/** So many requests may be in flight at the same time, and so be answered in another order than they are counted. */
const maxInFlight = 10;

/** What is reported from one reset to the next. */
class Countdown {
  #values = new Set<number>();
  #min = Number.NEGATIVE_INFINITY;
  #max = 0;

  /** Hardly a number is left out: only those of responses that came before the first or after the last. */
  get isWhole(): boolean {
    return this.#values.size >= 0.9 * (this.#max - this.#min);
  }

  /** Adds a value. A rise begins a new countdown near the limit, if the one before is whole. */
  continuesWith(value: number | undefined, limit: number | undefined): boolean {
    if (value === undefined || limit === undefined) return false;
    const isFirst = this.#values.size === 0;
    if (isFirst || value > this.#min + maxInFlight) {
      if (!isFirst && (value < limit - maxInFlight || !this.isWhole)) return false;
      this.#values = new Set();
      this.#min = value;
      this.#max = value;
    }
    const isRepeated = value > 0 && this.#values.has(value);
    this.#values.add(value);
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    return !isRepeated;
  }
}
