/** What the laws of the limiter do with traffic of load tests: thousands of exchanges. */
import { describe, expect, it } from "vitest";
import { judge } from "../../testing/simulated-limiters/run.ts";
import { load } from "./read.test.support.ts";

const rateLimit = { limit: 100, windowSeconds: 60 };

describe("the laws of the limiter", () => {
  it("judge ten thousand exchanges", () => {
    const judgements = judge(load(10_000), rateLimit);
    expect(judgements["limit.refused-when-exceeded"]).toEqual({ verdict: "pass" });
    expect(judgements["limit.remaining-falls"]).toEqual({ verdict: "pass" });
    expect(judgements["limit.not-early"]).toEqual({ verdict: "pass" });
  });

  it("find one request too many among them", () => {
    expect(judge(load(10_000, 110), rateLimit)["limit.refused-when-exceeded"]?.verdict).toBe("fail");
  });
});
