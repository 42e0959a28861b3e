/** Which latencies of a load run are longer than before. */
import { listed } from "../model/in-words.ts";
import type { LoadFigures, Percentiles } from "../model/load-figures.ts";
import { shownMs } from "../reports/load-table.ts";
import { commonScenarios, latencyPairs, type Pair } from "./common-scenarios.ts";
import type { NamedReport } from "./named-report.ts";
import { isBeyondCapacity } from "./not-compared.ts";

/** The median of at least this many responses varies little from run to run. */
const manyResponses = 100;

/**
 * With fewer than `minResponses`, one slow response or a few decide the percentile. `minMs`: by how many ms a percentile of that many responses must
 * also be longer, since timers and other processes of a machine cause smaller differences.
 */
const percentiles = [
  { percentile: "p50", minResponses: 20, minMs: (count: number) => (count < manyResponses ? 10 : 5) },
  { percentile: "p95", minResponses: 20, minMs: () => 10 },
  { percentile: "p99", minResponses: 1000, minMs: () => 20 },
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
  /** `p95`. */
  readonly percentile: string;
  readonly before: string;
  readonly after: string;
  /** In milliseconds, by how much it is longer, and by how much it must be to count. */
  readonly difference: number;
  readonly minDifference: number;
  /** The smaller number of responses, and how many there must be. */
  readonly count: number;
  readonly minResponses: number;
}

/** The percentiles that are longer by more than the tolerated share, however small the difference is in ms. */
function longerPercentiles(
  old: Percentiles | undefined,
  now: Percentiles | undefined,
  { maxPercent, minDifferenceMs }: Tolerance,
): readonly LongerPercentile[] {
  if (old === undefined || now === undefined) return [];
  const count = Math.min(old.count, now.count);
  return percentiles.flatMap(({ percentile, minResponses, minMs }) => {
    const [before, after] = [old[percentile], now[percentile]];
    if (before === undefined || after === undefined || after <= before * (1 + maxPercent / 100)) return [];
    const differences = { difference: after - before, minDifference: minDifferenceMs ?? minMs(count) };
    return [{ percentile, before: shownMs(before), after: shownMs(after), ...differences, count, minResponses }];
  });
}

const hasEnough = ({ count, minResponses }: LongerPercentile) => count >= minResponses;
const isLongEnough = ({ difference, minDifference }: LongerPercentile) => difference > minDifference;

/** One sentence for all percentiles that are longer. */
export function longerThanAllowed(
  { name, old, now }: Pair<Percentiles | undefined>,
  tolerance: Tolerance,
): readonly string[] {
  const worse = longerPercentiles(old, now, tolerance).filter((each) => hasEnough(each) && isLongEnough(each));
  if (worse.length === 0) return [];
  const after = listed(worse.map((each) => `${each.percentile} latency ${each.after}`));
  const before = listed(worse.map((each) => each.before));
  return [
    `${name}: ${after} of ${now?.count} responses, more than ${tolerance.maxPercent}% above ${before} of ${old?.count}`,
  ];
}

/** Which latencies are longer by more than the share, and why that does not count. */
export const longerWithoutRegression = (reports: readonly NamedReport[], tolerance: Tolerance): readonly string[] =>
  commonScenarios(reports)
    .filter(({ old, now }) => !isBeyondCapacity([old, now]))
    .flatMap((each) => [...tooFewResponses(each, tolerance), ...tooSmallDifferences(each, tolerance)]);

/** A percentile of a scenario that is longer, but of too few responses. */
const tooFewResponses = ({ name, old, now }: Pair<LoadFigures>, tolerance: Tolerance): readonly string[] =>
  longerPercentiles(old.latency, now.latency, tolerance)
    .filter((each) => !hasEnough(each) && isLongEnough(each))
    .map(
      ({ percentile, before, after, count, minResponses }) =>
        `${name}: ${percentile} latency not compared: ${after}, before ${before}, but of ${count} responses, and ${minResponses} are needed: a longer run has more`,
    );

/** One sentence for the scenario and its operations, the scenario first. */
export function tooSmallDifferences(scenario: Pair<LoadFigures>, tolerance: Tolerance): readonly string[] {
  const small = latencyPairs(scenario).flatMap(({ name, old, now }) =>
    longerPercentiles(old, now, tolerance)
      .filter((each) => hasEnough(each) && !isLongEnough(each) && each.difference >= minReportedMs)
      .map(({ percentile, after, before }) => `${name}: ${percentile} ${after}, before ${before}`),
  );
  if (small.length === 0) return [];
  const more = small.length - maxNamed;
  const named = [...small.slice(0, maxNamed), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
  return [
    `these latencies are more than ${tolerance.maxPercent}% longer, but by too few milliseconds for a regression (--min-difference changes that): ${named}`,
  ];
}

const maxNamed = 3;
