import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { plans } from "../in-k6/plans.ts";
import type { LoadRunOptions, ScenarioRun } from "./load-run.ts";
import { whyCut, whyIncomplete } from "./why-incomplete.ts";

/** Why a run is incomplete that is judged with these options, of which k6 has sent so many requests, in so many iterations. */
function whyOf(run: object, sent: number, iterations: object, options: object) {
  const exchanges = Array.from({ length: sent }, () => exchangeWith());
  const result = { exchanges, judgements: [], thresholds: [], unreadable: 0, iterations };
  const { signal } = new AbortController();
  return whyIncomplete([{ ...run, result } as unknown as ScenarioRun], false, {}, {
    latencies: [],
    io: { signal },
    ...options,
  } as unknown as LoadRunOptions);
}

/** The same for 1,000 planned requests of `spike`, some of which k6 has not sent. */
const whyWith = (notStarted: number, maxErrorPercent?: number, name: "spike" | "isolation" = "spike") =>
  whyOf({ scenario: { name, plan: plans[name] } }, 1, { started: 1000 - notStarted, notStarted }, { maxErrorPercent });

it("a threshold of one's own is not judged where k6 did not reach the planned rate", () => {
  expect(whyWith(300, 1)).toEqual([
    "k6 sent only 700 of 1000 planned requests, so your thresholds were not measured at the planned rate",
  ]);
  expect(whyWith(50, 1)).toEqual([]);
});

it("a rate of requests is compared with the forecast, since an overloaded k6 does not count what it does not come to", () => {
  const run = { scenario: { name: "spike", plan: plans.spike }, forecast: { requests: 1000, seconds: 10 } };
  const whyAt = (rates: object) => whyOf(run, 600, { started: 600, notStarted: 0 }, { maxErrorPercent: 1, ...rates });
  expect(whyAt({ stages: "10s:100/s" })).toEqual([expect.stringContaining("only 600 of 1000 planned requests")]);
  expect(whyAt({ rate: 100 })).toEqual([expect.stringContaining("only 600 of 1000 planned requests")]);
  expect(whyAt({ stages: "10s:100" })).toEqual([]);
});

it("without such a threshold, and in a flood, the rate decides nothing", () => {
  expect(whyWith(300)).toEqual([]);
  expect(whyWith(300, 1, "isolation")).toEqual([]);
});

it("a request that was in flight at the end, which k6 does not count, is not there twice", () => {
  const answered = Array.from({ length: 5 }, () => exchangeWith({ receivedAt: 50_000 }));
  const cutOff = exchangeWith({
    status: 0,
    failure: "request timeout",
    reason: "timeout",
    receivedAt: 60_000,
  });
  const whyOfCounted = (counted: number) =>
    whyCut({
      scenario: { name: "spike", plan: plans.spike },
      result: { exchanges: [...answered, cutOff], unreadable: 0, counted },
    } as unknown as ScenarioRun);
  expect(whyOfCounted(6)).toBeUndefined();
  expect(whyOfCounted(5)).toBeUndefined();
  expect(whyOfCounted(4)).toMatch(/k6 counted 4 requests, and the record has 6: some are there twice/);
  expect(whyOfCounted(7)).toMatch(/k6 counted 7 requests and recorded 6/);
});
