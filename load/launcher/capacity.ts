/** Up to which rate a target answered as at the beginning, where the load rises. What is slow is open, so it is no failure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import type { Capacity } from "../../conformance/model/load-figures.ts";
import { isFailedRequest, isHidden } from "../in-k6/answers.ts";
import type { Collected } from "./collect-records.ts";
import { latencyOf } from "./latencies.ts";
import { busyShare, type MachineLoad } from "./machine-load.ts";
import { medianLatency } from "./rising-latency.ts";
import { bySecond } from "./time-series.ts";

/** The seconds and, of each operation, the responses with which the others are compared. */
const secondsAtFirst = 3;
const responsesAtFirst = 10;
/** How many strained seconds in a row are no disturbance of the machine. */
const secondsInRow = 3;
/** A second with fewer requests is left out. */
const minRequests = 5;
/** By how much the load must rise. */
const minRise = 2;
/** A response is slow if it takes this much longer than the median of its operation at the beginning. */
const slowRatio = 2;
const slowMs = 20;
/** The share of requests, in percent, that are slow, or fail, in a strained second. */
const minSlowPercent = 10;
const minFailedPercent = 2;
/** With a larger share of its processors busy, this machine may be the limit. */
const maxBusy = 0.9;

interface Second {
  /** From 1, as in the report's series. */
  readonly number: number;
  /** How many requests were sent in it. */
  readonly perSecond: number;
  readonly sent: readonly Exchange[];
  readonly failed: number;
  readonly slow: readonly Exchange[];
}

interface Measured {
  /** In milliseconds, of each operation at the beginning. */
  readonly medians: ReadonlyMap<string, number>;
  /** The most requests in one second until then. */
  readonly perSecond: number;
  /** The first second in which the target is slower or fails, with the requests of those that follow it. */
  readonly strained: Second | undefined;
  /** In that second and those that follow, the share of this machine's processors that was busy; undefined if it is not known. */
  readonly busy: number | undefined;
}

type Sent = Pick<Collected, "scenario" | "exchanges" | "begunAt"> & { readonly machine?: MachineLoad | undefined };

/** Undefined if the load does not rise, if the target was strained from the first second on, or if this machine may be what was. */
export function capacityOf(sent: Sent): Capacity | undefined {
  const measured = measure(sent);
  if (measured === undefined || measured.perSecond === 0 || isBusy(measured)) return undefined;
  return { perSecond: measured.perSecond, isReached: measured.strained !== undefined };
}

const isBusy = ({ busy }: Measured) => busy !== undefined && busy > maxBusy;

export function capacityNotes(sent: Sent): readonly string[] {
  const measured = measure(sent);
  if (measured === undefined) return [];
  const { medians, perSecond, strained, busy = 0 } = measured;
  const well = `up to ${perSecond} requests a second every operation was answered as at the beginning${shownMedians(medians)}`;
  if (strained === undefined) return [well];
  const { number, perSecond: rate, sent: requests, failed, slow } = strained;
  const [operation = "", ...most] = groupBy(slow, (exchange) => exchange.operation ?? "")
    .toSorted((a, b) => b.length - a.length)
    .flatMap((of) => [of[0]?.operation ?? ""]);
  const slowest = slow.filter((exchange) => exchange.operation === operation);
  const what = [
    ...(slow.length === 0
      ? []
      : [
          `${slow.length} took more than twice the time and ${slowMs} ms more, ${most.length > 0 ? "most " : ""}of ${operation} (median of these ${Math.round(medianLatency(slowest))} ms)`,
        ]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
  ];
  const strain = `from second ${number} on, at ${rate} requests a second: of ${requests.length} in ${secondsInRow} s ${what.join(", and ")}`;
  const cause = isBusy(measured)
    ? `the processors of this machine were ${Math.round(100 * busy)}% busy, so it may be this machine, with k6, that was too slow: no capacity of the target is measured`
    : "a run with that --rate from the beginning shows whether the rate is the cause, or the time";
  return [`${perSecond === 0 ? "" : `${well}; `}${strain}; ${cause}`];
}

/** Undefined if the load does not rise. */
function measure({ scenario = "spike", exchanges, begunAt, machine }: Sent): Measured | undefined {
  const own = exchanges.filter((exchange) => exchange.sentAt >= begunAt);
  const medians = mediansAtFirst(own.filter((exchange) => !isHidden(exchange, scenario)));
  const isSlow = (exchange: Exchange) => {
    const median = medians.get(exchange.operation ?? "");
    const ms = latencyOf(exchange, scenario);
    return ms !== undefined && median !== undefined && ms >= slowRatio * median && ms >= median + slowMs;
  };
  // The seconds are those of the report's series, which begins with the setup.
  const seconds = [...bySecond(exchanges)]
    .map(([second, all]) => ({ second, sent: all.filter(({ sentAt }) => sentAt >= begunAt) }))
    .filter(({ sent: { length } }) => length >= minRequests)
    .map(({ second, sent }) => ({
      number: second + 1,
      perSecond: sent.length,
      sent,
      failed: sent.filter((exchange) => isFailedRequest(exchange, scenario)).length,
      slow: sent.filter(isSlow),
    }));
  const most = mostOf(seconds);
  const isRising = seconds.length >= secondsAtFirst && most >= minRise * mostOf(seconds.slice(0, secondsAtFirst));
  if (medians.size === 0 || !isRising) return undefined;
  const at = seconds.findIndex((_, first) => {
    const row = seconds.slice(first, first + secondsInRow);
    return row.length === secondsInRow && row.every(isStrained);
  });
  const strained = at === -1 ? undefined : together(seconds.slice(at, at + secondsInRow));
  const until = seconds.slice(0, strained === undefined ? seconds.length : at);
  const strainedAt = strained?.sent[0]?.sentAt;
  const busy = machine && strainedAt !== undefined ? busyShare(machine, strainedAt) : undefined;
  return { medians, perSecond: mostOf(until), strained, busy };
}

/** The first of several seconds, with the requests of all. */
function together(seconds: readonly Second[]): Second | undefined {
  const [first] = seconds;
  return (
    first && {
      ...first,
      sent: seconds.flatMap(({ sent }) => sent),
      failed: seconds.reduce((sum, { failed }) => sum + failed, 0),
      slow: seconds.flatMap(({ slow }) => slow),
    }
  );
}

const isStrained = ({ sent, failed, slow }: Second) =>
  100 * slow.length >= minSlowPercent * sent.length || 100 * failed >= minFailedPercent * sent.length;

/** ` (median 5 ms)`, or ` (medians from 5 to 23 ms)`. */
function shownMedians(medians: ReadonlyMap<string, number>): string {
  const [least, greatest] = [Math.min(...medians.values()), Math.max(...medians.values())].map(Math.round);
  return least === greatest ? ` (median ${least} ms)` : ` (medians from ${least} to ${greatest} ms)`;
}

/** Of each operation with at least three responses. */
function mediansAtFirst(exchanges: readonly Exchange[]): ReadonlyMap<string, number> {
  const answered = exchanges.filter(({ response }) => response !== undefined);
  return new Map(
    groupBy(answered, ({ operation = "" }) => operation)
      .filter(({ length }) => length >= 3)
      .map((of) => [of[0]?.operation ?? "", medianLatency(of.slice(0, responsesAtFirst))]),
  );
}

const mostOf = (seconds: readonly Second[]) => Math.max(0, ...seconds.map(({ perSecond }) => perSecond));
