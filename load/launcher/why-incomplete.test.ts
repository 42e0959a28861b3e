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
    "k6 started only 700 of 1000 planned iterations, so your thresholds were not measured at the planned rate",
  ]);
  expect(whyWith(50, 1)).toEqual([]);
});

it("without such a threshold, and in a flood, the rate decides nothing", () => {
  expect(whyWith(300)).toEqual([]);
  expect(whyWith(300, 1, "isolation")).toEqual([]);
});
