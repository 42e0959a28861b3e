/** The budgets of a run: one for each organization, and one for requests without valid credentials. */
import type { Clock } from "../../clock.ts";
import { type Exchange, isAuthenticated } from "../model/exchange.ts";
import { limitOf, remainingOf } from "../model/rate-limit-headers.ts";
import type { Target } from "../target-file/target.ts";
import { Budget, type Flight } from "./budget.ts";
import type { Caller } from "./caller.ts";

/** A request in flight, and one of the budgets against which it counts. */
export interface Spent {
  readonly budget: Budget;
  readonly flight: Flight;
}

/** `name`: whose requests are to come free; an organization, a credential, or `""` for those without valid credentials. */
export interface Wait {
  readonly name: string;
  /** In milliseconds; 0 if there is room. */
  readonly ms: number;
  /** The run's requests in this window, if they do not explain why the target reports that nothing remains. */
  readonly sentUntilTooLow?: number | undefined;
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

  /** Updates these budgets by the response. Each redirect that was followed counts as a request, too. */
  settle(caller: Caller, spent: readonly Spent[], exchange: Exchange): void {
    for (let followed = 0; followed < (exchange.redirects ?? 0); followed += 1) {
      for (const { budget, flight } of this.spend(caller)) budget.settle(flight, undefined);
    }
    // A value that a caller without valid credentials is shown need not be the organization's.
    const remaining = isAuthenticated(caller) ? remainingOf(exchange) : undefined;
    // The organization may be on another tier than Standard without a declaration in the target file.
    const limit = this.#target.isTierAssumed ? limitOf(exchange) : undefined;
    for (const { budget, flight } of spent) {
      if (exchange.status === 429) budget.exhaust(flight);
      else budget.settle(flight, remaining, limit);
    }
  }

  /** The caller's budget with the longest wait. */
  longestWait(caller: Caller): Wait {
    const waits = namesOf(caller).map((name) => {
      const budget = this.#named(name, caller);
      return { name, ms: budget.waitMs(), sentUntilTooLow: budget.sentUntilTooLow() };
    });
    return waits.reduce((longest: Wait, wait) => (wait.ms > longest.ms ? wait : longest), { name: "", ms: 0 });
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
 * The names of a caller's budgets. A server may count requests without valid credentials by address (`""`), and
 * requests with an expired key also by its organization. A credential of an unknown organization has its own budget.
 */
function namesOf(caller: Caller): readonly string[] {
  if (isAuthenticated(caller)) return [caller.organization ?? `credential ${caller.label}`];
  return caller.organization === undefined ? [""] : [caller.organization, ""];
}
