/** Up to which rate a target answered as at the beginning, where the load rises. What is slow is open, so it is no failure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import type { Capacity } from "../../conformance/model/load-figures.ts";
import { isFailedRequest, isHidden } from "../in-k6/answers.ts";
import type { Collected } from "./collect-records.ts";
import { latencyOf } from "./latencies.ts";
import { busyShare, type MachineLoad } from "./machine-load.ts";
import { medianLatency } from "./rising-latency.ts";
import { findSustained } from "./sustained-share.ts";
import { bySecond } from "./time-series.ts";

/** The seconds and, of each operation, the responses with which the others are compared. */
const secondsAtFirst = 3;
const responsesAtFirst = 10;
/** A second with fewer requests is left out. */
const minRequests = 5;
/** By how much the load must rise. */
const minRise = 2;
/** A response is slow if it takes this much longer than the median of its operation at the beginning. */
const slowRatio = 2;
const slowMs = 20;
/** The share of requests, in percent, that are slow, or fail, where the target is strained. */
const minSlowPercent = 8;
const minFailedPercent = 2;
/** With a larger share of its processors busy, this machine may be the limit. */
const maxBusy = 0.9;

interface Second extends Requests {
  /** From 1, as in the report's series. */
  readonly number: number;
  /** How many requests were sent in it. */
  readonly perSecond: number;
}

interface Requests {
  readonly sent: readonly Exchange[];
  readonly failed: readonly Exchange[];
  readonly slow: readonly Exchange[];
}

interface Strain extends Second {
  /** How many seconds show it. */
  readonly seconds: number;
}

interface Measured {
  /** In milliseconds, of each operation at the beginning. */
  readonly medians: ReadonlyMap<string, number>;
  /** The most requests in one second until then. */
  readonly perSecond: number;
  /** All requests until then. */
  readonly before: Requests;
  /** The first second in which the target is slower or fails, with the requests of those that show it. */
  readonly strained: Strain | undefined;
  /** In that second and those that follow, the share of this machine's processors that was busy; undefined if it is not known. */
  readonly busy: number | undefined;
}

type Sent = Pick<Collected, "scenario" | "exchanges" | "begunAt"> & { readonly machine?: MachineLoad | undefined };

/** Undefined if the load does not rise, if the target was strained from the first second on, or if this machine may be what was. */
export function capacityOf(sent: Sent): Capacity | undefined {
  const measured = measure(sent);
  if (measured === undefined || measured.perSecond === 0 || mayBeThisMachine(measured)) return undefined;
  return { perSecond: measured.perSecond, isReached: measured.strained !== undefined };
}

const isBusy = ({ busy }: Measured) => busy !== undefined && busy > maxBusy;

/** A k6 that is too slow measures long latencies, and may give up, but it makes no target answer 503. */
function mayBeThisMachine(measured: Measured): boolean {
  const { sent = [], failed = [] } = measured.strained ?? {};
  const answered = failed.filter(({ status }) => status > 0);
  return isBusy(measured) && 100 * answered.length < minFailedPercent * sent.length;
}

export function capacityNotes(sent: Sent): readonly string[] {
  const measured = measure(sent);
  if (measured === undefined) return [];
  const { medians, perSecond, before, strained, busy = 0 } = measured;
  const exceptions = shownExceptions(before);
  const well = `up to ${perSecond} requests a second every operation was answered as at the beginning${shownMedians(medians)}${exceptions === "" ? "" : `, but of ${before.sent.length} requests ${exceptions}`}`;
  if (strained === undefined) return [well];
  const { number, perSecond: rate, sent: requests, seconds } = strained;
  const strain = `from second ${number} on, at ${rate} requests a second: of ${requests.length} in ${seconds} s ${shownExceptions(strained)}`;
  const ofMachine = `the processors of this machine were ${Math.round(100 * busy)}% busy`;
  const cause = mayBeThisMachine(measured)
    ? `${ofMachine}, so it may be this machine, with k6, that was too slow: no capacity of the target is measured`
    : `${isBusy(measured) ? `${ofMachine}; ` : ""}a run with that --rate from the beginning shows whether the rate is the cause, or the time`;
  return [`${perSecond === 0 ? "" : `${well}; `}${strain}; ${cause}`];
}

/** `4 took more than twice the time and 20 ms more, of listProducts (median of these 80 ms), and 2 failed`; empty if there is none. */
function shownExceptions({ slow, failed }: Requests): string {
  const [slowest = [], ...others] = groupBy(slow, ({ operation }) => operation ?? "").toSorted(
    (a, b) => b.length - a.length,
  );
  const most = others.length > 0 ? "most " : "";
  return [
    ...(slow.length === 0
      ? []
      : [
          `${slow.length} took more than twice the time and ${slowMs} ms more, ${most}of ${slowest[0]?.operation} (median of these ${Math.round(medianLatency(slowest))} ms)`,
        ]),
    ...(failed.length === 0 ? [] : [`${failed.length} failed`]),
  ].join(", and ");
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
      failed: sent.filter((exchange) => isFailedRequest(exchange, scenario)),
      slow: sent.filter(isSlow),
    }));
  const most = mostOf(seconds);
  const isRising = seconds.length >= secondsAtFirst && most >= minRise * mostOf(seconds.slice(0, secondsAtFirst));
  if (medians.size === 0 || !isRising) return undefined;
  const [found] = [
    findSustained(seconds.map(countOf(({ slow }) => slow)), minSlowPercent),
    findSustained(seconds.map(countOf(({ failed }) => failed)), minFailedPercent),
  ]
    .filter((each) => each !== undefined)
    .toSorted((a, b) => a.first - b.first);
  const until = seconds.slice(0, found?.first);
  const showing = seconds.slice(found?.first ?? seconds.length, found?.end);
  const [first] = showing;
  const strained = first && { ...first, ...together(showing), seconds: showing.length };
  const strainedAt = first?.sent[0]?.sentAt;
  const busy = machine && strainedAt !== undefined ? busyShare(machine, strainedAt) : undefined;
  return { medians, perSecond: mostOf(until), before: together(until), strained, busy };
}

const countOf = (of: (second: Second) => readonly Exchange[]) => (second: Second) => ({
  counted: of(second).length,
  requests: second.sent.length,
});

const together = (seconds: readonly Second[]): Requests => ({
  sent: seconds.flatMap(({ sent }) => sent),
  failed: seconds.flatMap(({ failed }) => failed),
  slow: seconds.flatMap(({ slow }) => slow),
});

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
