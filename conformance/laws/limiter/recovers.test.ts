import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { judge as judgeLaw, readsOf, response, session } from "./read.test.support.ts";
import { recovers } from "./recovers.ts";

/** What is sent at a time in seconds. `unreported`: answered without the headers. */
type Answered = readonly [seconds: number, remaining: number | 429 | "unreported", more?: Partial<Exchange>];

const judge = (...answered: readonly Answered[]) =>
  judgeLaw(
    recovers,
    readsOf(
      answered.map(([seconds, remaining, more]) => {
        if (remaining === 429) return [seconds * 1000, undefined, more];
        if (remaining === "unreported") return [seconds * 1000, 0, { response: response(200), ...more }];
        return [seconds * 1000, remaining, more];
      }),
    ),
  );
const burst = (seconds: number, count: number, remaining: Answered[1] = "unreported") =>
  Array.from({ length: count }, (_, at): Answered => [seconds + at * 0.03, remaining]);

describe("an organization recovers", () => {
  const exceeded: readonly Answered[] = [[0, 99], ...burst(1, 99), [5, 429]];

  it("where it is served after a window", () => {
    expect(judge(...exceeded, [70, 99]).verdict).toBe("pass");
    expect(judge(...exceeded, [65.02, 99]).verdict).toBe("pass");
    expect(judge([5, 429], [65.02, 99]).verdict).toBe("pass");
    expect(judge(...exceeded, [65.01, 99]).verdict).toBe("not-applicable");
    expect(judge(...exceeded).verdict).toBe("not-applicable");
    expect(judge([0, 99], [70, 99]).verdict).toBe("not-applicable");
    expect(judge(...exceeded, [70, 99, session]).verdict).toBe("not-applicable");
  });

  it("not where it is answered 429 after it was left alone", () => {
    const exchanges = [100, 101];
    expect(judge(...exceeded, [130, 429])).toMatchObject({ verdict: "fail", exchanges });
    expect(judge(...exceeded, [130, 429])).toMatchObject({
      actual: expect.stringContaining("no request"),
    });
    expect(judge(...exceeded, [100, "unreported", session], [130, 429])).toMatchObject({
      verdict: "fail",
      actual: expect.stringContaining("only one request"),
    });
    const two = judge(...exceeded, [100, "unreported", session], [101, "unreported", session], [130, 429]);
    expect(two).toMatchObject({ verdict: "fail", actual: expect.stringContaining("only 2 requests") });
    expect(judge(...exceeded, [70, "unreported"], [130, 429]).verdict).toBe("fail");
  });

  it("not where the whole limit is unused only after a longer window", () => {
    const waiting: readonly Answered[] = [15, 30, 45].map((at) => [at, 429]);
    const rejected = [...exceeded, ...burst(5.1, 80, 429), ...waiting];
    expect(judge(...rejected, [70, 429], [81, 99])).toMatchObject({
      verdict: "fail",
      exchanges: [185, 184],
      actual: expect.stringMatching(/^429, and 11\.\d+ s later the whole limit was unused/),
    });
    // A sliding counter that counts what it rejects forgets it bit by bit.
    expect(judge(...rejected, [70, 429], [81, 40]).verdict).not.toBe("fail");
    expect(judge(...rejected, ...burst(8, 400, 429), [70, 429], [81, 99]).verdict).not.toBe("fail");
    expect(judge(...rejected, [65, 429], [76, 99]).verdict).not.toBe("fail");
    // Requests in flight may be counted before or after the last one: they do not show that all was given back.
    const inFlight = burst(70.1, 60).map(([at, status]): Answered => [at, status, { receivedAt: 1_790_000_082_000 }]);
    expect(judge(...rejected, [70, 429], ...inFlight, [81, 39]).verdict).not.toBe("fail");
  });

  it("where it is served again, and then answered 429 early, which is for another law", () => {
    const early = (served: number, ...rejected: readonly number[]) =>
      judge(...exceeded, ...burst(150, served), ...rejected.map((seconds): Answered => [seconds, 429])).verdict;
    expect(early(60, 155)).not.toBe("fail");
    expect(early(60, 153, 155)).not.toBe("fail");
    // Hardly any: it has not recovered.
    expect(early(5, 155)).toBe("fail");
    expect(early(60, 160)).toBe("fail");
  });

  it("from the first of several 429s in a row, and is not judged while the limit may still be exceeded", () => {
    expect(judge(...exceeded, [40, 429], [67, 99]).verdict).toBe("pass");
    expect(judge(...exceeded, [40, "unreported"], [41, 429], [67, 99]).verdict).toBe("not-applicable");
    expect(judge(...exceeded, ...burst(30, 100, 429), [70, 429]).verdict).toBe("inconclusive");
    expect(judge(...exceeded, ...burst(30, 100, 429), [70, 429], [71, 99]).verdict).toBe("pass");
  });
});
