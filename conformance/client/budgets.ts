/** The budgets of a run: one for each organization, and one for requests without valid credentials. */
import type { Clock } from "../../clock.ts";
import { type Exchange, isAuthenticated } from "../model/exchange.ts";
import { limitOf, remainingOf } from "../model/rate-limit-headers.ts";
import type { Target } from "../target-file/target.ts";
import { Budget, type Flight } from "./budget.ts";
import type { Caller } from "./caller.ts";

/** A request in flight, and a budget that it counts against. */
export interface Spent {
  readonly budget: Budget;
  readonly flight: Flight;
}

export class Budgets {
  spentTotal = 0;
  readonly #target: Pick<Target, "rateLimit" | "isTierAssumed">;
  readonly #clock: Clock;
  readonly #byName = new Map<string, Budget>();

  constructor(target: Pick<Target, "rateLimit" | "isTierAssumed">, clock: Clock) {
    this.#target = target;
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

  /** Updates the budgets from which the request was taken by its response. Each redirect that was followed was a request of its own. */
  settle(caller: Caller, spent: readonly Spent[], exchange: Exchange): void {
    for (let followed = 0; followed < (exchange.redirects ?? 0); followed += 1) {
      for (const { budget, flight } of this.spend(caller)) budget.settle(flight, undefined);
    }
    // What is shown to a caller without a valid credential need not be the organization's.
    const remaining = isAuthenticated(caller) ? remainingOf(exchange) : undefined;
    // The target file need not declare another tier than Standard.
    const limit = this.#target.isTierAssumed ? limitOf(exchange) : undefined;
    for (const { budget, flight } of spent) {
      if (exchange.status === 429) budget.exhaust(flight);
      else budget.settle(flight, remaining, limit);
    }
  }

  /** The caller's budget that has no room for longest, and for how many milliseconds; 0: all have room. */
  longestWait(caller: Caller): { readonly name: string; readonly ms: number } {
    const waits = namesOf(caller).map((name) => ({ name, ms: this.#named(name, caller).waitMs() }));
    return waits.reduce((longest, wait) => (wait.ms > longest.ms ? wait : longest), { name: "", ms: 0 });
  }

  #named(name: string, { credential }: Caller): Budget {
    const isReported = name !== "";
    const ofTarget = this.#target.rateLimit;
    const rateLimit = (isReported && ofTarget !== null ? credential?.rateLimit : undefined) ?? ofTarget;
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
