import { expect, it } from "vitest";
import type { LoadFigures } from "../model/report.ts";
import { loadRows } from "./load-table.ts";
import { sampleReport } from "./sample.test.report.ts";

it("each of several scenarios has a line that says what it counts", () => {
  const figures: LoadFigures = {
    requests: 259,
    perSecond: 17.24,
    limited: 3,
    unanswered: 1,
    latency: { count: 258, p50: 1, p95: 6.66, p99: 9, max: 12 },
  };
  const load = { ...figures, scenarios: [{ ...figures, scenario: "steady" }] };
  expect(loadRows({ ...sampleReport, load })).toEqual([
    [
      "steady",
      "259 requests, 17.2 a second; 3 answered 429, 1 not answered · p50 1 ms · p95 6.7 ms · p99 9 ms · max 12 ms",
    ],
    ["requests", "259, 17.2 a second; 3 answered 429, 1 not answered"],
    ["latency", "p50 1 ms · p95 6.7 ms · p99 9 ms · max 12 ms"],
  ]);
});
