import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { context } from "../judged.test.support.ts";
import { read } from "./read.test.support.ts";
import { remainingFalls } from "./remaining.ts";

type Sent = readonly [ms: number, left: number, of?: Partial<Exchange>];

const judge = (...sent: readonly Sent[]) =>
  remainingFalls.judge(
    sent.map(([ms, left, of], index) => read(index, ms, left, of)),
    context,
  );
/** Reads 30 ms apart. */
const row = (ms: number, ...left: readonly number[]) => left.map((one, at): Sent => [ms + at * 30, one]);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);
const second = { credential: "KEY_B" };
const foreign = { organization: "org_2", credential: "KEY_C" };
const post = { request: { method: "POST", url: "http://simulated/api/v1/feedback", headers: [], body: "{}" } };

describe("a fall", () => {
  it("is of one for each request that may have been counted", () => {
    expect(judge([0, 50], [30, 48])).toMatchObject({ verdict: "fail", exchanges: [0, 1] });
    expect(judge([0, 50], [30, 49]).verdict).not.toBe("fail");
    expect(judge([0, 50], [30, 0, second], [60, 48]).verdict).not.toBe("fail");
    expect(judge([0, 50], [30, 0, second], [60, 47]).verdict).toBe("fail");
  });

  it("is left to another law where another organization sent too, or where it is of writes", () => {
    expect(judge([0, 50], [30, 99, foreign], [60, 47]).verdict).not.toBe("fail");
    expect(judge([0, 50, post], [30, 47, post]).verdict).not.toBe("fail");
  });

  it("takes the time that refilling explains", () => {
    const since = (count: number) =>
      judge(
        ...row(0, ...down(99, 60)),
        [1200, 59, second],
        ...row(1230, ...Array.from({ length: count + 1 }, () => 58)),
      );
    // Four requests, less one that came free, one that others may have used before, and one that is told before or after.
    expect(since(4).verdict).toBe("pass");
    expect(since(5)).toMatchObject({ verdict: "fail", exchanges: [41, 46] });
  });

  it("may be too little where a window may have turned unseen", () => {
    const since = (count: number) => judge(...row(0, 99, 98, 97, ...Array.from({ length: count }, () => 96)));
    expect(since(5).verdict).toBe("pass");
    // It does not turn twice.
    expect(since(7).verdict).toBe("fail");
  });

  it("is not measured over what another sent, or below nothing", () => {
    const mixed = Array.from({ length: 8 }, (_, at): Sent => [1200 + at * 30, 58, at % 2 === 0 ? {} : second]);
    expect(judge(...row(0, ...down(99, 59)), ...mixed).verdict).toBe("pass");
    expect(judge(...row(0, ...down(99, 0), 0, 0, 0, 0, 0, 0)).verdict).toBe("pass");
  });
});

describe("rises", () => {
  it("are one for a turn of the window, and few for what came free", () => {
    expect(judge(...row(0, ...down(99, 10), 11, 12)).verdict).toBe("pass");
    expect(judge(...row(0, ...down(99, 10), 11, 12, 13))).toMatchObject({ verdict: "fail", exchanges: [89, 92] });
    expect(judge(...row(0, ...down(99, 10), 99, 98, 97)).verdict).toBe("pass");
    const slow = [11, 12, 13, 14].map((left, at): Sent => [5000 + at * 2000, left]);
    expect(judge(...row(0, ...down(99, 10)), ...slow).verdict).toBe("pass");
  });
});

describe("what is left after a rest", () => {
  const rested = (ms: number, left: number, ...before: readonly Sent[]) =>
    judge(...row(0, ...down(99, 50)), ...before, [ms, left]);

  it("is all that no limiter counts any more, less the request itself", () => {
    expect(rested(130_000, 99).verdict).toBe("pass");
    expect(rested(130_000, 98)).toMatchObject({ verdict: "fail", exchanges: [49, 50] });
    expect(rested(130_000, 98, [129_900, 99, foreign]).verdict).toBe("fail");
  });

  it("may be less where a sliding counter still counts what was sent before", () => {
    expect(rested(70_000, 56).verdict).toBe("pass");
    expect(rested(70_000, 50).verdict).toBe("fail");
    // Within a window, nothing is said.
    expect(rested(60_000, 50).verdict).toBe("pass");
  });

  it("may be less where others may have used it before the run", () => {
    expect(judge([0, 20], [70_000, 19]).verdict).not.toBe("fail");
  });
});
