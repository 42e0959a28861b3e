import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { plans } from "../in-k6/plans.ts";
import type { LoadRunOptions, ScenarioRun } from "./load-run.ts";
import { whyIncomplete } from "./why-incomplete.ts";

/** Why a run of 1,000 planned iterations of `spike` is incomplete, of which k6 has not started some. */
function whyWith(notStarted: number, maxErrorPercent?: number, name: "spike" | "isolation" = "spike") {
  const iterations = { started: 1000 - notStarted, notStarted };
  const result = { exchanges: [exchangeWith()], judgements: [], thresholds: [], unreadable: 0, iterations };
  const run = { scenario: { name, plan: plans[name] }, result } as unknown as ScenarioRun;
  const options = { latencies: [], maxErrorPercent, io: { signal: new AbortController().signal } };
  return whyIncomplete([run], false, {}, options as unknown as LoadRunOptions);
}

it("a threshold of one's own is not judged where k6 did not reach the planned rate", () => {
  expect(whyWith(300, 1)).toEqual([
    "k6 sent only 700 of 1000 planned iterations, so your thresholds were not measured at the planned rate",
  ]);
  expect(whyWith(50, 1)).toEqual([]);
});

it("a rate of requests is compared with the forecast, since an overloaded k6 does not count what it does not come to", () => {
  const run = {
    scenario: { name: "spike", plan: plans.spike },
    forecast: { requests: 1000, seconds: 10 },
    result: {
      exchanges: Array.from({ length: 600 }, () => exchangeWith()),
      judgements: [],
      thresholds: [],
      unreadable: 0,
      iterations: { started: 600, notStarted: 0 },
    },
  } as unknown as ScenarioRun;
  const signal = new AbortController().signal;
  const whyAt = (rates: object) =>
    whyIncomplete([run], false, {}, {
      latencies: [],
      maxErrorPercent: 1,
      io: { signal },
      ...rates,
    } as unknown as LoadRunOptions);
  expect(whyAt({ stages: "10s:100/s" })).toEqual([expect.stringContaining("only 600 of 1000 planned requests")]);
  expect(whyAt({ rate: 100 })).toEqual([expect.stringContaining("only 600 of 1000 planned requests")]);
  expect(whyAt({ stages: "10s:100" })).toEqual([]);
});

it("without such a threshold, and in a flood, the rate decides nothing", () => {
  expect(whyWith(300)).toEqual([]);
  expect(whyWith(300, 1, "isolation")).toEqual([]);
});
