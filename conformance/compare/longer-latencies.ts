/** Which latencies of a load run are longer than before. */
import { groupBy } from "../model/group-by.ts";
import { listed } from "../model/in-words.ts";
import type { LoadFigures, Percentiles } from "../model/load-figures.ts";
import { shownMs } from "../reports/load-table.ts";
import { commonScenarios, latencyPairs, type Pair } from "./common-scenarios.ts";
import type { NamedReport } from "./named-report.ts";
import { comparedLatencies } from "./not-compared.ts";

/** The median of at least this many responses varies little from run to run. */
const manyResponses = 100;

/**
 * `minMs`: by how many ms a percentile of that many responses must also be longer, since timers and other processes of a machine cause smaller
 * differences. `minResponses`: with fewer, a few slow responses decide the percentile; where both runs have its range, the ranges tell instead.
 * `minMentioned`: with fewer, it is one of the longest, and is not mentioned.
 */
const percentiles = [
  { percentile: "p50", minMentioned: 20, minResponses: 20, minMs: (count: number) => (count < manyResponses ? 10 : 5) },
  { percentile: "p95", minMentioned: 20, minResponses: 200, minMs: () => 10 },
  { percentile: "p99", minMentioned: 100, minResponses: 1000, minMs: () => 20 },
] as const;

/** How much longer a latency may be. */
export interface Tolerance {
  readonly maxPercent: number;
  /** By how many milliseconds a percentile must also be longer, in place of the `minMs` of each. */
  readonly minDifferenceMs?: number | undefined;
}

/** `p50 by 5 ms (10 ms with fewer than 100 responses), p95 by 10 ms and p99 by 20 ms`. */
export const shownMinimums: string = listed(
  percentiles.map(({ percentile, minMs }) => {
    const [few, many] = [minMs(0), minMs(manyResponses)];
    return `${percentile} by ${many} ms${few === many ? "" : ` (${few} ms with fewer than ${manyResponses} responses)`}`;
  }),
);

/** A smaller difference is not reported at all. */
const minReportedMs = 2;

interface LongerPercentile {
  /** The scenario, or the scenario and the operation. */
  readonly name: string;
  /** `p95`. */
  readonly percentile: string;
  /** How long it was before and is now, in milliseconds, and of how many responses. */
  readonly before: number;
  readonly after: number;
  readonly counts: readonly [before: number, after: number];
  /** In milliseconds, by how much longer it must be to count. */
  readonly minDifference: number;
  /** Two runs of one target hardly differ by as much. */
  readonly isCertain: boolean;
}

/** The percentiles of the scenario and of its operations that are longer by more than the tolerated share, however small the difference is in ms. */
function longerPercentiles(scenario: Pair<LoadFigures>, tolerance: Tolerance): readonly LongerPercentile[] {
  const compared = comparedLatencies(scenario);
  const pairs = compared === undefined ? [] : latencyPairs(compared);
  const isStallNew = hasNewStall(scenario) && compared?.now === scenario.now;
  return pairs.flatMap(({ name, old, now }) =>
    old === undefined || now === undefined
      ? []
      : longerIn({ name, old, now }, isStallNew && name === scenario.name, tolerance),
  );
}

function longerIn(
  { name, old, now }: Pair<Percentiles>,
  isStallNew: boolean,
  { maxPercent, minDifferenceMs }: Tolerance,
): readonly LongerPercentile[] {
  const count = Math.min(old.count, now.count);
  return percentiles.flatMap(({ percentile, minMentioned, minResponses, minMs }) => {
    const [before, after] = [old[percentile], now[percentile]];
    if (before === undefined || after === undefined || count < minMentioned) return [];
    if (after <= before * (1 + maxPercent / 100)) return [];
    const [oldRange, newRange] = [old.ranges?.[percentile], now.ranges?.[percentile]];
    const isCertain =
      oldRange === undefined || newRange === undefined
        ? count >= minResponses
        : newRange.low > (oldRange.high ?? Number.POSITIVE_INFINITY);
    return [
      {
        name,
        percentile,
        before,
        after,
        counts: [old.count, now.count],
        minDifference: minDifferenceMs ?? minMs(count),
        isCertain: isCertain || isStallNew,
      },
    ];
  });
}

/**
 * Only the last run stalled. One stall may have any cause, but nothing else would say that it is there. Where the load rises, latencies are compared
 * without it, so it is a regression by itself; elsewhere it makes certain what is longer.
 */
export const hasNewStall = ({ old, now }: Pair<LoadFigures>): boolean =>
  now.hasStalled === true && old.hasStalled !== true;

const differenceOf = ({ before, after }: LongerPercentile) => after - before;
const isLongEnough = (longer: LongerPercentile) => differenceOf(longer) > longer.minDifference;

/** A sentence for the scenario, and one for each operation, in which percentiles are longer. */
export function longerThanAllowed(scenario: Pair<LoadFigures>, tolerance: Tolerance): readonly string[] {
  const worse = longerPercentiles(scenario, tolerance).filter((each) => each.isCertain && isLongEnough(each));
  return groupBy(worse, ({ name }) => name).flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    const [before, after] = first.counts;
    const latencies = listed(of.map((each) => `${each.percentile} latency ${shownMs(each.after)}`));
    const earlier = listed(of.map((each) => shownMs(each.before)));
    return [
      `${first.name}: ${latencies} of ${after} responses, more than ${tolerance.maxPercent}% above ${earlier} of ${before}`,
    ];
  });
}

/** Which latencies are longer by more than the share, and why that does not count. */
export const longerWithoutRegression = (reports: readonly NamedReport[], tolerance: Tolerance): readonly string[] =>
  commonScenarios(reports).flatMap((scenario) => {
    const longer = longerPercentiles(scenario, tolerance);
    const found = new Set(longer.flatMap((each) => (each.isCertain && isLongEnough(each) ? [each.name] : [])));
    const uncertain = longer.filter((each) => isLongEnough(each) && !found.has(each.name));
    const small = longer.filter((each) => each.isCertain && !isLongEnough(each) && differenceOf(each) >= minReportedMs);
    return [
      ...named(
        uncertain,
        `these latencies are more than ${tolerance.maxPercent}% longer, but two runs of one target may differ as much, with so few responses or such uneven ones (a longer run is more exact)`,
      ),
      ...named(
        small,
        `these latencies are more than ${tolerance.maxPercent}% longer, but by too few milliseconds for a regression (--min-difference changes that)`,
      ),
    ];
  });

const maxNamed = 3;

/** `text: spike: p99 300 ms of 900 responses, before 60 ms of 950; …`: the first three. */
function named(longer: readonly LongerPercentile[], text: string): readonly string[] {
  if (longer.length === 0) return [];
  const more = longer.length - maxNamed;
  const sentences = longer
    .slice(0, maxNamed)
    .map(
      ({ name, percentile, before, after, counts }) =>
        `${name}: ${percentile} ${shownMs(after)} of ${counts[1]} responses, before ${shownMs(before)} of ${counts[0]}`,
    );
  return [`${text}: ${[...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")}`];
}
