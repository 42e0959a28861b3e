/** What got worse from the first load run to the last: latencies, the capacity, and the requests that failed or got no answer. */
import { plural } from "../../cli/plural.ts";
import { listed } from "../model/in-words.ts";
import type { Capacity, LoadFigures, Percentiles } from "../model/load-figures.ts";
import { shownMs } from "../reports/load-table.ts";
import { commonScenarios, latencyPairs, type Pair } from "./common-scenarios.ts";
import { failedShare, hasFailures, shownCapacity, shownShare } from "./load-figures.ts";
import {
  hasNewStall,
  longerThanAllowed,
  longerWithoutRegression,
  shownMinimums,
  type Tolerance,
} from "./longer-latencies.ts";
import type { NamedReport } from "./named-report.ts";
import { type ComparedPart, comparedPart, isBeyondCapacity } from "./not-compared.ts";

/** The share of failed requests is a regression if it rose by more than this many percentage points. */
export const minFailedPoints = 0.5;

export interface Regressions extends Tolerance {
  /** A sentence for each regression. */
  readonly found: readonly string[];
  /** Why it is open whether something got worse; undefined if it is known. */
  readonly unjudged: string | undefined;
  /** Which latencies of each scenario were compared. */
  readonly scenarios: readonly ComparedScenario[];
  /** Some latencies are longer by the share, but that does not count. */
  readonly hasLonger: boolean;
}

interface ComparedScenario {
  readonly scenario: string;
  readonly latencies: ComparedPart;
}

/**
 * The regressions of each scenario that both the first and the last report have, and of its operations; undefined if they have no scenario in common.
 */
export function regressionsIn(reports: readonly NamedReport[], tolerance: Tolerance): Regressions | undefined {
  const common = commonScenarios(reports);
  if (common.length === 0) return undefined;
  const incomplete = whyUnjudged(reports);
  const found = incomplete === undefined ? common.flatMap((each) => regressionsOf(each, tolerance)) : [];
  const openIn = (each: Pair<LoadFigures>) => [
    ...lessLoad(each),
    ...otherOperations(each, tolerance.maxPercent),
    ...otherRates(each),
  ];
  const open = found.length > 0 ? [] : [...common.flatMap(openIn), ...common.flatMap(withoutCapacity)];
  const unjudged = incomplete ?? open[0];
  const scenarios = common.map((each) => ({ scenario: each.name, latencies: comparedPart(each) }));
  const hasLonger = longerWithoutRegression(reports, tolerance).length > 0;
  return { ...tolerance, found, unjudged, scenarios, hasLonger };
}

/** `3 regressions`. If there is none, the text says of which scenarios only the capacity was compared, or the latency below it. */
export function regressionsCount({ found, unjudged, scenarios }: Regressions): string {
  if (unjudged !== undefined) return "Regressions not judged";
  if (found.length > 0) return plural(found.length, "regression");
  const [kind, another] = new Set(scenarios.map(({ latencies }) => latencies));
  if (kind !== undefined && another === undefined) return `No regression${ofOne[kind]}`;
  const named = scenarios.map(({ scenario, latencies }) =>
    latencies === "none" ? `the capacity of ${scenario}` : `${scenario}${ofOne[latencies]}`,
  );
  return `No regression in ${listed(named)}`;
}

const ofOne = {
  all: "",
  "below the capacity": " below the capacity",
  none: " of the capacity; latency not judged",
} as const;

/** `3 regressions (--max-regression 20%)`. If there is none, the text says which differences do not count as one. */
export function regressionsTitle(regressions: Regressions): string {
  const { maxPercent, minDifferenceMs, found, unjudged, scenarios, hasLonger } = regressions;
  const isNone = found.length === 0 && unjudged === undefined;
  const hasLatencies = scenarios.some(({ latencies }) => latencies !== "none");
  const limits = isNone && hasLatencies && minDifferenceMs === undefined ? `; ${shownMinimums}` : "";
  const minDifference = minDifferenceMs === undefined ? "" : ` --min-difference ${minDifferenceMs}ms`;
  const longer = isNone && hasLonger ? `, though some latencies are more than ${maxPercent}% longer` : "";
  return `${regressionsCount(regressions)}${longer} (--max-regression ${maxPercent}%${minDifference}${limits})`;
}

function whyUnjudged(reports: readonly NamedReport[]): string | undefined {
  const ends = [reports[0], reports.at(-1)];
  const part = ends.find((each) => each?.report.conclusion === "inconclusive" && each.report.load?.reachedEnd !== true);
  if (part !== undefined)
    return `${part.name} is inconclusive, and its figures may be those of a part of the run: compare a run that came to its end`;
  const ended = ends.find((each) => each?.report.load?.isEndedEarly === true);
  if (ended !== undefined)
    return `${ended.name} was ended before its time, and its figures are those of a part of the run: compare a run that came to its end`;
  const shapes = shapesOf(reports);
  return shapes.length < 2
    ? undefined
    : `the loads had different shapes, on which latencies and errors depend: ${shapes.join("; ")}; compare runs with the same options`;
}

/** The shapes of the first and the last load, `b.json: --rate 60`; empty if they are the same, or if a report does not have its shape. */
function shapesOf(reports: readonly NamedReport[]): readonly string[] {
  const ends = [reports[0], reports.at(-1)].flatMap((each) => {
    const shape = each?.report.load?.shape;
    return each === undefined || shape === undefined ? [] : [{ name: each.name, shape }];
  });
  return new Set(ends.map(({ shape }) => shape)).size < 2
    ? []
    : ends.map(({ name, shape }) => `${name}: ${shape || "the scenario's own"}`);
}

/**
 * Rates that differ by up to this factor count as the same load: a scenario whose users wait for responses sends fewer requests if these take longer.
 */
export const minRateRatio = 1.5;

/** If the last run had much less load, latencies that are not longer do not show that nothing got worse. */
function lessLoad({ name, old, now }: Pair<LoadFigures>): readonly string[] {
  if (old.perSecond <= minRateRatio * now.perSecond) return [];
  const [before, after] = [old, now].map(({ perSecond }) => perSecond.toFixed(1));
  return [
    `${name}: ${after} requests a second were sent, before ${before}. Nothing got worse, but the lower load may hide a regression; compare runs with the same options`,
  ];
}

/** If the load of neither rose beyond the capacity, but to different rates, no latencies are compared. */
const otherRates = ({ name, old, now }: Pair<LoadFigures>): readonly string[] =>
  comparedPart({ name, old, now }) !== "none" || isBeyondCapacity([old, now])
    ? []
    : [
        `${name}: the loads rose to ${old.capacity?.perSecond} and ${now.capacity?.perSecond} requests a second, on which latencies depend; compare runs with the same options`,
      ];

/** If only one of the two runs has a capacity, the capacities cannot be compared, so "no regression" would claim too much. */
const withoutCapacity = ({ name, old, now }: Pair<LoadFigures>): readonly string[] =>
  (old.capacity === undefined) === (now.capacity === undefined)
    ? []
    : [`${name}: only one of the two runs has a capacity; nothing else that was compared got worse`];

function regressionsOf({ name, old, now }: Pair<LoadFigures>, tolerance: Tolerance): readonly string[] {
  const silent = latencyPairs({ name, old, now }).flatMap(noneMeasured);
  const isBeyond = isBeyondCapacity([old, now]);
  // Beyond the capacity, the number of failures depends on the load, so it is compared only if the first run had none.
  const failures = isBeyond && hasFailures(old) ? [] : [moreFailed, moreUnanswered];
  return [
    ...failures.flatMap((compare) => compare({ name, old, now })),
    ...lowerCapacity({ name, old, now }, tolerance.maxPercent),
    ...silent,
    ...newStall({ name, old, now }),
    ...longerThanAllowed({ name, old, now }, tolerance),
  ];
}

/** Where the load rises, the latencies that are compared are without a stall, so it counts by itself. */
const newStall = ({ name, old, now }: Pair<LoadFigures>): readonly string[] =>
  now.capacity !== undefined && hasNewStall({ name, old, now })
    ? [`${name}: ${now.slowdown ?? "a stall"}; before, none`]
    : [];

function moreFailed({ name, old, now }: Pair<LoadFigures>): readonly string[] {
  const [before, after] = [failedShare(old), failedShare(now)];
  if (100 * (after - before) <= minFailedPoints) return [];
  const earlier = hasFailures(old) ? `${shownShare(before)} of ${old.requests}` : "none";
  return [`${name}: ${shownShare(after)} of ${now.requests} requests failed, before ${earlier}`];
}

/** A smaller increase of the unanswered requests is no regression: a single one may be a lost connection. */
const minUnanswered = 2;

function moreUnanswered({ name, old, now }: Pair<LoadFigures>): readonly string[] {
  const [before, after] = [old.unanswered ?? 0, now.unanswered ?? 0];
  if (after - before < minUnanswered || after / now.requests < (2 * before) / old.requests) return [];
  const earlier = before === 0 ? "none" : `${before} of ${old.requests}`;
  return [`${name}: ${after} of ${now.requests} requests without an answer, before ${earlier}`];
}

function lowerCapacity({ name, old, now }: Pair<LoadFigures>, maxPercent: number): readonly string[] {
  const [before, after] = [old.capacity, now.capacity];
  if (before === undefined || after === undefined || !isLower(before, after, maxPercent)) return [];
  // An operation that only the last capacity covers may be the slow one, and may have been as slow in the first run.
  if (onlyWithout(before, after).length > 0) return [];
  return [`${name}: a capacity of ${shownCapacity(after)} requests a second, before ${shownCapacity(before)}`];
}

/** A capacity lies between `perSecond` and `slowAt`. It is certainly lower if its upper end now is below its lower end before, less the tolerance. */
const isLower = (before: Capacity, after: Capacity, maxPercent: number) =>
  after.isReached && (after.slowAt ?? after.perSecond) < before.perSecond / (1 + maxPercent / 100);

/** The operations that the capacity does not cover, but `another` does. */
const onlyWithout = ({ without = [] }: Capacity, another: Capacity) =>
  without.filter((operation) => another.without?.includes(operation) !== true);

/** If only one of the capacities covers an operation, that operation may explain a lower capacity, or hide one. */
function otherOperations({ name, old, now }: Pair<LoadFigures>, maxPercent: number): readonly string[] {
  const [before, after] = [old.capacity, now.capacity];
  if (before === undefined || after === undefined) return [];
  const operations = isLower(before, after, maxPercent) ? onlyWithout(before, after) : onlyWithout(after, before);
  if (operations.length === 0) return [];
  return [
    `${name}: only one of the capacities, ${shownCapacity(before)} and ${shownCapacity(after)} requests a second, covers ${listed(operations)}; compare runs that begin at a lower rate`,
  ];
}

const noneMeasured = ({ name, old, now }: Pair<Percentiles | undefined>): readonly string[] =>
  old === undefined || now !== undefined
    ? []
    : [`${name}: no p95 latency, since nothing was served; before it was ${shownMs(old.p95)}`];
