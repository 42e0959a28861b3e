/** Finds the seconds from which on a share of the requests stays high, or is high for a while. Pure. */

/** How many requests of one second are counted, and how many it has in total. */
export interface SecondCount {
  readonly counted: number;
  readonly requests: number;
}

/**
 * The share is computed over five seconds without the two in which it is highest: a pause of the machine, such as a collection of garbage, shows in
 * up to two, and a single second has so few requests that its share depends on chance. If the requests end sooner, the share must be high in each of the last three.
 */
const windowSeconds = 5;
const leftOutSeconds = 2;
const keptSeconds = windowSeconds - leftOutSeconds;
/** If fewer requests are sent in five seconds, more seconds are taken. */
const minInWindow = 8;
/** If fewer requests are counted in these seconds, that may be chance. */
const minCounted = 4;
/** A share is low again below this part of the minimum. A share just below the minimum may be chance. */
const recoveredPart = 1 / 2;

/**
 * One thing that is counted in each second (slow responses, failures, …), and from which share, in percent, it is high. The first kind counts over
 * all requests; others may count over some.
 */
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
  /** After these, the shares were low again at the same rate or a higher one. */
  readonly passing: readonly Stretch[];
  /** The first high share after which that was not seen, with the seconds that show it. */
  readonly lasting: Stretch | undefined;
  /** If there is none: the seconds at the end in which the share is high, but which are too few to decide whether it would stay high. */
  readonly ending: Stretch | undefined;
}

/** Finds the seconds in which the share of any kind is high. All kinds cover the same seconds. */
export function findStrains(kinds: readonly Kind[], from = 0): Strains {
  const rest = kinds.map(({ seconds, ...kind }) => ({ ...kind, seconds: seconds.slice(from) }));
  const found = [
    ...rest.flatMap(({ seconds, minPercent }) => findSustained(seconds, minPercent) ?? []),
    ...rest.flatMap(({ seconds }) => stallsIn(seconds)).map((stall) => ({ ...stall, isStall: true })),
  ].map((strain) => {
    const absolute = { first: from + strain.first, end: from + strain.end };
    return { ...strain, ...absolute, recoveredAt: recoveredAt(kinds, absolute) };
  });
  // A stall that is not followed by better seconds may last; the other strains decide that.
  const [first] = found
    .filter((strain) => !("isStall" in strain) || strain.recoveredAt !== undefined)
    .toSorted((a, b) => a.first - b.first);
  if (first === undefined) return { passing: [], lasting: undefined, ending: endingOf(kinds, from) };
  const { recoveredAt: end, ...strain } = first;
  if (end === undefined) return { passing: [], lasting: strain, ending: undefined };
  const { passing, ...later } = findStrains(kinds, end);
  return { passing: [{ first: strain.first, end }, ...passing], ...later };
}

/** In a stall, at least this share of a second's requests is counted, in percent. It may be too short to raise the share of five seconds. */
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

/**
 * The index of the first second from which on all shares are low for five seconds, at the rate at which the strain began: at a lower rate, only a
 * queue may have drained.
 */
function recoveredAt(kinds: readonly Kind[], { first, end }: Stretch): number | undefined {
  const seconds = kinds[0]?.seconds ?? [];
  // At the same rate, the number of requests in a second differs by up to one.
  const minRate = (seconds[first]?.requests ?? 0) - 1;
  const isSentAgain = (at: number) => {
    const row = seconds.slice(at, at + windowSeconds);
    return requestsIn(row) >= minRate * row.length;
  };
  // An operation that is no longer sent does not show that it would be answered well.
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

/**
 * The first stretch in which the share is high: the index of its beginning (`beginningOf`), and its end (exclusive); undefined if the share stays below
 * `minPercent`.
 */
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

/** A share was certainly low in a second if so few requests would be counted with a smaller chance than this, were the share the minimum. */
const maxChance = 0.01;

/**
 * The index of the first second with a high share after which the share was not certainly low again at the same rate or a higher one. If there is none,
 * that of the first second with a high share.
 */
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
