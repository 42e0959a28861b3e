/** When a target was strained: for good, for a while, or in the last seconds that could show it. Pure. */
import {
  countedIn,
  findSustained,
  type Kind,
  keptSeconds,
  minCounted,
  percentOf,
  requestsIn,
  type SecondCount,
  type Stretch,
  windowFrom,
  windowSeconds,
} from "./sustained-share.ts";

/** A share is low again below this part of the minimum. A share just below the minimum may be chance. */
const recoveredPart = 1 / 2;
/** In a stall, at least this share of a second's requests is counted, in percent. It may be too short to raise the share of five seconds. */
const minStallPercent = 50;
const minInStall = 10;

export interface Strains {
  /** After these, the shares were low again at the same rate or a higher one. */
  readonly passing: readonly Stretch[];
  /** The first high share after which that was not seen, with the seconds that show it. */
  readonly lasting: Stretch | undefined;
  /** If there is none: seconds in which the share is high, without enough seconds after them, at their rate, to show whether it stays high. */
  readonly ending: Stretch | undefined;
}

/** Finds the seconds in which the share of any kind is high. All kinds cover the same seconds. */
export function findStrains(kinds: readonly Kind[]): Strains {
  const stalls = stallsIn(kinds);
  const passing: Stretch[] = [];
  for (let from = 0; ; ) {
    const sustained = firstSustained(kinds, from);
    const before = stalls.filter(
      ({ first }) => first >= from && first < (sustained?.first ?? Number.POSITIVE_INFINITY),
    );
    passing.push(...before.filter((stall) => hasPassed(kinds, stall)));
    if (sustained === undefined) {
      const open = before.find((stall) => !isSentAgain(kinds, stall));
      return { passing, lasting: undefined, ending: endingOf(kinds, from) ?? open };
    }
    const end = recoveredAt(kinds, sustained);
    if (end === undefined) return { passing, lasting: sustained, ending: undefined };
    passing.push({ first: sustained.first, end });
    from = end;
  }
}

function firstSustained(kinds: readonly Kind[], from: number): Stretch | undefined {
  const [found] = kinds
    .flatMap(({ seconds, minPercent }) => findSustained(seconds.slice(from), minPercent) ?? [])
    .toSorted((a, b) => a.first - b.first);
  return found && { first: from + found.first, end: from + found.end };
}

/** Stalls with the seconds around them in which a share is high. */
function stallsIn(kinds: readonly Kind[]): readonly Stretch[] {
  const isAtLeast = (counted: number, percent: number, second: SecondCount | undefined) =>
    second !== undefined && second.counted >= counted && percentOf([second]) >= percent;
  const isHigh = (at: number) =>
    kinds.some(({ seconds, minPercent }) => isAtLeast(minCounted, minPercent, seconds[at]));
  const isStalled = (at: number) => kinds.some(({ seconds }) => isAtLeast(minInStall, minStallPercent, seconds[at]));
  const indices = [...(kinds[0]?.seconds.keys() ?? [])];
  return indices
    .filter((at) => isHigh(at) && !isHigh(at - 1))
    .map((first) => ({ first, end: indices.find((at) => at > first && !isHigh(at)) ?? indices.length }))
    .filter(({ first, end }) => indices.slice(first, end).some(isStalled));
}

/** Whether the shares are low in the seconds after a stall, at the rate at which it began. */
const hasPassed = (kinds: readonly Kind[], stall: Stretch): boolean =>
  isAtRateOf(stall, kinds, stall.end) &&
  kinds.every(
    ({ seconds, minPercent }) =>
      percentOf(seconds.slice(stall.end, stall.end + windowSeconds)) < recoveredPart * minPercent,
  );

/** Whether a later second has the rate at which a stall began. */
function isSentAgain([kind]: readonly Kind[], { first, end }: Stretch): boolean {
  const seconds = kind?.seconds ?? [];
  return seconds.slice(end).some(({ requests }) => requests >= minRateOf(seconds, first));
}

/** Whether the five seconds from `at` on, or at least three at the end, have the rate at which a strain began. */
function isAtRateOf({ first }: Stretch, [kind]: readonly Kind[], at: number): boolean {
  const seconds = kind?.seconds ?? [];
  const row = seconds.slice(at, at + windowSeconds);
  return row.length >= keptSeconds && requestsIn(row) >= minRateOf(seconds, first) * row.length;
}

/** The rate of a second. At the same rate, the number of requests in a second differs by up to one. */
const minRateOf = (seconds: readonly SecondCount[], at: number) => (seconds[at]?.requests ?? 0) - 1;

/**
 * The index of the first second from which on all shares are low for five seconds, at the rate at which the strain began: at a lower rate, only a
 * queue may have drained.
 */
function recoveredAt(kinds: readonly Kind[], strain: Stretch): number | undefined {
  const { first, end } = strain;
  // An operation that is no longer sent does not show that it would be answered well.
  const isLow = ({ seconds: of, minPercent }: Kind, at: number) => {
    const row = windowFrom(of, at);
    const isShown = countedIn(of.slice(first, end)) < minCounted || requestsIn(row) >= minCounted;
    return isShown && percentOf(row) < recoveredPart * minPercent;
  };
  return [...(kinds[0]?.seconds.keys() ?? [])].find(
    (at) => at >= end && isAtRateOf(strain, kinds, at) && kinds.every((kind) => isLow(kind, at)),
  );
}

/** The seconds at the end of the load in which the share of a kind is high. */
function endingOf(kinds: readonly Kind[], from: number): Stretch | undefined {
  const stretches = kinds.flatMap(({ seconds, minPercent }) => {
    const first = Math.max(from, seconds.findLastIndex((second) => percentOf([second]) < minPercent) + 1);
    return countedIn(seconds.slice(first)) < minCounted ? [] : [{ first, end: seconds.length }];
  });
  return stretches.toSorted((a, b) => a.first - b.first)[0];
}
