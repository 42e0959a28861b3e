import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { judgeBlocks, judgeInterleaved } from "./minimum-fall.ts";
import { historyOf, read, readsOf, type Sent, secondKey } from "./read.test.support.ts";
import { stepsOf } from "./remaining-steps.ts";

describe("reads of one key", () => {
  const judged = (exchanges: readonly Exchange[]) => {
    const history = historyOf(exchanges);
    return judgeBlocks(history, stepsOf(history), "reads");
  };
  const reads = (count: number, expiryOffsetMs: number, remaining: (at: number) => number) =>
    readsOf(Array.from({ length: count }, (_, at): Sent => [at * expiryOffsetMs, remaining(at)]));

  it("fail once the value falls by less than a refill and a chunk explain", () => {
    // After 5: 5, less 0.3 refilled, a chunk of 2, and 1 for a fraction.
    expect(judged(reads(20, 30, () => 99))).toMatchObject({
      expected: "X-RateLimit-Remaining to fall by at least 2 over 5 reads in 0.17 s",
      exchanges: [0, 5],
    });
    expect(judged(reads(20, 30, (at) => 99 - at)).verdict).toBe("pass");
    expect(judged(reads(20, 30, () => 0)).verdict).toBe("not-applicable");
  });

  it("are counted once they are answered, if several are in flight", () => {
    // Each second one takes 60 ms, and is in flight with the next two.
    const exchanges = Array.from({ length: 40 }, (_, at) => {
      const ms = Math.floor(at / 2) * 30 + (at % 2) * 5;
      return read(at, ms, 99, { receivedAt: 1_790_000_000_000 + ms + (at % 2 === 0 ? 20 : 60) });
    });
    // Of the 12 after the first, one was sent before its answer, and two are in flight. Six in flight make a chunk of 6 possible.
    expect(judged(exchanges)).toMatchObject({
      expected: "X-RateLimit-Remaining to fall by at least 2 over 9 reads, some of them concurrent, in 0.20 s",
      exchanges: [0, 12],
    });
  });

  it("pass where all may have been given back, if ten in a row are counted", () => {
    expect(judged(reads(11, 700, (at) => 99 - at)).verdict).toBe("pass");
    expect(judged(reads(10, 700, (at) => 99 - at)).verdict).toBe("not-applicable");
  });
});

describe("requests of another key between two reads", () => {
  const judged = (count: number, remaining: number) => {
    const others = Array.from({ length: count }, (_, at): Sent => [30 + at * 30, 50, secondKey]);
    const history = historyOf(readsOf([[-200_000, 99], [0, 99], ...others, [30 + count * 30, remaining]]));
    return judgeInterleaved(history, { name: "a second key", includes: ({ credential }) => credential === "KEY_B" });
  };

  it("must take from the first key's value, if there are three or more", () => {
    expect(judged(3, 95).verdict).toBe("pass");
    expect(judged(2, 96).verdict).toBe("not-applicable");
    expect(judged(3, 98)).toMatchObject({
      expected: "X-RateLimit-Remaining to fall by at least 2 over 3 requests of a second key in 0.14 s",
    });
  });
});
