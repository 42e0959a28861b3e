/** Notes up to which rate a target answered as at the beginning, where the load rises in stages. What is slow is open, so it is no failure. */
import { type Exchange, latencyMs } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import { percentile } from "../../conformance/model/percentile.ts";
import { isFailedRequest } from "../in-k6/answers.ts";
import type { Collected } from "./collect-records.ts";

/** The seconds with which the others are compared, and how many strained ones in a row are no disturbance of the machine. */
const secondsAtFirst = 3;
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
  /** In milliseconds; undefined if nothing was answered. */
  readonly median: number | undefined;
}

export function capacityNotes({
  scenario,
  exchanges,
  begunAt,
}: Pick<Collected, "scenario" | "exchanges" | "begunAt">): readonly string[] {
  const seconds = secondsOf(
    exchanges.filter(({ sentAt }) => sentAt >= begunAt),
    scenario ?? "",
  );
  const atFirst = seconds.slice(0, secondsAtFirst);
  const [base, most] = [medianOf(atFirst.flatMap(({ median }) => median ?? [])), mostOf(seconds)];
  if (base === undefined || most < minRise * mostOf(atFirst)) return [];
  const isStrained = ({ median = Number.POSITIVE_INFINITY, requests, failed }: Second) =>
    (median >= minRatio * base && median >= base + minMs) || 100 * failed >= minFailedPercent * requests;
  const at = seconds.findIndex((_, first) => {
    const row = seconds.slice(first, first + secondsInRow);
    return row.length === secondsInRow && row.every(isStrained);
  });
  const strained = seconds[at];
  if (strained === undefined)
    return [`up to ${most} requests a second the target answered as at the beginning (median ${shown(base)})`];
  const { number, requests, failed, median } = strained;
  const failures = failed === 0 ? "" : `, and ${failed} of ${requests} requests failed`;
  return [
    `up to ${mostOf(seconds.slice(0, at))} requests a second the target answered as at the beginning (median ${shown(base)}); from second ${number} on, at ${requests} a second, the median was ${median === undefined ? "none" : shown(median)}${failures}`,
  ];
}

/** In the order of time, without those in which little was sent. */
function secondsOf(sent: readonly Exchange[], scenario: string): readonly Second[] {
  const from = sent[0]?.sentAt ?? 0;
  return groupBy(sent, ({ sentAt }) => String(Math.floor((sentAt - from) / 1000)))
    .filter(({ length }) => length >= minRequests)
    .map((of) => ({
      number: Math.floor(((of[0]?.sentAt ?? 0) - from) / 1000) + 1,
      requests: of.length,
      failed: of.filter((exchange) => isFailedRequest(exchange, scenario)).length,
      median: medianOf(of.filter(({ response }) => response !== undefined).map(latencyMs)),
    }));
}

const mostOf = (seconds: readonly Second[]) => Math.max(0, ...seconds.map(({ requests }) => requests));

const medianOf = (values: readonly number[]) =>
  values.length === 0
    ? undefined
    : percentile(
        values.toSorted((a, b) => a - b),
        50,
      );

const shown = (ms: number) => `${Math.round(ms)} ms`;
