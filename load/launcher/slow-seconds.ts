/** In which seconds of a scenario most of its slow responses were sent, if that was an episode, such as a stall. It judges nothing. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { oncePerObject } from "../../conformance/model/once-per-object.ts";
import { percentile } from "../../conformance/model/percentile.ts";
import { measureCapacity, type ScenarioTraffic } from "./capacity.ts";
import { shownSeconds } from "./capacity-notes.ts";
import { latencyOf } from "./latencies.ts";
import { slowdownOf } from "./latency-notes.ts";
import type { LatencyThreshold } from "./user-thresholds.ts";

/** Without a missed threshold, a response is slow if it takes more than this many times the median, and more than this many ms above it. */
const slowRatio = 5;
const slowMoreMs = 100;
/** With fewer slow responses there is no note. */
const minSlow = 10;
/** At least this share of the slow responses counts as most of them. */
const minSlowShare = 0.7;
/**
 * Without a missed threshold, there is a note only if most slow responses fall into at most this share of the scenario, and the scenario lasts at
 * least `minSeconds`.
 */
const maxPart = 0.25;
const minSeconds = 10;
/** In an episode the share of slow responses is at least this many times that of the other seconds, */
const minShareRatio = 2;
/** and the slow responses are more than chance explains by at least this many standard deviations: these seconds are the best of many. */
const minDeviations = 4;

/** These scenarios send floods, or a whole limit in one burst, which slows responses down. */
const withBursts: readonly ScenarioTraffic["scenario"][] = ["isolation", "auth", "limit", "recovery"];

/** At most one note: on the first threshold that was missed; otherwise on a stall, unless `slowdownOf` finds more. */
export function slowSecondsNotes(result: ScenarioTraffic, thresholds: readonly LatencyThreshold[]): readonly string[] {
  const timed = timedIn(result);
  for (const { operation, percent, maxMs } of thresholds) {
    const judged = timed.filter(({ exchange }) => operation === undefined || exchange.operation === operation);
    if (percentileOf(judged, percent) > maxMs) return shown(slowestPart(judged, maxMs, lastSecond(timed)), timed);
  }
  return slowdownOf(result) === undefined ? shown(stallIn(result), timed) : [];
}

/** `from second 8 to 9 responses were slow`: what `slowdownOf` says, or else a stall. */
export const slowdownOrStall = (result: ScenarioTraffic): string | undefined =>
  slowdownOf(result) ?? shownStall(stallIn(result));

/** A stall of this many seconds, while the load rises, is more than a slow second. */
const minStallSeconds = 2;

/** Whether the target stalled: at an even rate, or for some seconds while the load rose. */
export function hasStalled(result: ScenarioTraffic): boolean {
  const measured = measureCapacity(result);
  return measured === undefined
    ? slowdownOf(result) === undefined && stallIn(result) !== undefined
    : measured.stalls.some(({ seconds }) => seconds >= minStallSeconds);
}

const shownStall = (stall: SlowPart | undefined) =>
  stall && `${shownSeconds({ number: stall.first, lastNumber: stall.last })} responses were slow`;

/** The note, the last line and the comparison of runs use the result. */
const stallIn = oncePerObject((result: ScenarioTraffic): SlowPart | undefined => {
  const timed = timedIn(result);
  const seconds = lastSecond(timed);
  if (seconds < minSeconds || withBursts.includes(result.scenario)) return undefined;
  const median = percentileOf(timed, 50);
  return slowestPart(timed, Math.max(slowRatio * median, median + slowMoreMs), maxPart * seconds);
});

interface Timed {
  readonly exchange: Exchange;
  readonly ms: number;
  /** From 1, as in the report's series, which begins with the setup. */
  readonly second: number;
}

/** In the order of sending. */
function timedIn({ exchanges, begunAt }: ScenarioTraffic): readonly Timed[] {
  const startedAt = exchanges[0]?.sentAt ?? 0;
  return exchanges.flatMap((exchange) => {
    if (exchange.sentAt < begunAt) return [];
    const ms = latencyOf(exchange);
    return ms === undefined ? [] : [{ exchange, ms, second: 1 + Math.floor((exchange.sentAt - startedAt) / 1000) }];
  });
}

const lastSecond = (timed: readonly Timed[]) => timed.at(-1)?.second ?? 0;

const percentileOf = (timed: readonly Timed[], percent: number) =>
  timed.length === 0
    ? 0
    : percentile(
        timed.map(({ ms }) => ms).sort((a, b) => a - b),
        percent,
      );

/** The seconds, from 1, in which most of the slow responses were sent. */
interface SlowPart {
  readonly first: number;
  readonly last: number;
  /** How many slow responses were sent in them, and how many in all. */
  readonly within: number;
  readonly slow: number;
  readonly slowMs: number;
}

/** Undefined if there are few slow responses, or if most of them do not form an episode of at most `maxSeconds`. */
function slowestPart(timed: readonly Timed[], slowMs: number, maxSeconds: number): SlowPart | undefined {
  const slow = timed.filter(({ ms }) => ms > slowMs).length;
  const stretch = slow < minSlow ? undefined : densestStretch(timed, slow, slowMs);
  if (stretch === undefined || stretch.last - stretch.first + 1 > maxSeconds) return undefined;
  const inside = timed.filter(({ second }) => stretch.first <= second && second <= stretch.last);
  const within = inside.filter(({ ms }) => ms > slowMs).length;
  const part = { ...stretch, within, slow, slowMs };
  return within >= minSlowShare * slow && isEpisode(part, inside.length, timed.length) ? part : undefined;
}

/** The seconds in which the slow responses exceed by most what an even spread would give; undefined if all are slow. */
function densestStretch(timed: readonly Timed[], slow: number, slowMs: number) {
  const excesses = new Map<number, number>();
  for (const { ms, second } of timed)
    excesses.set(second, (excesses.get(second) ?? 0) + (ms > slowMs ? timed.length : 0) - slow);
  let densest: { readonly first: number; readonly last: number } | undefined;
  let [first, sum, max] = [0, 0, 0];
  for (const [second, excess] of excesses) {
    if (sum <= 0) [first, sum] = [second, 0];
    sum += excess;
    if (sum > max) [max, densest] = [sum, { first, last: second }];
  }
  return densest;
}

/** `sentWithin` of the `sent` requests were sent in these seconds. By chance, the slow ones among them have a hypergeometric distribution. */
function isEpisode({ within, slow }: SlowPart, sentWithin: number, sent: number): boolean {
  const sentOutside = sent - sentWithin;
  const expected = (slow * sentWithin) / sent;
  const deviation = Math.sqrt((((expected * sentOutside) / sent) * (sent - slow)) / (sent - 1));
  return (
    within * sentOutside >= minShareRatio * (slow - within) * sentWithin &&
    within > expected + minDeviations * deviation
  );
}

function shown(part: SlowPart | undefined, timed: readonly Timed[]): readonly string[] {
  if (part === undefined) return [];
  const { first, last, within, slow, slowMs } = part;
  const when = first === last ? `second ${first}` : `seconds ${first} to ${last}`;
  return [
    `${within} of the ${slow} requests that took longer than ${Math.round(slowMs)} ms were sent in ${when} (of ${lastSecond(timed)})`,
  ];
}
