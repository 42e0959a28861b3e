/** Sums up a load run as k6's summary does: requests, rate, 429s, latency, and the time in the queue. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { LoadFigures } from "../../conformance/model/report.ts";
import { queueTimes } from "../../conformance/reports/html/queue-times.ts";
import { expectedRejections, failedRequests, type SentByScenario } from "./expected-rejections.ts";
import { latencyFigures, percentilesOf, rounded } from "./latency-figures.ts";
import { statusesOf } from "./time-series.ts";

/** What a script sent, in the order of sending; and when its setup had ended. */
export interface Load extends SentByScenario {
  readonly begunAt: number;
}

/** `loads`: of one scenario or of several, one after the other. Undefined if nothing was sent. */
export function loadFigures(loads: readonly Load[]): LoadFigures | undefined {
  const exchanges = loads.flatMap((load) => load.exchanges);
  if (exchanges.length === 0) return undefined;
  const answered = exchanges.filter(({ response }) => response !== undefined);
  const times = queueTimes({ exchanges });
  const queue = percentilesOf(times.map(({ max }) => max));
  const queueAtLeast = percentilesOf(times.map(({ min }) => min));
  const expected = loads.flatMap(rejectedOnPurpose);
  return {
    requests: exchanges.length,
    perSecond: rounded(rateOf(loads)),
    limited: exchanges.filter(({ status }) => status === 429).length,
    unanswered: exchanges.length - answered.length,
    failed: loads.flatMap((load) => failedRequests(load)).length,
    statuses: statusesOf(answered),
    ...(expected.length === 0 ? {} : { expectedStatuses: statusesOf(expected) }),
    inFlight: maxInFlight(exchanges),
    ...latencyFigures(exchanges),
    ...(queue === undefined || queueAtLeast === undefined ? {} : { queue, queueAtLeast }),
  };
}

/** What is sent only to see it rejected: wrong credentials in `auth`, identifiers of another organization in `spike`. */
const rejectedOnPurpose = (load: Load): readonly Exchange[] =>
  [...expectedRejections(load)].filter(({ intent }) => load.scenario === "auth" || intent !== "valid");

/** Requests that were sent a second, from the first to the last, without setup: waiting for the last responses is no sending. */
function rateOf(loads: readonly Load[]): number {
  const times = loads.map(sentTimes);
  const intervals = times.reduce((sum, { length }) => sum + Math.max(0, length - 1), 0);
  const ms = times.reduce((sum, of) => sum + (of.at(-1) ?? 0) - (of[0] ?? 0), 0);
  return (1000 * intervals) / Math.max(1, ms);
}

/** In milliseconds: a read that asks, after a timeout, whether the target answers at all is sent so soon after it. */
const maxAskedAfter = 100;

/**
 * When the requests of the load were sent. The reads that ask whether the target answers, after the last ones timed out, are no load any more, nor
 * are those with which `spike` ends: of statuses whose grace period has ended.
 */
export function sentTimes({ exchanges, begunAt, scenario }: Load): readonly number[] {
  const ofLoad = exchanges.filter(({ sentAt }) => sentAt >= begunAt);
  const timeouts = ofLoad.flatMap(({ reason, receivedAt }) => (reason === "timeout" ? [receivedAt] : []));
  const last = ofLoad.findLastIndex(
    ({ sentAt, operation }) =>
      !(scenario === "spike" && operation === "getFeedbackStatus") &&
      !timeouts.some((at) => at <= sentAt && sentAt <= at + maxAskedAfter),
  );
  return ofLoad.slice(0, last + 1).map(({ sentAt }) => sentAt);
}

/** The most requests that were sent and not yet answered at the same time. */
function maxInFlight(exchanges: readonly Exchange[]): number {
  const changes = exchanges.flatMap(({ sentAt, receivedAt }) => [
    { at: sentAt, by: 1 },
    { at: receivedAt, by: -1 },
  ]);
  let now = 0;
  let max = 0;
  for (const { by } of changes.sort((a, b) => a.at - b.at || a.by - b.by)) {
    now += by;
    max = Math.max(max, now);
  }
  // A request that takes no measurable time ends before it begins.
  return Math.max(1, max);
}
