/** What the laws of the limiter do with exchanges of no organization, with several in one millisecond, and without a limit. */
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../../model/exchange.ts";
import { holds, notApplicable } from "../../model/verdict.ts";
import { judge } from "../../testing/simulated-limiters/run.ts";
import { load, read } from "./read.test.support.ts";

const rateLimit = { limit: 100, windowSeconds: 60 };

describe("laws of the limiter", () => {
  it("count what belongs to no organization as possibly the organization's", () => {
    const { organization: _, ...withoutOrganization } = read(1, 30, undefined);
    const anonymous = exchangeOf({ ...withoutOrganization, kind: "none", credential: "" });
    const alone = [read(0, 0, 50), read(1, 60, 48)];
    expect(judge(alone, rateLimit)["limit.remaining-falls"]?.verdict).toBe("fail");
    const between = [read(0, 0, 50), anonymous, read(2, 60, 48)];
    expect(judge(between, rateLimit)["limit.remaining-falls"]?.verdict).not.toBe("fail");
  });

  it("take exchanges of one millisecond in the order of their answers", () => {
    const at = { sentAt: 1_790_000_000_000, receivedAt: 1_790_000_000_000 };
    const toZero = Array.from({ length: 100 }, (_, index) => read(index, 0, 99 - index, at));
    expect(judge([...toZero, read(100, 0, undefined, at)], rateLimit)["limit.not-early"]).toEqual(holds);
    const short = [...toZero.slice(0, 50), read(50, 0, undefined, at)];
    expect(judge(short, rateLimit)["limit.not-early"]?.verdict).toBe("fail");
  });

  it("say nothing where no rate limit is declared", () => {
    expect(judge(load(200), null)).toEqual(
      Object.fromEntries(Object.keys(judge([], rateLimit)).map((id) => [id, notApplicable])),
    );
  });
});
