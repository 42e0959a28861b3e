/** The budgets of a run: one for each organization, and one for requests without valid credentials. */
import type { Clock } from "../../clock.ts";
import type { RateLimit } from "../model/check.ts";
import { isAuthenticated } from "../model/exchange.ts";
import { Budget, type Flight } from "./budget.ts";
import type { Caller } from "./caller.ts";

/** A request in flight, and a budget that it counts against. */
export interface Spent {
  readonly budget: Budget;
  readonly flight: Flight;
}

export class Budgets {
  spentTotal = 0;
  readonly #rateLimit: RateLimit | null;
  readonly #clock: Clock;
  readonly #byName = new Map<string, Budget>();

  constructor(rateLimit: RateLimit | null, clock: Clock) {
    this.#rateLimit = rateLimit;
    this.#clock = clock;
  }

  /** Takes one request from each budget of the caller. */
  spend(caller: Caller): readonly Spent[] {
    this.spentTotal += 1;
    return namesOf(caller).map((name) => {
      const budget = this.#named(name, caller);
      return { budget, flight: budget.spend() };
    });
  }

  /** The caller's budget that has no room for longest, and for how many milliseconds; 0: all have room. */
  longestWait(caller: Caller): { readonly name: string; readonly ms: number } {
    const waits = namesOf(caller).map((name) => ({ name, ms: this.#named(name, caller).waitMs() }));
    return waits.reduce((longest, wait) => (wait.ms > longest.ms ? wait : longest), { name: "", ms: 0 });
  }

  #named(name: string, { credential }: Caller): Budget {
    const isReported = name !== "";
    const isOwn = isReported && this.#rateLimit !== null;
    const rateLimit = (isOwn ? credential?.rateLimit : undefined) ?? this.#rateLimit;
    const budget = this.#byName.get(name) ?? new Budget(rateLimit, this.#clock, { isReported });
    this.#byName.set(name, budget);
    return budget;
  }
}

/**
 * Requests without valid credentials (`""`) may be counted by address, and those with an expired key also by its
 * organization. A credential whose organization is not known has a budget of its own.
 */
function namesOf(caller: Caller): readonly string[] {
  if (isAuthenticated(caller)) return [caller.organization ?? `credential ${caller.label}`];
  return caller.organization === undefined ? [""] : [caller.organization, ""];
}
