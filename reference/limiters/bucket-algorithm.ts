import type { Hit, LimitAlgorithm } from "./algorithm.ts";

/** The time of a request, and its limit. */
export interface Moment {
  readonly now: number;
  readonly limit: number;
  readonly windowMs: number;
}

/** The base of all algorithms: it keeps a state for each bucket, and admits a request if at least one remains. */
export abstract class BucketAlgorithm<State> implements LimitAlgorithm {
  readonly #states = new Map<string, State>();
  /** Whether a rejected request counts, too. */
  protected readonly countsRejected: boolean = false;

  hit(bucket: string, now: number, limit: number, windowMs: number): Hit {
    const moment = { now, limit, windowMs };
    const before = this.advance(this.#states.get(bucket), moment);
    const { admitted } = this.#hitOf(before, moment);
    const after = admitted || this.countsRejected ? this.add(before, moment) : before;
    this.#states.set(bucket, after);
    return { ...this.#hitOf(after, moment), admitted };
  }

  peek(bucket: string, now: number, limit: number, windowMs: number): Hit {
    const moment = { now, limit, windowMs };
    return this.#hitOf(this.advance(this.#states.get(bucket), moment), moment);
  }

  decrement(bucket: string): void {
    const state = this.#states.get(bucket);
    if (state !== undefined) this.#states.set(bucket, this.remove(state));
  }

  #hitOf(state: State, moment: Moment): Hit {
    const { remaining, resetAt } = this.look(state, moment);
    return { limit: moment.limit, admitted: remaining >= 1, remaining: Math.max(0, remaining), resetAt };
  }

  /** The state at the moment, before the request is counted. `known` is undefined for a bucket without requests. */
  protected abstract advance(known: State | undefined, moment: Moment): State;
  /** The number of requests that remain, a whole number, and the time when more will remain. */
  protected abstract look(state: State, moment: Moment): Pick<Hit, "remaining" | "resetAt">;
  /** The state after one more request. */
  protected abstract add(state: State, moment: Moment): State;
  /** The state without its last request. */
  protected abstract remove(state: State): State;
}
