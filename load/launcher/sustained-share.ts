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
 * The first stretch in which the share is high: the index of the first second in which it is, and the end (exclusive); undefined if the share stays below
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
    if (isSustained) return { first: at + row.findIndex((second) => isHigh(second)), end: at + row.length };
  }
  return undefined;
}

export function percentOf(seconds: readonly SecondCount[]): number {
  const requests = requestsIn(seconds);
  return requests === 0 ? 0 : (100 * countedIn(seconds)) / requests;
}
