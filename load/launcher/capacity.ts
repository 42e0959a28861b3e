/** Up to which rate a target answered as at the beginning, where the load rises. What is slow is open, so it is no failure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Capacity } from "../../conformance/model/load-figures.ts";
import { oncePerObject } from "../../conformance/model/once-per-object.ts";
import { isFailedRequest, isHidden } from "../in-k6/answers.ts";
import type { Collected } from "./collect-records.ts";
import { type FirstResponses, firstResponsesOf } from "./first-responses.ts";
import { latencyOf } from "./latencies.ts";
import { busyShare, type MachineLoad } from "./machine-load.ts";
import { findStrains, type Kind, type Stretch } from "./sustained-share.ts";
import { bySecond } from "./time-series.ts";

/** The low rates are those of the first seconds, and up to this share of the highest. */
const secondsAtFirst = 3;
const lowShare = 1 / 4;
/** A second with fewer requests is left out. */
const minRequests = 5;
/** So much of the last second must be sent in, or its rate is not known. */
const minWhole = 0.8;
/** By how much the load must rise. */
const minRise = 2;
/** A response is slow if it takes this much longer than the median of its operation at the beginning. */
const slowRatio = 2;
export const slowMs = 20;
/** The share of requests, in percent, that are slow, or fail or are answered 429, where the target is strained. */
const minSlowPercent = 8;
const minFailedPercent = 2;
/** The share of the requests of one operation that are slow, fail or are answered 429: it may be a small part of all. */
const minOperationPercent = 30;
/** With a larger share of its processors busy, this machine may be the limit. */
const maxBusy = 0.9;

export interface Requests {
  readonly sent: readonly Exchange[];
  /** Without those that are sent only to see them rejected. */
  readonly toBeServed: readonly Exchange[];
  readonly failed: readonly Exchange[];
  /** Answered 429, which is no failure, but was not so at the beginning. */
  readonly limited: readonly Exchange[];
  readonly slow: readonly Exchange[];
}

interface Second extends Requests {
  /** From 1, as in the report's series. */
  readonly number: number;
  /** How many requests were sent in it. */
  readonly perSecond: number;
}

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
  Partial<Pick<Collected, "identities">> & {
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

export const isBusy = ({ busy }: Measured) => busy !== undefined && busy > maxBusy;

/** A k6 that is too slow measures long latencies, and may give up, but it makes no target answer 503 or 429. */
export function mayBeThisMachine(measured: Measured): boolean {
  const { sent = [], failed = [], limited = [] } = measured.strained ?? {};
  const answered = [...failed, ...limited].filter(({ status }) => status > 0);
  return isBusy(measured) && 100 * answered.length < minFailedPercent * sent.length;
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
  const seconds = withExceptions(counted, operations, run.scenario);
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

/** Without what the setup sent, though the numbers are those of the report's series, which begins with it. `isPart`: the load ended in this second. */
function secondsOf({ exchanges, begunAt }: Sent) {
  const startedAt = exchanges[0]?.sentAt ?? 0;
  const endedAt = exchanges.at(-1)?.sentAt ?? 0;
  return [...bySecond(exchanges)].flatMap(([second, of]) => {
    const sent = of.filter(({ sentAt }) => sentAt >= begunAt);
    const isPart = endedAt < startedAt + 1000 * (second + minWhole);
    return sent.length === 0 ? [] : [{ number: second + 1, perSecond: sent.length, sent, isPart }];
  });
}

function withExceptions(
  seconds: ReturnType<typeof secondsOf>,
  operations: readonly FirstResponses[],
  scenario = "",
): readonly Second[] {
  const medians = new Map(operations.map(({ operation, median }) => [operation, median]));
  const isSlow = (exchange: Exchange) => {
    const median = medians.get(exchange.operation ?? "");
    const ms = latencyOf(exchange, scenario);
    return ms !== undefined && median !== undefined && ms >= slowRatio * median && ms >= median + slowMs;
  };
  return seconds.map((second) => ({
    ...second,
    toBeServed: second.sent.filter((exchange) => !isHidden(exchange, scenario)),
    failed: second.sent.filter((exchange) => isFailedRequest(exchange, scenario)),
    limited: second.sent.filter(({ status }) => status === 429),
    slow: second.sent.filter(isSlow),
  }));
}

/** Of all requests those that are slow, and those that fail or are answered 429; and of each operation all of these together. */
const kindsOf = (seconds: readonly Second[], operations: readonly FirstResponses[]): readonly Kind[] => [
  { seconds: seconds.map(({ sent, slow }) => countOf(slow, sent)), minPercent: minSlowPercent },
  {
    seconds: seconds.map(({ sent, failed, limited }) => countOf([...failed, ...limited], sent)),
    minPercent: minFailedPercent,
  },
  ...operations.map(({ operation }) => ({
    seconds: seconds.map(({ toBeServed, slow, failed, limited }) => {
      const isOf = (exchange: Exchange) => exchange.operation === operation;
      const exceptions = new Set([...slow, ...failed, ...limited]);
      return countOf([...exceptions].filter(isOf), toBeServed.filter(isOf));
    }),
    minPercent: minOperationPercent,
  })),
];

const countOf = (counted: readonly Exchange[], requests: readonly Exchange[]) => ({
  counted: counted.length,
  requests: requests.length,
});

/** Undefined if there are no seconds. */
function strainIn(seconds: readonly Second[]): Strain | undefined {
  const [first, last] = [seconds[0], seconds.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const maxPerSecond = maxRateOf(seconds);
  return { ...first, ...together(seconds), seconds: seconds.length, lastNumber: last.number, maxPerSecond };
}

const together = (seconds: readonly Second[]): Requests => ({
  sent: seconds.flatMap(({ sent }) => sent),
  toBeServed: seconds.flatMap(({ toBeServed }) => toBeServed),
  failed: seconds.flatMap(({ failed }) => failed),
  limited: seconds.flatMap(({ limited }) => limited),
  slow: seconds.flatMap(({ slow }) => slow),
});

const maxRateOf = (seconds: readonly Pick<Second, "perSecond">[]) =>
  Math.max(0, ...seconds.map(({ perSecond }) => perSecond));
