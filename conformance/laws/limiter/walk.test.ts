import { describe, expect, it } from "vitest";
import type { Exchange } from "../../model/exchange.ts";
import { context } from "../judged.test.support.ts";
import { refusedWhenExceeded } from "./exceeded.ts";
import { historiesOf } from "./history.ts";
import { read } from "./read.test.support.ts";
import { isWalkTelling } from "./walk.ts";

/** From the whole limit, of which it told one less, to nothing: 100 reads in 3 s. */
const walk = Array.from({ length: 100 }, (_, at) => read(at, at * 30, 99 - at));
const walked = (...more: readonly (readonly [ms: number, left: number | undefined, of?: Partial<Exchange>])[]) => [
  ...walk,
  ...more.map(([ms, left, of], at) => read(100 + at, ms, left, of)),
];
const session = { kind: "session", credential: "SESSION" } as const;

describe("one more, served with nothing left", () => {
  const judge = (exchanges: readonly Exchange[]) => refusedWhenExceeded.judge(exchanges, context);
  const exchanges = [0, 99, 100];

  it("is found where nothing came free for long after", () => {
    expect(judge(walked([3000, 0], [13_000, undefined]))).toMatchObject({ verdict: "fail", exchanges });
    expect(judge(walked([3000, 0], [3100, undefined], [16_000, undefined]))).toMatchObject({
      verdict: "fail",
      exchanges,
    });
  });

  it("may have come free where the limiter refills: it was served again, or not asked for long enough", () => {
    for (const rest of [
      [[5000, undefined]],
      [
        [13_000, 0],
        [30_000, undefined],
      ],
      [[13_000, undefined, session]],
      [[13_000, 50, session]],
    ] as const) {
      expect(judge(walked([3000, 0], ...rest)).verdict, JSON.stringify(rest)).not.toBe("fail");
    }
  });

  it("may have been served by a new window, where it is asked only after that", () => {
    expect(judge(walked([3000, 0], [60_000, undefined])).verdict).toBe("pass");
    expect(judge(walked([3000, 0], [59_990, undefined])).verdict).toBe("fail");
  });

  it("is not what was asked for before the answer that told so, nor what was told by counting later", () => {
    expect(judge(walked([2975, 0], [13_000, undefined])).verdict).toBe("pass");
    const before = walked([3000, 0], [13_000, undefined]).map((one) => (one.index === 0 ? read(0, 0, 100) : one));
    expect(judge(before.slice(1)).verdict).toBe("pass");
  });
});

describe("a walk tells", () => {
  const tells = (exchanges: readonly Exchange[]) =>
    historiesOf(exchanges, { limit: 100, windowSeconds: 60 }).map(isWalkTelling)[0];

  it("where the next is refused, and so for long after", () => {
    expect(tells(walked([3000, undefined], [13_000, undefined]))).toBe(true);
    expect(tells(walked([3000, undefined], [5000, undefined]))).toBe(false);
    expect(tells(walked([3000, undefined]))).toBe(false);
    expect(tells(walk)).toBe(false);
  });

  it("not from a session's refusal, nor where the limit was not seen full", () => {
    expect(tells(walked([3000, undefined, session], [13_000, undefined]))).toBe(false);
    expect(tells(walked([3000, undefined], [13_000, undefined]).slice(1))).toBe(false);
    expect(tells([read(0, -100, 100), ...walked([3000, undefined], [13_000, undefined]).slice(1)])).toBe(false);
  });
});
