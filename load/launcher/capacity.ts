/**
 * Up to which rate a target answered as at the beginning, if the load rises. The document does not say what is slow, so a low capacity is no failure.
 */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { type Capacity, shareBelowCapacity } from "../../conformance/model/load-figures.ts";
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
import { fromBeginning } from "./strain-beginning.ts";
import { findStrains } from "./strains.ts";
import type { Stretch } from "./sustained-share.ts";

/** Low rates are those of the first seconds, and rates up to this share of the highest. */
const secondsAtFirst = 3;
const lowShare = 1 / 4;
/** A second with fewer requests is left out. */
const minRequests = 5;
/** The load must rise at least by this factor. */
const minRise = 2;
/** With a larger share of its processors busy, this machine may be the limit. */
const maxBusy = 0.9;

export interface Strain extends Second {
  /** It lasts until the end of the load. */
  readonly isAtEnd: boolean;
  /** The share of this machine's processors that was busy when it began, from 0 to 1; undefined if it is not known. */
  readonly busy: number | undefined;
  /** How many seconds show it, and the last of them, from 1. */
  readonly seconds: number;
  readonly lastNumber: number;
  /** The most requests in one of them. */
  readonly maxPerSecond: number;
}

export interface Measured {
  /** The first responses of the operations that were sent at low rates. */
  readonly sentAtLowRates: readonly FirstResponses[];
  /** The first responses of the other operations, which may have been slow from their first request on. */
  readonly sentOnlyAtHighRates: readonly FirstResponses[];
  /** The most requests in one second before the lasting strain, or the strain at the end, and not during a stall. */
  readonly perSecond: number;
  /** All requests before that strain, except those during a stall. */
  readonly before: Requests;
  /** Those of them that were sent well below that rate, where a lasting strain ends it: near it some responses are slow, the more, the later the strain was seen. */
  readonly below: readonly Exchange[];
  /** The times in which the target was slower or failed, but later was not, at the same rate or a higher one. */
  readonly stalls: readonly Strain[];
  /**
   * The first second from which on the target is slower or fails, with the requests of all seconds that show it; undefined if the strain did not
   * last.
   */
  readonly lastingStrain: Strain | undefined;
  /** If there is none: the last seconds, if the target is slower or fails in them. They are too few to decide whether that lasts. */
  readonly ending: Strain | undefined;
}

export type ScenarioTraffic = Pick<Collected, "scenario" | "exchanges" | "begunAt"> &
  Partial<Pick<Collected, "identities" | "graceMs">> & {
    readonly machine?: MachineLoad | undefined;
  };

/** Whether the load is planned to rise, as in `spike`, or in a script with `ramping-arrival-rate`. */
export const isRamp = ({ scenario, identities = [] }: Pick<ScenarioTraffic, "scenario" | "identities">) =>
  scenario === "spike" || identities.some((identity) => identity?.ramps === true);

/** Undefined if the load does not rise, if the target was strained from the first second on, or if this machine may have been too slow. */
export function capacityOf(traffic: ScenarioTraffic): Capacity | undefined {
  const measured = measureCapacity(traffic);
  if (measured === undefined || measured.sentAtLowRates.length === 0 || mayBeThisMachine(measured)) return undefined;
  const { perSecond, lastingStrain, ending, sentOnlyAtHighRates } = measured;
  const without = sentOnlyAtHighRates.map(({ operation }) => operation);
  const slowAt = (lastingStrain ?? ending)?.perSecond ?? 0;
  return {
    perSecond,
    isReached: lastingStrain !== undefined,
    ...(slowAt > perSecond ? { slowAt } : {}),
    ...(without.length === 0 ? {} : { without }),
  };
}

/** A k6 that is too slow measures long latencies, and may give up, but it makes no target answer 503 or 429. */
export function mayBeThisMachine(measured: Measured): boolean {
  const { sent = [], slow = [], failed = [], lost = [], limited = [], busy = 0 } = measured.lastingStrain ?? {};
  const answered = [...failed, ...lost, ...limited].filter(({ status }) => status > 0).length;
  return busy > maxBusy && 100 * answered < minFailedPercent * sent.length && answered < slow.length;
}

/** Undefined if the load does not rise. The figures, the notes, the last line and a threshold use the result. */
export const measureCapacity = oncePerObject(measure);

function measure(run: ScenarioTraffic): Measured | undefined {
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
  const kinds = kindsOf(seconds, operations);
  const { passing, lasting: sustained, ending } = findStrains(kinds);
  const lasting = sustained && fromBeginning(seconds, kinds, sustained);
  const isIn = (at: number) => (stretch: Stretch) => at >= stretch.first && at < stretch.end;
  const until = seconds.slice(0, (lasting ?? ending)?.first).filter((_, at) => !passing.some(isIn(at)));
  const strainOf = ({ first, end }: Stretch) => {
    const strain = strainIn(seconds.slice(first, end), run.machine);
    return strain && { ...strain, isAtEnd: end === seconds.length };
  };
  const [lastingStrain, atEnd] = [lasting, ending].map((stretch) => stretch && strainOf(stretch));
  const perSecond = maxRateOf(until);
  const maxRateBelow = lasting === undefined ? perSecond : shareBelowCapacity * perSecond;
  const isAtHighRates = (of: FirstResponses) => of.perSecond > Math.min(lowRate, perSecond);
  return {
    sentAtLowRates: operations.filter((of) => !isAtHighRates(of)),
    sentOnlyAtHighRates: operations.filter(isAtHighRates),
    perSecond,
    before: together(until),
    below: until.flatMap((second) => (second.perSecond <= maxRateBelow ? second.sent : [])),
    stalls: passing.flatMap((stretch) => strainOf(stretch) ?? []),
    lastingStrain,
    ending: atEnd,
  };
}

/** Undefined if there are no seconds. */
function strainIn(seconds: readonly Second[], machine: MachineLoad | undefined): Omit<Strain, "isAtEnd"> | undefined {
  const [first, last] = [seconds[0], seconds.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const startedAt = first.sent[0]?.sentAt;
  const busy = machine && startedAt !== undefined ? busyShare(machine, startedAt) : undefined;
  const maxPerSecond = maxRateOf(seconds);
  return { ...first, ...together(seconds), seconds: seconds.length, lastNumber: last.number, maxPerSecond, busy };
}

const maxRateOf = (seconds: readonly Pick<Second, "perSecond">[]) =>
  Math.max(0, ...seconds.map(({ perSecond }) => perSecond));
