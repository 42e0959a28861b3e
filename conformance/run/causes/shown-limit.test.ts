import { expect, it } from "vitest";
import { countdown, readsOf } from "../../laws/limiter/read.test.support.ts";
import { shownLimitOf } from "./shown-limit.ts";

const credential = { label: "KEY_A", token: "t", kind: "api-key", expired: false, denied: [] } as const;
const violated = new Set(["limit.limit-declared", "limit.not-early", "limit.recovers", "load.never-refused"]);
const explainedWhere = (served: number) =>
  shownLimitOf(
    violated,
    { limit: 200, windowSeconds: 60 },
    [credential],
    readsOf([
      ...countdown(99, 100 - served).map((remaining, at) => [at * 20, remaining] as const),
      [served * 20, undefined],
      [served * 20 + 20, undefined],
    ]),
  )?.explains;

it("a lower limit in the headers explains that a caller below the declared one is answered 429", () => {
  expect(explainedWhere(100)).toContain("load.never-refused");
  expect(explainedWhere(100)).toContain("limit.not-early");
});

it("does not where fewer are served than the headers say", () => {
  expect(explainedWhere(60)).not.toContain("load.never-refused");
});

it("does not explain a 429 that stays after a window", () => {
  expect(explainedWhere(100)).not.toContain("limit.recovers");
});
