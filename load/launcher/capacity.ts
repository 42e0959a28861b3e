/** Up to which rate a target answered as at the beginning, where the load rises. What is slow is open, so it is no failure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import type { Capacity } from "../../conformance/model/load-figures.ts";
import { isFailedRequest } from "../in-k6/answers.ts";
import type { Collected } from "./collect-records.ts";
import { medianLatency } from "./rising-latency.ts";
import { bySecond } from "./time-series.ts";

/** The seconds and, of each operation, the responses with which the others are compared. */
const secondsAtFirst = 3;
const responsesAtFirst = 10;
/** How many strained seconds in a row are no disturbance of the machine. */
const secondsInRow = 3;
/** A second with fewer requests is left out. */
const minRequests = 5;
/** By how much the load must rise, and the median of a strained second exceeds that of the beginning. */
const minRise = 2;
const minRatio = 2;
const minMs = 20;
/** The share of failed requests, in percent, of a strained second. */
const minFailedPercent = 2;

interface Second {
  /** From 1, since the first request. */
  readonly number: number;
  readonly requests: number;
  readonly failed: number;
  /** In milliseconds, of each operation with enough responses; empty if nothing was answered. */
  readonly medians: ReadonlyMap<string, number>;
}

type Sent = Pick<Collected, "scenario" | "exchanges" | "begunAt">;

interface Measured {
  /** In milliseconds, of each operation at the beginning. */
  readonly bases: ReadonlyMap<string, number>;
  /** The most requests in one second until then. */
  readonly perSecond: number;
  /** The first second in which the target is slower or fails, and the operation that is slower. */
  readonly strained: Second | undefined;
  readonly slow: readonly [operation: string, median: number] | undefined;
}

/** Undefined if the load does not rise, or if the target was strained from the first second on. */
export function capacityOf(sent: Sent): Capacity | undefined {
  const measured = measure(sent);
  if (measured === undefined || measured.perSecond === 0) return undefined;
  return { perSecond: measured.perSecond, isReached: measured.strained !== undefined };
}

export function capacityNotes(sent: Sent): readonly string[] {
  const measured = measure(sent);
  if (measured === undefined) return [];
  const { bases, perSecond, strained, slow } = measured;
  const well = `up to ${perSecond} requests a second every operation was answered as at the beginning${ofBases(bases)}`;
  if (strained === undefined) return [well];
  const { number, requests, failed } = strained;
  const what = [
    ...(slow === undefined ? [] : [`the median of ${slow[0]} was ${Math.round(slow[1])} ms`]),
    ...(failed === 0 ? [] : [`${failed} of ${requests} requests failed`]),
  ];
  const strain = `from second ${number} on, at ${requests} a second, ${what.join(", and ") || "nothing was answered"}`;
  return [perSecond === 0 ? strain : `${well}; ${strain}`];
}

/** Undefined if the load does not rise. */
function measure({ scenario, exchanges, begunAt }: Sent): Measured | undefined {
  const sent = exchanges.filter(({ sentAt }) => sentAt >= begunAt);
  const seconds = secondsOf(sent, scenario ?? "");
  const atFirst = seconds.slice(0, secondsAtFirst);
  const most = mostOf(seconds);
  const bases = mediansOf(sent, responsesAtFirst);
  const isRising = atFirst.length === secondsAtFirst && most >= minRise * mostOf(atFirst);
  if (bases.size === 0 || !isRising) return undefined;
  const slowIn = ({ medians }: Second) =>
    [...medians].find(([operation, median]) => {
      const base = bases.get(operation) ?? Number.POSITIVE_INFINITY;
      return median >= minRatio * base && median >= base + minMs;
    });
  const isStrained = (second: Second) =>
    second.medians.size === 0 ||
    slowIn(second) !== undefined ||
    100 * second.failed >= minFailedPercent * second.requests;
  const at = seconds.findIndex((_, first) => {
    const row = seconds.slice(first, first + secondsInRow);
    return row.length === secondsInRow && row.every(isStrained);
  });
  const strained = seconds[at];
  const until = seconds.slice(0, strained === undefined ? seconds.length : at);
  return { bases, perSecond: mostOf(until), strained, slow: strained && slowIn(strained) };
}

/** ` (median 5 ms)`, or ` (medians from 5 to 23 ms)`. */
function ofBases(bases: ReadonlyMap<string, number>): string {
  const [least, greatest] = [Math.min(...bases.values()), Math.max(...bases.values())].map(Math.round);
  return least === greatest ? ` (median ${least} ms)` : ` (medians from ${least} to ${greatest} ms)`;
}

/** In the order of time, without those in which little was sent. */
const secondsOf = (sent: readonly Exchange[], scenario: string): readonly Second[] =>
  [...bySecond(sent)]
    .filter(([, { length }]) => length >= minRequests)
    .map(([second, of]) => ({
      number: second + 1,
      requests: of.length,
      failed: of.filter((exchange) => isFailedRequest(exchange, scenario)).length,
      medians: mediansOf(of),
    }));

/** Of each operation with at least three responses, or of its first ones: the medians of fewer are those of single responses. */
function mediansOf(exchanges: readonly Exchange[], first = Number.POSITIVE_INFINITY): ReadonlyMap<string, number> {
  const answered = exchanges.filter(({ response }) => response !== undefined);
  return new Map(
    groupBy(answered, ({ operation = "" }) => operation)
      .filter(({ length }) => length >= 3)
      .map((of) => [of[0]?.operation ?? "", medianLatency(of.slice(0, first))]),
  );
}

const mostOf = (seconds: readonly Second[]) => Math.max(0, ...seconds.map(({ requests }) => requests));
