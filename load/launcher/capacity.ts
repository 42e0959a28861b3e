/** Up to which rate a target answered as at the beginning, where the load rises. What is slow is open, so it is no failure. */
import type { Capacity } from "../../conformance/model/load-figures.ts";
import { oncePerObject } from "../../conformance/model/once-per-object.ts";
import type { Collected } from "./collect-records.ts";
import { expectedRejections, lostSubmissions } from "./expected-rejections.ts";
import { type FirstResponses, firstResponsesOf } from "./first-responses.ts";
import { busyShare, type MachineLoad } from "./machine-load.ts";
import {
  kindsOf,
  minFailedPercent,
  type Requests,
  type Second,
  secondsOf,
  together,
  withOutcomes,
} from "./outcomes.ts";
import { findStrains, type Stretch } from "./sustained-share.ts";

/** The low rates are those of the first seconds, and up to this share of the highest. */
const secondsAtFirst = 3;
const lowShare = 1 / 4;
/** A second with fewer requests is left out. */
const minRequests = 5;
/** By how much the load must rise. */
const minRise = 2;
/** With a larger share of its processors busy, this machine may be the limit. */
const maxBusy = 0.9;

export interface Strain extends Second {
  /** How many seconds show it, and the last of them, from 1. */
  readonly seconds: number;
  readonly lastNumber: number;
  /** The most requests in one of them. */
  readonly maxPerSecond: number;
}

export interface Measured {
  /** Of the operations that were sent at low rates. */
  readonly first: readonly FirstResponses[];
  /** Of the others, which may have been slow from their first request on. */
  readonly late: readonly FirstResponses[];
  /** The most requests in one second until then, and not during a stall. */
  readonly perSecond: number;
  /** All requests until then, except those during a stall. */
  readonly before: Requests;
  /** When the target was slower or failed, but later was not, at the same rate or a higher one. */
  readonly stalls: readonly Strain[];
  /** The first second in which the target is slower or fails, with the requests of those that show it. */
  readonly strained: Strain | undefined;
  /** If there is none, the last seconds, if they are slow or fail: too few to tell whether that lasts. */
  readonly ending: Strain | undefined;
  /** In that second and those that follow, the share of this machine's processors that was busy; undefined if it is not known. */
  readonly busy: number | undefined;
}

export type Sent = Pick<Collected, "scenario" | "exchanges" | "begunAt"> &
  Partial<Pick<Collected, "identities" | "graceMs">> & {
    readonly machine?: MachineLoad | undefined;
  };

/** Whether the load is planned to rise: that of `spike`, and of a script with `ramping-arrival-rate`. */
export const isRamp = ({ scenario, identities = [] }: Pick<Sent, "scenario" | "identities">) =>
  scenario === "spike" || identities.some((identity) => identity?.ramps === true);

/** Undefined if the load does not rise, if the target was strained from the first second on, or if this machine may be what was. */
export function capacityOf(sent: Sent): Capacity | undefined {
  const measured = measureCapacity(sent);
  if (measured === undefined || measured.first.length === 0 || mayBeThisMachine(measured)) return undefined;
  const { perSecond, strained, ending, late } = measured;
  const without = late.map(({ operation }) => operation);
  const slowAt = (strained ?? ending)?.perSecond ?? 0;
  return {
    perSecond,
    isReached: strained !== undefined,
    ...(slowAt > perSecond ? { slowAt } : {}),
    ...(without.length === 0 ? {} : { without }),
  };
}

const isBusy = ({ busy }: Measured) => busy !== undefined && busy > maxBusy;

/** A k6 that is too slow measures long latencies, and may give up, but it makes no target answer 503 or 429. */
export function mayBeThisMachine(measured: Measured): boolean {
  const { sent = [], slow = [], failed = [], limited = [] } = measured.strained ?? {};
  const answered = [...failed, ...limited].filter(({ status }) => status > 0).length;
  return isBusy(measured) && 100 * answered < minFailedPercent * sent.length && answered < slow.length;
}

/** Undefined if the load does not rise. The figures, the notes, the last line and a threshold use the result. */
export const measureCapacity = oncePerObject(measure);

function measure(run: Sent): Measured | undefined {
  if (!isRamp(run)) return undefined;
  const all = secondsOf(run);
  const counted = all.filter((second) => second.perSecond >= minRequests && !second.isPart);
  const maxRate = maxRateOf(counted);
  const maxRateAtFirst = maxRateOf(counted.slice(0, secondsAtFirst));
  if (counted.length < secondsAtFirst || maxRate < minRise * maxRateAtFirst) return undefined;
  const lowRate = Math.max(maxRateAtFirst, lowShare * maxRate);
  const rates = new Map(all.flatMap(({ perSecond, sent }) => sent.map((exchange) => [exchange, perSecond] as const)));
  const sentInScenario = all.flatMap(({ sent }) => sent);
  const operations = firstResponsesOf(sentInScenario, (exchange) => rates.get(exchange) ?? 0, lowRate);
  const seconds = withOutcomes(counted, operations, {
    rejections: expectedRejections(run),
    isLost: lostSubmissions(run),
  });
  const { passing, lasting, ending } = findStrains(kindsOf(seconds, operations));
  const isIn = (at: number) => (stretch: Stretch) => at >= stretch.first && at < stretch.end;
  const until = seconds.slice(0, (lasting ?? ending)?.first).filter((_, at) => !passing.some(isIn(at)));
  const strainOf = ({ first, end }: Stretch) => strainIn(seconds.slice(first, end));
  const [strained, atEnd] = [lasting, ending].map((stretch) => stretch && strainOf(stretch));
  const perSecond = maxRateOf(until);
  const strainedAt = (strained ?? atEnd)?.sent[0]?.sentAt;
  const isLate = (of: FirstResponses) => of.perSecond > Math.min(lowRate, perSecond);
  return {
    first: operations.filter((of) => !isLate(of)),
    late: operations.filter(isLate),
    perSecond,
    before: together(until),
    stalls: passing.flatMap((stretch) => strainOf(stretch) ?? []),
    strained,
    ending: atEnd,
    busy: run.machine && strainedAt !== undefined ? busyShare(run.machine, strainedAt) : undefined,
  };
}

/** Undefined if there are no seconds. */
function strainIn(seconds: readonly Second[]): Strain | undefined {
  const [first, last] = [seconds[0], seconds.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const maxPerSecond = maxRateOf(seconds);
  return { ...first, ...together(seconds), seconds: seconds.length, lastNumber: last.number, maxPerSecond };
}

const maxRateOf = (seconds: readonly Pick<Second, "perSecond">[]) =>
  Math.max(0, ...seconds.map(({ perSecond }) => perSecond));
