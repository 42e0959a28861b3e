import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { context } from "../judged.test.support.ts";
import { refusedWhenExceeded } from "./exceeded.ts";
import { read } from "./read.test.support.ts";

type Row = readonly (readonly [ms: number, left: number | undefined, of?: Partial<Exchange>])[];

/** The rows, each two minutes after the one before. */
const judge = (...rows: readonly Row[]) => {
  const sent = rows.flatMap((row, at) => row.map(([ms, left, of]) => [at * 130_000 + ms, left, of] as const));
  return refusedWhenExceeded.judge(
    sent.map(([ms, left, of], index) => read(index, ms, left, of)),
    context,
  );
};
/** Reads 5 ms apart. */
const burst = (ms: number, ...left: readonly (number | undefined)[]): Row => left.map((one, at) => [ms + at * 5, one]);
const down = (from: number) => Array.from({ length: from + 1 }, (_, at) => from - at);
const session = { kind: "session", credential: "SESSION" } as const;

describe("more served at once than was left", () => {
  it("is found from a full limit on, the second time", () => {
    const row: Row = [[0, 99], ...burst(25, ...down(98), 0)];
    expect(judge(row, row)).toMatchObject({ verdict: "fail", exchanges: [0, 100, 101, 201] });
    expect(judge(row).verdict).toBe("not-applicable");
    const whole: Row = [[0, 99], ...burst(25, ...down(98))];
    expect(judge(whole, whole, row).verdict).toBe("not-applicable");
  });

  it("is found after a pause in which a limiter that refills would have had one back", () => {
    const row = (pause: number, ...more: Row): Row => [
      [0, 6],
      ...more,
      [pause, 5],
      ...burst(pause + 25, ...down(4), 0),
    ];
    expect(judge(row(2000), row(2000))).toMatchObject({ verdict: "fail", exchanges: [1, 7, 9, 15] });
    expect(judge(row(1000), row(1000)).verdict).toBe("not-applicable");
    expect(judge(row(2000, [900, 5, session]), row(2000, [900, 5, session])).verdict).toBe("not-applicable");
    const overlapped: Row = [...row(2000), [2010, undefined, session]];
    const sorted = overlapped.toSorted(([a], [b]) => a - b);
    expect(judge(sorted, sorted).verdict).toBe("pass");
  });

  it("is found after the same was told twice, where no limiter was seen full since it refused", () => {
    const row = (apart: number): Row => [[0, 5], [apart, 5], ...burst(apart + 25, ...down(4), 0, undefined)];
    const first = burst(0, undefined);
    expect(judge(first, row(30), row(30))).toMatchObject({ verdict: "fail", exchanges: [2, 8, 11, 17] });
    expect(judge(first, row(320), row(320)).verdict).toBe("pass");
    expect(judge(first, [[0, 99]], row(30), row(30)).verdict).toBe("pass");
    expect(judge(row(30).slice(0, -1), row(30).slice(0, -1)).verdict).toBe("not-applicable");
  });

  it("is not where more came free than was thought, or others sent too", () => {
    const rows = (...left: readonly number[]): Row => [[0, 6], [2000, 5], ...burst(2025, ...left)];
    const again = rows(4, 3, 3, 2, 1, 0, 0);
    expect(judge(again, again).verdict).toBe("not-applicable");
    const slow: Row = [[0, 6], [2000, 5], ...down(4).map((left, at) => [2100 + at * 120, left] as const), [2700, 0]];
    expect(judge(slow, slow).verdict).toBe("not-applicable");
    const before: Row = [...rows(4, 3, 2, 1, 0, 0)].map(([ms, left]) => [ms, left === 0 ? 1 : left] as const);
    expect(judge(before, before).verdict).toBe("not-applicable");
  });
});
