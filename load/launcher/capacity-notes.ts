/** Notes up to which rate a target answered as at the beginning, where the load rises in stages. What is slow is open, so it is no failure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
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

export function capacityNotes({
  scenario,
  exchanges,
  begunAt,
}: Pick<Collected, "scenario" | "exchanges" | "begunAt">): readonly string[] {
  const sent = exchanges.filter(({ sentAt }) => sentAt >= begunAt);
  const seconds = secondsOf(sent, scenario ?? "");
  const atFirst = seconds.slice(0, secondsAtFirst);
  const most = mostOf(seconds);
  const bases = mediansOf(sent, responsesAtFirst);
  const isRising = atFirst.length === secondsAtFirst && most >= minRise * mostOf(atFirst);
  if (bases.size === 0 || !isRising) return [];
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
  const well = `up to ${mostOf(until)} requests a second every operation was answered as at the beginning${ofBases(bases)}`;
  if (strained === undefined) return [well];
  const { number, requests, failed } = strained;
  const [operation, median = 0] = slowIn(strained) ?? [];
  const what = [
    ...(operation === undefined ? [] : [`the median of ${operation} was ${Math.round(median)} ms`]),
    ...(failed === 0 ? [] : [`${failed} of ${requests} requests failed`]),
  ];
  const strain = `from second ${number} on, at ${requests} a second, ${what.join(", and ") || "nothing was answered"}`;
  return [at === 0 ? strain : `${well}; ${strain}`];
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
