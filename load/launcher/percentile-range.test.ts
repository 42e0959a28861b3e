import { describe, expect, it } from "vitest";
import { percentile } from "../../conformance/model/percentile.ts";
import { pseudoRandom } from "../../conformance/testing/simulated-limiters/pseudo-random.ts";
import { type Measurement, percentileRange } from "./percentile-range.ts";

/** How a target answers: the latency of a request that is sent at this time, in milliseconds. `random`: from 0 to 1. */
type Target = (sentAt: number, random: () => number) => number;

type MakeTarget = (random: () => number) => Target;

const usual = (random: () => number) => 2 + 2 * random();
const steady: Target = (_, random) => usual(random);
const slowNowAndThen: Target = (_, random) => usual(random) + (random() < 0.03 ? 200 : 0);
const pausing: Target = (sentAt, random) => usual(random) + Math.max(0, 150 - (sentAt % 2000));

/** The pauses come at random, about one in two seconds. */
function pausingAtRandom(random: () => number): Target {
  const pauses = Array.from({ length: 40 }, () => random() * 80_000);
  return (sentAt) => usual(random) + Math.max(0, ...pauses.map((at) => (at <= sentAt ? 150 - (sentAt - at) : 0)));
}

/** A run of 15 s at 50 requests a second. */
function rangeOf(target: Target, random: () => number, percent: number) {
  const shift = random() * 10_000;
  const sent = Array.from({ length: 750 }, (_, at) => 20 * at + 20 * random());
  const sorted = sent
    .map((sentAt): Measurement => ({ sentAt, ms: target(sentAt + shift, random) }))
    .toSorted((a, b) => a.ms - b.ms);
  const value = percentile(
    sorted.map(({ ms }) => ms),
    percent,
  );
  return percentileRange(sorted, percent, value);
}

const pairs = 400;

/** In how many percent of pairs of runs the second is surely slower than the first. `before` and `after`: make the target of a run. */
function percentSurelySlower(before: MakeTarget, after: MakeTarget, percent: number) {
  const random = pseudoRandom(1);
  const isSlower = () => {
    const { high = Number.POSITIVE_INFINITY } = rangeOf(before(random), random, percent);
    return rangeOf(after(random), random, percent).low > high;
  };
  return (100 * Array.from({ length: pairs }, isSlower).filter(Boolean).length) / pairs;
}

const always = (target: Target) => () => target;
const slowerBy =
  (ms: number, target: Target): Target =>
  (sentAt, random) =>
    ms + target(sentAt, random);

describe.each([50, 95, 99])("p%d", (percent) => {
  it.each<[string, MakeTarget]>([
    ["steady", always(steady)],
    ["with a slow response now and then", always(slowNowAndThen)],
    ["with regular pauses", always(pausing)],
    ["with pauses at random", pausingAtRandom],
  ])("of two runs of a target %s does not differ surely", (_, target) => {
    expect(percentSurelySlower(target, target, percent)).toBeLessThanOrEqual(1);
  });
});

it("is surely higher where all responses take longer", () => {
  for (const [percent, found] of [
    [50, 99],
    [95, 99],
    // In some of the runs, 750 responses are too few for the upper end.
    [99, 70],
  ] as const)
    expect(percentSurelySlower(always(steady), always(slowerBy(10, steady)), percent)).toBeGreaterThan(found);
  for (const percent of [50, 95])
    expect(percentSurelySlower(always(pausing), always(slowerBy(200, pausing)), percent)).toBeGreaterThan(95);
  expect(percentSurelySlower(always(steady), always(pausing), 95)).toBeGreaterThan(90);
});

it("has no upper end if the responses are too few to say, and is wider in a short run", () => {
  const measured = Array.from({ length: 50 }, (_, at): Measurement => ({ sentAt: 1000 * (at % 10), ms: at }));
  expect(percentileRange(measured, 95, 46.6)).toEqual({ low: 44 });
  expect(percentileRange(measured, 50, 24.5)).toEqual({ low: 17, high: 33 });
  expect(percentileRange(measured.slice(0, 1), 50, 0)).toEqual({ low: 0 });
  const ofTwoSeconds = measured.map(({ sentAt, ms }) => ({ sentAt: sentAt / 5, ms }));
  expect(percentileRange(ofTwoSeconds, 50, 24.5)).toEqual({ low: 9, high: 41 });
});

it("is exact where all the slowest took equally long, as what is given up does", () => {
  const sent = Array.from(
    { length: 1000 },
    (_, at): Measurement => ({ sentAt: 20 * at, ms: at % 20 > 0 ? 2 : 30_000 }),
  );
  const sorted = sent.toSorted((a, b) => a.ms - b.ms);
  expect(percentileRange(sorted, 99, 30_000)).toEqual({ low: 30_000, high: 30_000 });
  expect(percentileRange(sorted, 50, 2)).toEqual({ low: 2, high: 2 });
});
