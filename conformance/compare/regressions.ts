/** What got worse from the first load run to the last: latencies by more than a share, and requests that fail. */
import { plural } from "../../cli/plural.ts";
import { listed } from "../model/in-words.ts";
import type { Capacity, LoadFigures, Percentiles } from "../model/load-figures.ts";
import { shownMs } from "../reports/load-table.ts";
import { commonScenarios, latencyPairs, type Pair } from "./common-scenarios.ts";
import { failedShare, hasFailures, shownCapacity, shownShare } from "./load-figures.ts";
import { longer, shownMinimums, type Tolerance } from "./longer-latencies.ts";
import type { NamedReport } from "./named-report.ts";
import { isBeyondCapacity } from "./not-compared.ts";

/** By how many percentage points the share of failed requests must be higher. */
export const minFailedPoints = 0.5;

export interface Regressions extends Tolerance {
  /** A sentence for each. */
  readonly found: readonly string[];
  /** Why nothing can be said. */
  readonly unjudged: string | undefined;
  /** The scenarios that were compared, by whether their load rose beyond the capacity. */
  readonly belowCapacity: readonly string[];
  readonly beyondCapacity: readonly string[];
}

/** Of each scenario that the first and the last report have, and of its operations; undefined if there is none. */
export function regressionsIn(reports: readonly NamedReport[], tolerance: Tolerance): Regressions | undefined {
  const common = commonScenarios(reports);
  if (common.length === 0) return undefined;
  const incomplete = whyUnjudged(reports);
  const found = incomplete === undefined ? common.flatMap((each) => regressionsOf(each, tolerance)) : [];
  const openIn = (each: Pair<LoadFigures>) => [...lessLoad(each), ...otherOperations(each, tolerance.maxPercent)];
  const open = found.length > 0 ? [] : [...common.flatMap(openIn), ...common.flatMap(withoutCapacity)];
  const unjudged = incomplete ?? open[0];
  const isBeyond = ({ old, now }: Pair<LoadFigures>) => isBeyondCapacity([old, now]);
  const beyondCapacity = common.filter(isBeyond).map(({ name }) => name);
  const belowCapacity = common.filter((each) => !isBeyond(each)).map(({ name }) => name);
  return { ...tolerance, found, unjudged, belowCapacity, beyondCapacity };
}

/** `3 regressions`. Where there is none, it says of which scenarios only the capacity was compared. */
export function regressionsCount({ found, unjudged, belowCapacity, beyondCapacity }: Regressions): string {
  if (unjudged !== undefined) return "Regressions not judged";
  if (found.length > 0) return plural(found.length, "regression");
  if (beyondCapacity.length === 0) return "No regression";
  if (belowCapacity.length === 0) return "No regression of the capacity";
  return `No regression in ${listed([...belowCapacity, ...beyondCapacity.map((name) => `the capacity of ${name}`)])}`;
}

/** `3 regressions (--max-regression 20%)`. Where there is none, it says what would not count as one. */
export function regressionsTitle(regressions: Regressions): string {
  const { maxPercent, minDifferenceMs, found, unjudged, belowCapacity } = regressions;
  const isNone = found.length === 0 && unjudged === undefined;
  const limits = isNone && belowCapacity.length > 0 ? `; ${shownMinimums(regressions)}` : "";
  const minDifference = minDifferenceMs === undefined ? "" : ` --min-difference ${minDifferenceMs}ms`;
  return `${regressionsCount(regressions)} (--max-regression ${maxPercent}%${minDifference}${limits})`;
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

/** The different shapes of the first and the last load: `b.json: --rate 60`; none if a report does not say. */
function shapesOf(reports: readonly NamedReport[]): readonly string[] {
  const ends = [reports[0], reports.at(-1)].flatMap((each) => {
    const shape = each?.report.load?.shape;
    return each === undefined || shape === undefined ? [] : [{ name: each.name, shape }];
  });
  return new Set(ends.map(({ shape }) => shape)).size < 2
    ? []
    : ends.map(({ name, shape }) => `${name}: ${shape || "the scenario's own"}`);
}

/** By which factor rates must differ. A scenario whose users wait for responses sends fewer where these take longer. */
export const minRateRatio = 1.5;

/** Under less load, latencies that are not longer are no sign of anything. */
function lessLoad({ name, old, now }: Pair<LoadFigures>): readonly string[] {
  if (old.perSecond <= minRateRatio * now.perSecond) return [];
  const [before, after] = [old, now].map(({ perSecond }) => perSecond.toFixed(1));
  return [
    `${name} was sent at ${after} requests a second, and before at ${before}: nothing got worse, but under less load nothing need; compare runs with the same options`,
  ];
}

/** A capacity is asked for, too, so where only one of the two has one, that nothing else got worse does not suffice. */
const withoutCapacity = ({ name, old, now }: Pair<LoadFigures>): readonly string[] =>
  (old.capacity === undefined) === (now.capacity === undefined)
    ? []
    : [`${name}: only one of the two runs has a capacity; nothing else that was compared got worse`];

function regressionsOf({ name, old, now }: Pair<LoadFigures>, tolerance: Tolerance): readonly string[] {
  const pairs = latencyPairs({ name, old, now });
  const silent = pairs.flatMap(noneAnswered);
  const isBeyond = isBeyondCapacity([old, now]);
  // Beyond the capacity, how many fail depends on the load; that any do where none did before does not.
  const failures = isBeyond && hasFailures(old) ? [] : [moreFailed, moreUnanswered];
  return [
    ...failures.flatMap((compare) => compare({ name, old, now })),
    ...lowerCapacity({ name, old, now }, tolerance.maxPercent),
    ...silent,
    ...(isBeyond ? [] : pairs.flatMap((pair) => longer(pair, tolerance))),
  ];
}

function moreFailed({ name, old, now }: Pair<LoadFigures>): readonly string[] {
  const [before, after] = [failedShare(old), failedShare(now)];
  if (100 * (after - before) <= minFailedPoints) return [];
  const earlier = hasFailures(old) ? `${shownShare(before)} of ${old.requests}` : "none";
  return [`${name}: ${shownShare(after)} of ${now.requests} requests failed, before ${earlier}`];
}

/** So many more requests that get no answer are no accident of a connection. */
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
  // An operation that only the second covers may be what gets slow there, and may have been before.
  if (onlyWithout(before, after).length > 0) return [];
  return [`${name}: a capacity of ${shownCapacity(after)} requests a second, before ${shownCapacity(before)}`];
}

/** Of a capacity between two rates only that it is below the higher one is certain, and that it was not below the lower one before. */
const isLower = (before: Capacity, after: Capacity, maxPercent: number) =>
  after.isReached && (after.slowAt ?? after.perSecond) < before.perSecond / (1 + maxPercent / 100);

/** The operations that only `another` covers. */
const onlyWithout = ({ without = [] }: Capacity, another: Capacity) =>
  without.filter((operation) => another.without?.includes(operation) !== true);

/** An operation that only one of the capacities covers may be slower than before, or have been as slow before. */
function otherOperations({ name, old, now }: Pair<LoadFigures>, maxPercent: number): readonly string[] {
  const [before, after] = [old.capacity, now.capacity];
  if (before === undefined || after === undefined) return [];
  const operations = isLower(before, after, maxPercent) ? onlyWithout(before, after) : onlyWithout(after, before);
  if (operations.length === 0) return [];
  return [
    `${name}: only one of the capacities, ${shownCapacity(before)} and ${shownCapacity(after)} requests a second, covers ${listed(operations)}; compare runs that begin at a lower rate`,
  ];
}

const noneAnswered = ({ name, old, now }: Pair<Percentiles | undefined>): readonly string[] =>
  old === undefined || now !== undefined
    ? []
    : [`${name}: no p95 latency, since nothing was served; before it was ${shownMs(old.p95)}`];
