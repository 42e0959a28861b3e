import { expect, it } from "vitest";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { plans } from "../in-k6/plans.ts";
import { waitBefore } from "./wait-for-whole-limit.ts";

const rateLimit = { limit: 100, windowSeconds: 10 };
const own = {};
const shipped = { plan: plans.limit };
const after = (count: number) => ({
  before: Array.from({ length: count }, () => exchangeWith({ receivedAt: 5000 })),
  rateLimit,
  now: 6000,
});

it("after a script of the user's, whose requests may not be recorded, two recoveries pass before anything else", () => {
  expect(waitBefore(shipped, own, after(0))?.ms).toBe(20_400);
  expect(waitBefore(own, own, after(0))?.ms).toBe(20_400);
});

it("a script of the user's has the whole limit; a scenario waits by itself", () => {
  expect(waitBefore(own, shipped, after(2))?.ms).toBe(10_200);
  expect(waitBefore(own, undefined, after(1))).toBeUndefined();
  expect(waitBefore(shipped, shipped, after(2))).toBeUndefined();
});
