/** Finds the seconds from which on a share of the requests is high, and not only by chance or for a moment. Pure. */

/** How many requests of one second are counted, and how many it has in total. */
export interface SecondCount {
  readonly counted: number;
  readonly requests: number;
}

/**
 * The share is computed over five seconds without the two in which it is highest: a pause of the machine, such as a collection of garbage, shows in
 * up to two, and a single second has so few requests that its share depends on chance. If the requests end sooner, the share must be high in each of the last three.
 */
export const windowSeconds = 5;
const leftOutSeconds = 2;
export const keptSeconds = windowSeconds - leftOutSeconds;
/** If fewer requests are sent in five seconds, more seconds are taken. */
const minInWindow = 8;
/** If fewer requests are counted in these seconds, that may be chance. */
export const minCounted = 4;

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

export const countedIn = (seconds: readonly SecondCount[]) => seconds.reduce((sum, { counted }) => sum + counted, 0);
export const requestsIn = (seconds: readonly SecondCount[]) => seconds.reduce((sum, { requests }) => sum + requests, 0);

/** Five seconds, or more where few requests are sent; fewer at the end. */
export function windowFrom(seconds: readonly SecondCount[], at: number): readonly SecondCount[] {
  let length = windowSeconds;
  while (at + length < seconds.length && requestsIn(seconds.slice(at, at + length)) < minInWindow) length += 1;
  return seconds.slice(at, at + length);
}

/**
 * The first stretch in which the share is high: the index of its beginning (`beginningOf`), and its end (exclusive); undefined if the share stays below
 * `minPercent`.
 */
export function findSustained(seconds: readonly SecondCount[], minPercent: number): Stretch | undefined {
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

/** A second was certainly better than those after it if so few requests would be counted with a smaller chance than this, were its share theirs. */
const maxChance = 0.01;
/** Seconds whose share is below this part of the share of those that follow are no part of the same strain. */
const strainedPart = 1 / 4;

/**
 * The index of the first second with a high share. Seconds up to one that was certainly better than those after it, though at the same rate as the first or
 * a higher one, are left out, if their share is only a small part of what follows.
 */
function beginningOf(row: readonly SecondCount[], minPercent: number): number {
  const isHigh = (second: SecondCount) => percentOf([second]) >= minPercent;
  const first = row.findIndex(isHigh);
  const minRequests = (row[first]?.requests ?? 0) - 1;
  const lastBetter = row.findLastIndex(
    (second, at) =>
      at > first &&
      second.requests >= minRequests &&
      !isHigh(second) &&
      chanceOfAtMost(second.counted, second.requests, percentOf(row.slice(at + 1)) / 100) < maxChance,
  );
  const later = lastBetter < 0 ? -1 : row.findIndex((second, at) => at > lastBetter && isHigh(second));
  const isOther = percentOf(row.slice(first, later)) < strainedPart * percentOf(row.slice(later));
  return later >= 0 && isOther ? later : first;
}

/** The binomial distribution: of `requests`, each counted with the probability `share`, at most `counted` are. */
function chanceOfAtMost(counted: number, requests: number, share: number): number {
  if (share >= 1) return counted >= requests ? 1 : 0;
  let term = (1 - share) ** requests;
  let sum = term;
  for (let count = 1; count <= counted; count += 1) {
    term *= ((requests - count + 1) / count) * (share / (1 - share));
    sum += term;
  }
  return sum;
}

export function percentOf(seconds: readonly SecondCount[]): number {
  const requests = requestsIn(seconds);
  return requests === 0 ? 0 : (100 * countedIn(seconds)) / requests;
}
