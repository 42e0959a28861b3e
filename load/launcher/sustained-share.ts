/** Finds the seconds from which on a share of the requests stays high, or is high for a while. Pure. */

/** Of the requests of one second. */
export interface SecondCount {
  readonly counted: number;
  readonly requests: number;
}

/**
 * The share is that of five seconds without the two in which it is highest: a pause of the machine, such as a collection of garbage, is seen in
 * two, and a single second has so few requests that its share depends on chance. At the end it is at least that high in each of the last three.
 */
const windowSeconds = 5;
const leftOutSeconds = 2;
const keptSeconds = windowSeconds - leftOutSeconds;
/** It takes more seconds where fewer requests are sent in five. */
const minInWindow = 8;
/** Fewer requests than this in these seconds are chance. */
const minCounted = 4;
/** A share that is below this part of the minimum is low again. A share near the minimum is seen as lower by chance. */
const recoveredPart = 1 / 2;

/** What is counted in each second, and the share in percent that is high. The first kind is of all requests, others may be of some. */
export interface Kind {
  readonly seconds: readonly SecondCount[];
  readonly minPercent: number;
}

/** Indices of seconds; `end` is exclusive. */
export interface Stretch {
  readonly first: number;
  readonly end: number;
}

export interface Strains {
  /** After these, requests at the same rate or a higher one were no longer counted. */
  readonly passing: readonly Stretch[];
  /** The first from which on that was not seen, and the seconds that show it. */
  readonly lasting: Stretch | undefined;
  /** If there is none, the seconds at the end in which the share is high: too few to tell whether it would stay so. */
  readonly ending: Stretch | undefined;
}

/** Where the share of any kind is high. All kinds are of the same seconds. */
export function findStrains(kinds: readonly Kind[], from = 0): Strains {
  const rest = kinds.map(({ seconds, ...kind }) => ({ ...kind, seconds: seconds.slice(from) }));
  const found = [
    ...rest.flatMap(({ seconds, minPercent }) => findSustained(seconds, minPercent) ?? []),
    ...rest.flatMap(({ seconds }) => stallsIn(seconds)).map((stall) => ({ ...stall, isStall: true })),
  ].map((strain) => {
    const absolute = { first: from + strain.first, end: from + strain.end };
    return { ...strain, ...absolute, recoveredAt: recoveredAt(kinds, absolute) };
  });
  // Whether a stall that is not followed by better seconds lasts is for the other rules to say.
  const [first] = found
    .filter((strain) => !("isStall" in strain) || strain.recoveredAt !== undefined)
    .toSorted((a, b) => a.first - b.first);
  if (first === undefined) return { passing: [], lasting: undefined, ending: endingOf(kinds, from) };
  const { recoveredAt: end, ...strain } = first;
  if (end === undefined) return { passing: [], lasting: strain, ending: undefined };
  const { passing, ...later } = findStrains(kinds, end);
  return { passing: [{ first: strain.first, end }, ...passing], ...later };
}

/** In a stall most requests of a second are counted. It may be too short to raise the share of five seconds. */
const minStallPercent = 50;
const minInStall = 10;

function stallsIn(seconds: readonly SecondCount[]): readonly Stretch[] {
  const isStalled = (at: number) => {
    const second = seconds[at];
    return second !== undefined && second.counted >= minInStall && percentOf([second]) >= minStallPercent;
  };
  return [...seconds.keys()]
    .filter((at) => isStalled(at) && !isStalled(at - 1))
    .map((first) => {
      const length = [...seconds.keys()].slice(first).findIndex((at) => !isStalled(at));
      return { first, end: length < 0 ? seconds.length : first + length };
    });
}

function endingOf(kinds: readonly Kind[], from: number): Stretch | undefined {
  const stretches = kinds.flatMap(({ seconds, minPercent }) => {
    const first = Math.max(from, seconds.findLastIndex((second) => percentOf([second]) < minPercent) + 1);
    return countedIn(seconds.slice(first)) < minCounted ? [] : [{ first, end: seconds.length }];
  });
  return stretches.toSorted((a, b) => a.first - b.first)[0];
}

const countedIn = (seconds: readonly SecondCount[]) => seconds.reduce((sum, { counted }) => sum + counted, 0);
const requestsIn = (seconds: readonly SecondCount[]) => seconds.reduce((sum, { requests }) => sum + requests, 0);

/** From when on the shares are low for as long as a high one is looked for, at the rate at which the strain began. A queue drains at a lower rate. */
function recoveredAt(kinds: readonly Kind[], { first, end }: Stretch): number | undefined {
  const seconds = kinds[0]?.seconds ?? [];
  // How many requests fall into a second differs by one where the rate is the same.
  const minRate = (seconds[first]?.requests ?? 0) - 1;
  const isSentAgain = (at: number) => {
    const row = seconds.slice(at, at + windowSeconds);
    return requestsIn(row) >= minRate * row.length;
  };
  // What is not sent any more does not show that it would be answered well.
  const isLow = ({ seconds: of, minPercent }: Kind, at: number) => {
    const row = windowFrom(of, at);
    const isShown = countedIn(of.slice(first, end)) < minCounted || requestsIn(row) >= minCounted;
    return isShown && percentOf(row) < recoveredPart * minPercent;
  };
  return [...seconds.keys()].find(
    (at) =>
      at >= end && seconds.length - at >= keptSeconds && isSentAgain(at) && kinds.every((kind) => isLow(kind, at)),
  );
}

/** Five seconds, or more where few requests are sent; fewer at the end. */
function windowFrom(seconds: readonly SecondCount[], at: number): readonly SecondCount[] {
  let length = windowSeconds;
  while (at + length < seconds.length && requestsIn(seconds.slice(at, at + length)) < minInWindow) length += 1;
  return seconds.slice(at, at + length);
}

/** The index of the first of these seconds, and the end (exclusive) of those that show it; undefined if the share stays below `minPercent`. */
export function findSustained(
  seconds: readonly SecondCount[],
  minPercent: number,
): { readonly first: number; readonly end: number } | undefined {
  const isHigh = (...some: readonly SecondCount[]) => percentOf(some) >= minPercent;
  const isSustainedIn = (some: readonly SecondCount[]) => isHigh(...some) && countedIn(some) >= minCounted;
  for (const at of seconds.keys()) {
    const row = windowFrom(seconds, at);
    const isSustained =
      row.length >= windowSeconds
        ? isSustainedIn(row.toSorted((a, b) => percentOf([a]) - percentOf([b])).slice(0, -leftOutSeconds))
        : row.length === keptSeconds && row.every((second) => isHigh(second)) && isSustainedIn(row);
    if (isSustained) return { first: at + beginningOf(row, minPercent), end: at + row.length };
  }
  return undefined;
}

/** If the share were the minimum, a second would show so few only by a chance as small as this. */
const maxChance = 0.01;

/** The index of the first second with a high share. Not one after which the share was certainly low again at the same rate or a higher one. */
function beginningOf(row: readonly SecondCount[], minPercent: number): number {
  const isHigh = (second: SecondCount) => percentOf([second]) >= minPercent;
  const first = row.findIndex(isHigh);
  const minRequests = (row[first]?.requests ?? 0) - 1;
  const lastLow = row.findLastIndex(
    ({ counted, requests }, at) =>
      at > first && requests >= minRequests && chanceOfAtMost(counted, requests, minPercent / 100) < maxChance,
  );
  const later = lastLow < 0 ? -1 : row.findIndex((second, at) => at > lastLow && isHigh(second));
  return later < 0 ? first : later;
}

/** The binomial distribution: of `requests`, each counted with the probability `share`, at most `counted` are. */
function chanceOfAtMost(counted: number, requests: number, share: number): number {
  let term = (1 - share) ** requests;
  let sum = term;
  for (let count = 1; count <= counted; count += 1) {
    term *= ((requests - count + 1) / count) * (share / (1 - share));
    sum += term;
  }
  return sum;
}

function percentOf(seconds: readonly SecondCount[]): number {
  const requests = requestsIn(seconds);
  return requests === 0 ? 0 : (100 * countedIn(seconds)) / requests;
}
