import { expect, it } from "vitest";
import { pseudoRandom } from "../../conformance/testing/simulated-limiters/pseudo-random.ts";
import { findStrains } from "./strains.ts";

interface Ramp {
  /** Requests a second at the end of 30 s. */
  readonly top: number;
  /** From which share in percent on they are high; that of all requests unless given. */
  readonly minPercent?: number;
  /** The share of slow responses, and that from the rate `knee` on. */
  readonly outliers: number;
  readonly knee?: number;
  readonly slow?: number;
  /** For how many seconds, somewhere in the run, all responses are slow. */
  readonly pause?: number;
}

const seconds = 30;
const runs = 1000;
const ofAll = 8;
const ofOperation = 30;

/** Many random runs. */
function countsOf({ top, outliers, knee = Number.POSITIVE_INFINITY, slow = 0, pause = 0 }: Ramp) {
  const random = pseudoRandom(1);
  return Array.from({ length: runs }, () => {
    const pausedAt = random() * (seconds - pause);
    return Array.from({ length: seconds }, (_, second) => {
      const requests = Math.round((top * (second + 0.5)) / seconds);
      const sentAt = Array.from({ length: requests }, (_, at) => second + at / requests);
      const isSlow = (at: number) =>
        (at >= pausedAt && at < pausedAt + pause) || random() < ((top * at) / seconds < knee ? outliers : slow);
      return { requests, counted: sentAt.filter(isSlow).length };
    });
  });
}

/** For each of these runs, the rate at which the share of slow responses gets high; undefined where it does not. */
const ratesFound = (ramp: Ramp) =>
  countsOf(ramp).map((counts) => {
    const { lasting } = findStrains([{ seconds: counts, minPercent: ramp.minPercent ?? ofAll }]);
    return lasting && counts[lasting.first]?.requests;
  });

const percentWhere = (rates: readonly (number | undefined)[], holds: (rate: number | undefined) => boolean) =>
  (100 * rates.filter(holds).length) / rates.length;
const isFound = (rate: number | undefined) => rate !== undefined;

it.each<[percent: number, ramp: Ramp]>([
  [0.5, { top: 200, outliers: 0.02 }],
  [0.5, { top: 200, outliers: 0.02, pause: 1 }],
  [2, { top: 200, outliers: 0.05 }],
  [0.5, { top: 40, outliers: 0.02 }],
  [3, { top: 40, outliers: 0.02, pause: 1 }],
  [0, { top: 16, outliers: 0.1, minPercent: ofOperation }],
  [0.5, { top: 4, outliers: 0.1, minPercent: ofOperation }],
  [0, { top: 1, outliers: 0.1, minPercent: ofOperation }],
  [4, { top: 16, outliers: 0.05, pause: 2.5, minPercent: ofOperation }],
  [4, { top: 4, outliers: 0.05, pause: 2.5, minPercent: ofOperation }],
])("in at most %d percent of healthy runs a rate is found: %o", (percent, ramp) => {
  expect(percentWhere(ratesFound(ramp), isFound)).toBeLessThanOrEqual(percent);
});

it.each<[percent: number, ramp: Ramp & { readonly knee: number }]>([
  [0, { top: 200, outliers: 0.01, knee: 100, slow: 1 }],
  [0, { top: 200, outliers: 0.01, knee: 100, slow: 0.3 }],
  [1, { top: 200, outliers: 0.01, knee: 100, slow: 0.15 }],
  [5, { top: 200, outliers: 0.01, knee: 100, slow: 0.12 }],
  [10, { top: 60, outliers: 0.01, knee: 30, slow: 0.15 }],
  [0, { top: 16, outliers: 0.01, knee: 8, slow: 1, minPercent: ofOperation }],
  [4, { top: 16, outliers: 0.01, knee: 8, slow: 0.5, minPercent: ofOperation }],
  [0, { top: 4, outliers: 0.01, knee: 2, slow: 1, minPercent: ofOperation }],
])(
  "in at most %d percent of faulty runs the rate is missed by more than a tenth and a second of the ramp: %o",
  (percent, ramp) => {
    const most = 0.1 * ramp.knee + ramp.top / seconds;
    const isMissed = (rate = Number.POSITIVE_INFINITY) => Math.abs(rate - ramp.knee) > most;
    expect(percentWhere(ratesFound(ramp), isMissed)).toBeLessThanOrEqual(percent);
  },
);

it.each<[percent: number, ramp: Ramp]>([
  [0, { top: 200, outliers: 0.02 }],
  [5, { top: 200, outliers: 0.05 }],
  [2, { top: 40, outliers: 0.02 }],
  [6, { top: 200, outliers: 0.02, pause: 1 }],
  [1, { top: 16, outliers: 0.05, minPercent: ofOperation }],
])("in at most %d percent of healthy runs the last seconds are seen as slow: %o", (percent, ramp) => {
  const slowAtEnd = countsOf(ramp).filter(
    (seconds) => findStrains([{ seconds, minPercent: ramp.minPercent ?? ofAll }]).ending,
  );
  expect((100 * slowAtEnd.length) / runs).toBeLessThanOrEqual(percent);
});

interface Queue {
  /** Requests a second that the server serves. */
  readonly capacity: number;
  /** Requests a second in each second of the load. */
  readonly rates: readonly number[];
  /** For so many seconds, somewhere in the first half, it serves none. */
  readonly stall?: number;
}

/** As `ratesFound`, for a server that serves one request after the other, each in a time that varies by half. */
function ratesOfQueue({ capacity, rates, stall = 0 }: Queue) {
  const random = pseudoRandom(2);
  return Array.from({ length: runs }, () => {
    const stalledAt = (random() * rates.length) / 2;
    let free = 0;
    const counts = rates.map((requests, second) => {
      const waits = Array.from({ length: requests }, (_, at) => {
        const sentAt = second + at / requests;
        const begins = Math.max(sentAt, free);
        const isStalled = begins >= stalledAt && begins < stalledAt + stall;
        free = (isStalled ? stalledAt + stall : begins) + (0.5 + random()) / capacity;
        return free - sentAt;
      });
      return { requests, counted: waits.filter((wait) => wait > 0.02 + 2 / capacity).length };
    });
    const { passing, lasting } = findStrains([{ seconds: counts, minPercent: ofAll }]);
    return { rate: lasting && counts[lasting.first]?.requests, stalls: passing.length };
  });
}

/** From one rate to another, one value for each second. */
const ramp = (from: number, to: number, length: number) =>
  Array.from({ length }, (_, second) => Math.round(from + ((to - from) * (second + 0.5)) / length));

it.each<[percent: number, queue: Queue]>([
  [0, { capacity: 300, rates: ramp(0, 200, 30), stall: 2.5 }],
  [1, { capacity: 300, rates: ramp(0, 200, 30), stall: 5 }],
  [0, { capacity: 100, rates: ramp(0, 60, 30), stall: 2.5 }],
])("in at most %d percent of runs a passing stall is taken for a capacity: %o", (percent, queue) => {
  const rates = ratesOfQueue(queue).map(({ rate }) => rate);
  expect(percentWhere(rates, isFound)).toBeLessThanOrEqual(percent);
});

it.each<[percent: number, queue: Queue]>([
  [0, { capacity: 100, rates: ramp(0, 200, 30) }],
  [0, { capacity: 180, rates: ramp(0, 200, 60) }],
  [0.5, { capacity: 100, rates: [...ramp(0, 120, 15), ...ramp(120, 40, 10), ...ramp(40, 120, 15)] }],
  [0, { capacity: 100, rates: [...ramp(0, 150, 15), ...ramp(90, 90, 20)] }],
  [0, { capacity: 100, rates: [...ramp(0, 104, 15), ...ramp(104, 104, 20)] }],
  [0.1, { capacity: 30, rates: ramp(0, 40, 60) }],
])("in at most %d percent of runs a queue that grows or drains is taken for a passing stall: %o", (percent, queue) => {
  const rates = ratesOfQueue(queue).map(({ rate, stalls }) => (stalls > 0 ? undefined : rate));
  expect(percentWhere(rates, (rate) => !isFound(rate))).toBeLessThanOrEqual(percent);
});

it("what gets slow in the last three seconds is found", () => {
  const rates = ratesFound({ top: 200, outliers: 0.01, knee: 180, slow: 0.15 });
  expect(percentWhere(rates, isFound)).toBeGreaterThan(90);
});

it("a stall that is shorter than the seconds of which the share is taken is found", () => {
  const stalls = (stall: number) => {
    const runsOf = ratesOfQueue({ capacity: 300, rates: ramp(20, 200, 30), stall });
    expect(
      percentWhere(
        runsOf.map(({ rate }) => rate),
        isFound,
      ),
    ).toBe(0);
    return (100 * runsOf.filter((of) => of.stalls === 1).length) / runs;
  };
  expect(stalls(2)).toBeGreaterThan(99);
  expect(stalls(1.2)).toBeGreaterThan(95);
  expect(stalls(0)).toBe(0);
});

it("a stall at a rate that is not sent again is no part of what was answered well", () => {
  const seconds = [50, 100, 150, 200, 20, 20, 20, 20, 20, 20].map((requests) => ({ requests, counted: 0 }));
  const stalled = seconds.map((second, at) => (at === 3 ? { ...second, counted: 150 } : second));
  expect(findStrains([{ seconds: stalled, minPercent: ofAll }])).toEqual({ passing: [], ending: { first: 3, end: 4 } });
});

it("each of several stalls is a stretch of its own", () => {
  const seconds = Array.from({ length: 40 }, (_, at) => ({ requests: 100 + at, counted: at % 12 === 6 ? 100 : 0 }));
  expect(findStrains([{ seconds, minPercent: ofAll }]).passing).toEqual(
    [6, 18, 30].map((at) => ({ first: at, end: at + 1 })),
  );
});
