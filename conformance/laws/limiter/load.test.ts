/** What the laws of the limiter do with traffic of load tests: thousands of exchanges. */
import { describe, expect, it } from "vitest";
import { holds } from "../../model/verdict.ts";
import { judge } from "../../testing/simulated-limiters/run.ts";
import { load } from "./read.test.support.ts";

const rateLimit = { limit: 100, windowSeconds: 60 };

describe("the laws of the limiter", () => {
  it("judge ten thousand exchanges", () => {
    const verdicts = judge(load(10_000), rateLimit);
    expect(verdicts["limit.refused-when-exceeded"]).toEqual(holds);
    expect(verdicts["limit.remaining-falls"]).toEqual(holds);
    expect(verdicts["limit.not-early"]).toEqual(holds);
  });

  it("find one request too many among them", () => {
    expect(judge(load(10_000, 110), rateLimit)["limit.refused-when-exceeded"]?.verdict).toBe("fail");
  });
});
