/** Which requests of each second of a load are slow, fail or are answered 429. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { isFailedRequest } from "../in-k6/answers.ts";
import type { Collected } from "./collect-records.ts";
import type { FirstResponses } from "./first-responses.ts";
import { latencyOf } from "./latencies.ts";
import { sentTimes } from "./load-figures.ts";
import type { Kind } from "./sustained-share.ts";
import { bySecond } from "./time-series.ts";

/** A response is slow if it takes at least this many times the median of its operation at the beginning, and at least this many ms more. */
const slowRatio = 2;
const slowMs = 20;
/** The target is strained if at least this share of its requests, in percent, is slow, or fails or is answered 429. */
export const minSlowPercent = 8;
export const minFailedPercent = 2;
/**
 * The target is also strained if at least this share of one operation's requests, in percent, is slow, fails or is answered 429: they may be a
 * small part of all requests.
 */
const minOperationPercent = 30;
/** If the load ends in an earlier part of its last second, that second is left out: its rate is not known. */
const minWhole = 0.8;

export interface Requests {
  readonly sent: readonly Exchange[];
  /** The sent requests without the expected rejections. */
  readonly toBeServed: readonly Exchange[];
  readonly failed: readonly Exchange[];
  /** The accepted submissions that were lost: failures, though they were answered with a 2xx. */
  readonly lost: readonly Exchange[];
  /** The accepted submissions of which it is known whether they were lost. */
  readonly followed: readonly Exchange[];
  /** Answered 429: no failure, but a change from the beginning of the load. */
  readonly limited: readonly Exchange[];
  readonly slow: readonly Exchange[];
}

export interface Second extends Requests {
  /** From 1, as in the report's series. */
  readonly number: number;
  /** How many requests were sent in it. */
  readonly perSecond: number;
}

/**
 * The requests of each second, without those of the setup. Seconds are numbered as in the report's series, which begins with the setup. `isPart`: the
 * load ended before `minWhole` of this second.
 */
export function secondsOf({ exchanges, begunAt, scenario }: Pick<Collected, "exchanges" | "begunAt" | "scenario">) {
  const startedAt = exchanges[0]?.sentAt ?? 0;
  const endedAt = sentTimes({ exchanges, begunAt, scenario }).at(-1) ?? 0;
  return [...bySecond(exchanges)].flatMap(([second, of]) => {
    const sent = of.filter(({ sentAt }) => sentAt >= begunAt);
    const isPart = endedAt < startedAt + 1000 * (second + minWhole);
    return sent.length === 0 ? [] : [{ number: second + 1, perSecond: sent.length, sent, isPart }];
  });
}

interface Expectations {
  /** The rejections that the scenario expects. */
  readonly rejections: ReadonlySet<Exchange>;
  /** For each accepted submission whose fate is known: whether it was lost (`lostSubmissions`). */
  readonly isLost: ReadonlyMap<Exchange, boolean>;
}

export function withOutcomes(
  seconds: ReturnType<typeof secondsOf>,
  operations: readonly FirstResponses[],
  { rejections, isLost }: Expectations,
): readonly Second[] {
  const medians = new Map(operations.map(({ operation, median }) => [operation, median]));
  const isSlow = (exchange: Exchange) => {
    const median = medians.get(exchange.operation ?? "");
    const ms = latencyOf(exchange);
    return ms !== undefined && median !== undefined && ms >= slowRatio * median && ms >= median + slowMs;
  };
  return seconds.map((second) => ({
    ...second,
    toBeServed: second.sent.filter((exchange) => !rejections.has(exchange)),
    failed: second.sent.filter((exchange) => isFailedRequest(exchange, rejections.has(exchange))),
    lost: second.sent.filter((exchange) => isLost.get(exchange) === true),
    followed: second.sent.filter((exchange) => isLost.has(exchange)),
    limited: second.sent.filter(({ status }) => status === 429),
    slow: second.sent.filter(isSlow),
  }));
}

/**
 * What is counted in each second: of all requests, the slow ones, and those that fail or are answered 429; of each operation, all of these together;
 * and of the followed submissions, the lost ones.
 */
export const kindsOf = (seconds: readonly Second[], operations: readonly FirstResponses[]): readonly Kind[] => [
  { seconds: seconds.map(({ sent, slow }) => countOf(slow, sent)), minPercent: minSlowPercent },
  {
    seconds: seconds.map(({ sent, failed, lost, limited }) => countOf([...failed, ...lost, ...limited], sent)),
    minPercent: minFailedPercent,
  },
  ...operations.map(({ operation }) => ({
    seconds: seconds.map(({ toBeServed, slow, failed, lost, limited }) => {
      const isOf = (exchange: Exchange) => exchange.operation === operation;
      const notAsBefore = new Set([...slow, ...failed, ...lost, ...limited]);
      return countOf([...notAsBefore].filter(isOf), toBeServed.filter(isOf));
    }),
    minPercent: minOperationPercent,
  })),
  {
    seconds: seconds.map(({ followed, lost }) => countOf(lost, followed)),
    minPercent: minOperationPercent,
  },
];

const countOf = (counted: readonly Exchange[], requests: readonly Exchange[]) => ({
  counted: counted.length,
  requests: requests.length,
});

export const together = (seconds: readonly Second[]): Requests => ({
  sent: seconds.flatMap(({ sent }) => sent),
  toBeServed: seconds.flatMap(({ toBeServed }) => toBeServed),
  failed: seconds.flatMap(({ failed }) => failed),
  lost: seconds.flatMap(({ lost }) => lost),
  followed: seconds.flatMap(({ followed }) => followed),
  limited: seconds.flatMap(({ limited }) => limited),
  slow: seconds.flatMap(({ slow }) => slow),
});
