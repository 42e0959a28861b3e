/** What the laws of the limiter do with traffic of load tests: thousands of exchanges, many of them at once. */
import { describe, expect, it } from "vitest";
import { type Exchange, exchangeOf } from "../../exchange.ts";
import { judge } from "../../limiter/simulated/run.ts";

const rateLimit = { limit: 100, windowSeconds: 60 };

/** A read with a key at `at` ms that took 20 ms; `remaining` undefined: refused. */
function read(index: number, at: number, remaining: number | undefined, of: Partial<Exchange> = {}): Exchange {
  const headers = [
    ["X-RateLimit-Limit", "100"],
    ["X-RateLimit-Remaining", String(remaining ?? 0)],
  ] as const;
  return exchangeOf({
    index,
    operation: "listProducts",
    intent: "valid",
    request: { method: "GET", url: "http://simulated/api/v1/products", headers: [], body: "" },
    response: { status: remaining === undefined ? 429 : 200, headers, body: "{}", isUtf8: true, isCut: false },
    kind: "api-key",
    credential: "KEY_A",
    organization: "org_1",
    sentAt: 1_790_000_000_000 + at,
    receivedAt: 1_790_000_000_020 + at,
    ...of,
  });
}

/** Ten reads a second against windows of the clock, which are legal. */
const load = (count: number, limit = 100) =>
  Array.from({ length: count }, (_, index) => {
    const left = limit - 1 - (index % 600);
    return read(index, index * 100, left >= 0 ? left : undefined);
  });

describe("laws of the limiter", () => {
  it("judge ten thousand exchanges in well under a second each", () => {
    const startedAt = performance.now();
    const judgements = judge(load(10_000), rateLimit);
    expect(performance.now() - startedAt).toBeLessThan(8000);
    expect(judgements["limit.refused-when-exceeded"]).toEqual({ verdict: "pass" });
    expect(judgements["limit.remaining-falls"]).toEqual({ verdict: "pass" });
    expect(judgements["limit.not-early"]).toEqual({ verdict: "pass" });
  });

  it("find one request too many among them", () => {
    expect(judge(load(10_000, 110), rateLimit)["limit.refused-when-exceeded"]?.verdict).toBe("fail");
  });

  it("count what belongs to no organization as possibly the organization's", () => {
    const { organization: _, ...nobodys } = read(1, 30, undefined);
    const anonymous = exchangeOf({ ...nobodys, kind: "none", credential: "" });
    const alone = [read(0, 0, 50), read(1, 60, 48)];
    expect(judge(alone, rateLimit)["limit.remaining-falls"]?.verdict).toBe("fail");
    const between = [read(0, 0, 50), anonymous, read(2, 60, 48)];
    expect(judge(between, rateLimit)["limit.remaining-falls"]?.verdict).not.toBe("fail");
  });

  it("take exchanges of one millisecond in the order of their answers", () => {
    const at = { sentAt: 1_790_000_000_000, receivedAt: 1_790_000_000_000 };
    const walk = Array.from({ length: 100 }, (_, index) => read(index, 0, 99 - index, at));
    expect(judge([...walk, read(100, 0, undefined, at)], rateLimit)["limit.not-early"]).toEqual({ verdict: "pass" });
    const short = [...walk.slice(0, 50), read(50, 0, undefined, at)];
    expect(judge(short, rateLimit)["limit.not-early"]?.verdict).toBe("fail");
  });

  it("say nothing where no rate limit is declared", () => {
    expect(judge(load(200), null)).toEqual(
      Object.fromEntries(Object.keys(judge([], rateLimit)).map((id) => [id, { verdict: "not-applicable" }])),
    );
  });
});
