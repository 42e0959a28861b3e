/** Finds the seconds from which on a share of the requests stays high. Pure. */

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
const keptSeconds = 3;
/** Fewer requests than this in these seconds are chance. */
const minCounted = 4;

/** The index of the first of these seconds, and the end (exclusive) of those that show it; undefined if the share stays below `minPercent`. */
export function findSustained(
  seconds: readonly SecondCount[],
  minPercent: number,
): { readonly first: number; readonly end: number } | undefined {
  const isHigh = (...some: readonly SecondCount[]) => percentOf(some) >= minPercent;
  const isSustainedIn = (some: readonly SecondCount[]) =>
    isHigh(...some) && some.reduce((sum, { counted }) => sum + counted, 0) >= minCounted;
  for (const at of seconds.keys()) {
    const row = seconds.slice(at, at + windowSeconds);
    const isSustained =
      row.length === windowSeconds
        ? isSustainedIn(row.toSorted((a, b) => percentOf([a]) - percentOf([b])).slice(0, keptSeconds))
        : row.length === keptSeconds && row.every((second) => isHigh(second)) && isSustainedIn(row);
    if (isSustained) return { first: at + row.findIndex((second) => isHigh(second)), end: at + row.length };
  }
  return undefined;
}

function percentOf(seconds: readonly SecondCount[]): number {
  const requests = seconds.reduce((sum, second) => sum + second.requests, 0);
  return requests === 0 ? 0 : (100 * seconds.reduce((sum, { counted }) => sum + counted, 0)) / requests;
}
