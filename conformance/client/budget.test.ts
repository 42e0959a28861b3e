import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type VirtualClock, virtualClock } from "../../clock.ts";
import { recoveryMs } from "../model/rate-limit.ts";
import { Budget } from "./budget.ts";
import { limiters } from "./limited.test.support.ts";

const standard = { limit: 100, windowSeconds: 60 };
const quietMs = 61_200;

/** A budget, and one request of it whose answer reports `remaining`. */
function budgetOf(limit = 100, isReported = true) {
  const clock = virtualClock(1_790_000_000_000);
  const budget = new Budget({ limit, windowSeconds: 60 }, clock, { isReported });
  const request = (remaining?: number) => budget.settle(budget.spend(), remaining);
  return { clock, budget, request };
}

describe("a budget without reports", () => {
  it("lets go one less than the limit in a window and two requests' time", () => {
    const { clock, budget, request } = budgetOf();
    for (let at = 0; at < 99; at += 1) {
      expect(budget.waitMs()).toBe(0);
      request();
      clock.advance(100);
    }
    expect(budget.waitMs()).toBe(quietMs - 9900);
    clock.advance(quietMs - 9900);
    expect(budget.waitMs()).toBe(0);
    request();
    expect(budget.waitMs()).toBe(100);
  });

  it.each([1, 2])("lets go one at a time under a limit of %d", (limit) => {
    const { clock, budget, request } = budgetOf(limit);
    expect(budget.waitMs()).toBe(0);
    request();
    expect(budget.waitMs()).toBe(recoveryMs({ limit, windowSeconds: 60 }));
    clock.advance(recoveryMs({ limit, windowSeconds: 60 }));
    expect(budget.waitMs()).toBe(0);
  });

  it("takes the time of a window and two requests for a recovery", () => {
    expect(recoveryMs(standard)).toBe(quietMs);
    expect(recoveryMs({ limit: 1, windowSeconds: 10 })).toBe(30_000);
  });

  it("has no bottom where there is no rate limit", () => {
    const budget = new Budget(null, virtualClock(0), { isReported: true });
    for (let at = 0; at < 1000; at += 1) budget.exhaust(budget.spend());
    expect(budget.waitMs()).toBe(0);
  });
});

describe("a budget of a target that always reports 0 as remaining", () => {
  it("goes by its own count", () => {
    const { clock, budget, request } = budgetOf();
    for (let at = 0; at < 99; at += 1) {
      expect(budget.waitMs()).toBe(0);
      request(0);
      clock.advance(10);
    }
    expect(budget.waitMs()).toBe(quietMs - 990);
  });

  it("trusts its reports again after one was larger", () => {
    const { clock, budget, request } = budgetOf();
    for (const remaining of [0, 0, 50, 1]) {
      request(remaining);
      clock.advance(10);
    }
    expect(budget.waitMs()).toBe(quietMs - 10);
  });
});

describe("a budget of a target that reports after few requests that nothing remains", () => {
  /** Ten requests of a window: the last one reports `last`. */
  const window = (last: number) => {
    const { clock, budget, request } = budgetOf();
    return () => {
      for (const remaining of [90, 89, 88, 87, 86, 85, 84, 83, 82, last]) {
        request(remaining);
        clock.advance(10);
      }
      const waitMs = budget.waitMs();
      expect(budget.sentUntilTooLow()).toBe(waitMs === 0 ? undefined : 10);
      clock.advance(waitMs);
      return waitMs;
    };
  };

  it("waits for a window twice, and then goes by its own count", () => {
    const send = window(0);
    expect([send(), send(), send(), send()]).toEqual([quietMs - 10, quietMs - 10, 0, 0]);
  });

  it("does not wait where one remains for the next request", () => {
    const send = window(2);
    expect([send(), send()]).toEqual([0, 0]);
  });
});

describe("a budget to which responses report what is left", () => {
  it("goes by it: more than our own count knows, or less", () => {
    const { clock, budget, request } = budgetOf();
    for (let at = 0; at < 150; at += 1) request(90);
    expect(budget.waitMs()).toBe(0);
    request(2);
    expect(budget.waitMs()).toBe(0);
    request(1);
    expect(budget.waitMs()).toBe(quietMs);
    clock.advance(quietMs);
    expect(budget.waitMs()).toBe(0);
  });

  it("counts what it sends before the next report", () => {
    const { budget, request } = budgetOf();
    request(50);
    request(3);
    budget.spend();
    expect(budget.waitMs()).toBe(0);
    budget.spend();
    expect(budget.waitMs()).toBe(quietMs);
  });

  it("does not believe what cannot be", () => {
    const { budget, request } = budgetOf();
    request(50);
    for (const reported of [-1, 101, undefined]) request(reported);
    for (let at = 0; at < 45; at += 1) budget.spend();
    expect(budget.waitMs()).toBe(0);
    budget.spend();
    expect(budget.waitMs()).toBe(quietMs);
  });

  it("does not believe that nothing is left where it has sent nothing before, or not for a window", () => {
    const { clock, budget, request } = budgetOf();
    request(0);
    expect(budget.waitMs()).toBe(0);
    for (let at = 0; at < 20; at += 1) request(60 - at);
    clock.advance(quietMs);
    request(0);
    expect(budget.waitMs()).toBe(0);
  });

  it.each([0, 1])("believes that %d is left where it has sent before, although nothing was reported then", (left) => {
    const { budget, request } = budgetOf();
    for (let at = 0; at < 10; at += 1) request();
    request(left);
    expect(budget.waitMs()).toBe(quietMs);
  });

  it("believes that two are left, whoever used the others", () => {
    const { budget, request } = budgetOf();
    request(2);
    expect(budget.waitMs()).toBe(0);
    budget.spend();
    expect(budget.waitMs()).toBe(quietMs);
  });

  it("is not misled by answers that come in another order than they were made", () => {
    const { budget, request } = budgetOf();
    request(50);
    const flights = [4, 3, 2, 1].map((remaining) => ({ remaining, flight: budget.spend() }));
    for (const { remaining, flight } of flights.reverse()) budget.settle(flight, remaining);
    expect(budget.waitMs()).toBe(quietMs);
  });

  it("forgets it after a 429, and waits for a window", () => {
    const { clock, budget, request } = budgetOf();
    request(50);
    budget.exhaust(budget.spend());
    expect(budget.waitMs()).toBe(quietMs);
    clock.advance(quietMs - 1);
    expect(budget.waitMs()).toBe(1);
    clock.advance(1);
    expect(budget.waitMs()).toBe(0);
  });
});

describe("a budget that was rejected", () => {
  it.each([2, 98, 100])(
    "is free again as soon as the response to a request that was sent since reports that %d are left",
    (left) => {
      const { clock, budget, request } = budgetOf();
      request(50);
      budget.exhaust(budget.spend());
      clock.advance(40_000);
      request(left);
      expect(budget.waitMs()).toBe(0);
    },
  );

  it("is not by a response that reports hardly anything left, or whose request was sent before", () => {
    const { clock, budget, request } = budgetOf();
    const before = budget.spend();
    budget.exhaust(budget.spend());
    budget.settle(before, 98);
    expect(budget.waitMs()).toBe(quietMs);
    clock.advance(40_000);
    request(1);
    expect(budget.waitMs()).toBe(quietMs - 40_000);
  });
});

describe("a budget of callers without credentials", () => {
  it("keeps to our own count, whatever is reported", () => {
    const { budget, request } = budgetOf(100, false);
    for (let at = 0; at < 98; at += 1) request(at < 50 ? 100 : 0);
    expect(budget.waitMs()).toBe(0);
    request(100);
    expect(budget.waitMs()).toBe(quietMs);
  });
});

/** Lanes that each send, one after the other, as soon as the budget lets them. Times in ms. */
interface Traffic {
  readonly limit: number;
  readonly latencies: readonly (readonly [out: number, back: number])[];
  readonly lanes: number;
  readonly requests: number;
  readonly startsAt: number;
}

const traffic: fc.Arbitrary<Traffic> = fc.record({
  limit: fc.integer({ min: 1, max: 30 }),
  latencies: fc.array(fc.tuple(fc.nat({ max: 3000 }), fc.nat({ max: 3000 })), { minLength: 1, maxLength: 7 }),
  lanes: fc.integer({ min: 1, max: 6 }),
  requests: fc.integer({ min: 1, max: 12 }),
  startsAt: fc.nat({ max: 120_000 }),
});

/** How many of the requests were rejected. `hides`: what is left is not reported; `before`: it is reported before counting. */
async function rejectedOf(
  of: Traffic,
  limiterOf: (typeof limiters)[string],
  reporting: "after" | "before" | "hides",
): Promise<number> {
  const clock: VirtualClock = virtualClock(of.startsAt);
  const rateLimit = { limit: of.limit, windowSeconds: 60 };
  const budget = new Budget(rateLimit, clock, { isReported: true });
  const serve = limiterOf(rateLimit, clock);
  let rejected = 0;
  let sent = 0;
  async function send(): Promise<void> {
    for (let ms = budget.waitMs(); ms > 0; ms = budget.waitMs()) await clock.sleep(ms + 10);
    const flight = budget.spend();
    const [out, back] = of.latencies[sent % of.latencies.length] ?? [0, 0];
    sent += 1;
    await clock.sleep(out);
    const left = serve();
    await clock.sleep(back);
    if (left !== undefined) return budget.settle(flight, reportedAs(left));
    rejected += 1;
    budget.exhaust(flight);
  }
  const reportedAs = (left: number) => ({ after: left, before: left + 1, hides: undefined })[reporting];
  const lane = async () => {
    for (let at = 0; at < of.requests; at += 1) await send();
  };
  await Promise.all(Array.from({ length: of.lanes }, lane));
  return rejected;
}

describe("a budget whose limit is another's, and not reported", () => {
  const rejectedAfter = (count: number) => {
    const { clock, budget, request } = budgetOf(100, false);
    for (let at = 0; at < count; at += 1) request();
    budget.exhaust(budget.spend());
    clock.advance(quietMs);
    let free = 0;
    for (; budget.waitMs() === 0 && free < 200; free += 1) request();
    return free;
  };

  it("learns it from a rejection", () => {
    expect(rejectedAfter(30)).toBe(30);
  });

  it("learns nothing from a rejection that came too soon to be of its own", () => {
    expect([rejectedAfter(3), rejectedAfter(7), rejectedAfter(8)]).toEqual([99, 99, 8]);
  });

  it("learns from the requests of the last window alone", () => {
    const { clock, budget, request } = budgetOf(100, false);
    for (let at = 0; at < 20; at += 1) request();
    clock.advance(quietMs);
    budget.exhaust(budget.spend());
    clock.advance(quietMs);
    for (let at = 0; at < 50; at += 1) request();
    expect(budget.waitMs()).toBe(0);
  });
});

describe("what a budget lets go is never rejected", () => {
  const reportingModes = ["after", "before", "hides"] as const;
  const kinds = Object.keys(limiters).flatMap((name) => reportingModes.map((reporting) => ({ name, reporting })));

  it.each(kinds)("by $name that reports: $reporting", async ({ name, reporting }) => {
    const limiterOf = limiters[name];
    if (limiterOf === undefined) throw new Error(name);
    await fc.assert(
      fc.asyncProperty(traffic, async (of) => {
        expect(await rejectedOf(of, limiterOf, reporting)).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});
