import { describe, expect, it } from "vitest";
import { chanceOfAll, isByOneTimer, undisturbedWith } from "./given-back-meanwhile.ts";
import { historyOf, readsOf, type Sent, session } from "./read.test.support.ts";

const undisturbed = (sent: readonly Sent[], remaining: number, readingDelayMs = 2) =>
  undisturbedWith(historyOf(readsOf(sent)), remaining, readingDelayMs);
const times = (sent: readonly Sent[], remaining: number) =>
  undisturbed(sent, remaining).map(({ reported }) => reported.exchange.sentAt - 1_790_000_000_000);

describe("a response with a value", () => {
  it("is undisturbed if it took less than a quarter of a refill, alone", () => {
    const slow = (ms: number) => ({ receivedAt: 1_790_000_000_000 + ms });
    expect(
      times(
        [
          [0, 99],
          [100, 98],
          [200, 99],
        ],
        99,
      ),
    ).toEqual([0, 200]);
    expect(
      times(
        [
          [0, 99, slow(149)],
          [200, 99, slow(350)],
        ],
        99,
      ),
    ).toEqual([0]);
    expect(
      times(
        [
          [0, 99],
          [10, 50, session],
        ],
        99,
      ),
    ).toEqual([]);
  });

  it("is disturbed if it is 0 after another 0 or after a 429, where one was given back", () => {
    expect(
      times(
        [
          [0, 1],
          [100, 0],
          [200, 0],
        ],
        0,
      ),
    ).toEqual([100]);
    expect(
      times(
        [
          [0, undefined],
          [100, 0],
        ],
        0,
      ),
    ).toEqual([]);
  });

  it("may be one too high by chance: the time until it was read, of the time in which one is given back", () => {
    const chances = (sent: readonly Sent[], delayMs: number) =>
      undisturbed(sent, 50, delayMs).map(({ chance }) => chance);
    // Two are given back every 30 ms, so no timer does it, but at any time one may be, which takes 600 ms on average.
    const rising = [46, 47, 48, 49, 50].map((remaining, at): Sent => [at * 30, remaining]);
    expect(chances(rising, 3)).toEqual([3 / 600]);
    // The response took 20 ms.
    expect(chances(rising, 30)).toEqual([20 / 600]);
    expect(chanceOfAll(undisturbed([...rising, [150, 50]], 50, 3))).toBeCloseTo((3 / 600) ** 2);
    // Nothing was given back in 5.9 s: so a timer comes every 6 s at the most often.
    const falling: readonly Sent[] = [
      [0, 51],
      [30, 50],
      [5900, 49],
    ];
    expect(chances(falling, 6)).toEqual([expect.closeTo(6 / 6000, 4)]);
  });
});

it("responses are by one timer if they are whole periods apart, in whatever order they are", () => {
  const at = (...ms: readonly number[]) =>
    undisturbed(
      [...ms].map((each): Sent => [each, 99]),
      99,
    );
  const isByTimer = (periodMs: number, ...ms: readonly number[]) =>
    isByOneTimer(at(...ms).map((each) => ({ ...each, periodsMs: [periodMs] })));
  expect(isByTimer(6000, 0, 6000, 18_000)).toBe(true);
  expect(isByTimer(6000, 0, 6000, 15_000)).toBe(false);
  expect(isByTimer(6000, 0, 5980)).toBe(true);
  expect(isByTimer(6000, 0, 5979)).toBe(false);
  expect(isByTimer(6000, 0, 6068)).toBe(true);
  expect(isByTimer(6000, 0, 6069)).toBe(false);
  const [first, second] = at(0, 6000).map((each) => ({ ...each, periodsMs: [6000] }));
  expect(first && second && isByOneTimer([second, first])).toBe(true);
  expect(isByOneTimer(at(0, 6000).map((each) => ({ ...each, periodsMs: [] })))).toBe(false);
});
