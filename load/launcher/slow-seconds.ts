/** Says in which seconds of a scenario most of its slow responses were sent, such as during a stall. It judges nothing. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { percentile } from "../../conformance/model/percentile.ts";
import type { ScenarioTraffic } from "./capacity.ts";
import { latencyOf } from "./latencies.ts";
import { slowdownOf } from "./latency-notes.ts";
import type { LatencyThreshold } from "./user-thresholds.ts";

/** Without a missed threshold, a response is slow if it takes more than this many times the median, and more than this many ms above it. */
const slowRatio = 5;
const slowMoreMs = 100;
/** With fewer slow responses there is no note. */
const minSlow = 10;
/** At least this share of the slow responses counts as most of them. */
const minSlowShare = 0.8;
/**
 * Without a missed threshold, there is a note only if most slow responses fall into at most this share of the scenario, and the scenario lasts at
 * least `minSeconds`.
 */
const maxPart = 0.25;
const minSeconds = 10;

/** These scenarios send floods, or a whole limit in one burst, which slows responses down. */
const withBursts: readonly ScenarioTraffic["scenario"][] = ["isolation", "auth", "limit", "recovery"];

/** At most one note: on the first threshold that was missed; otherwise on the seconds with most slow responses, unless another note explains them. */
export function slowSecondsNotes(result: ScenarioTraffic, thresholds: readonly LatencyThreshold[]): readonly string[] {
  const { scenario, exchanges, begunAt } = result;
  // From 1, as in the report's series, which begins with the setup.
  const startedAt = exchanges[0]?.sentAt ?? 0;
  const secondOf = ({ sentAt }: Exchange) => 1 + Math.floor((sentAt - startedAt) / 1000);
  const timed = exchanges.flatMap((exchange) => {
    if (exchange.sentAt < begunAt) return [];
    const ms = latencyOf(exchange);
    return ms === undefined ? [] : [{ exchange, ms, second: secondOf(exchange) }];
  });
  const seconds = Math.max(0, ...timed.slice(-1).map(({ second }) => second));
  for (const { operation, percent, maxMs } of thresholds) {
    const judged = timed.filter(({ exchange }) => operation === undefined || exchange.operation === operation);
    if (percentileOf(judged, percent) > maxMs) return noteOf(judged, maxMs, seconds, seconds);
  }
  if (seconds < minSeconds || withBursts.includes(scenario) || slowdownOf(result) !== undefined) return [];
  const median = percentileOf(timed, 50);
  return noteOf(timed, Math.max(slowRatio * median, median + slowMoreMs), seconds, maxPart * seconds);
}

interface Timed {
  readonly ms: number;
  readonly second: number;
}

const percentileOf = (timed: readonly Timed[], percent: number) =>
  timed.length === 0
    ? 0
    : percentile(
        timed.map(({ ms }) => ms).sort((a, b) => a - b),
        percent,
      );

/** `timed`: in the order of sending. Empty if there are few slow responses, or if most of them are spread over more than `maxSeconds`. */
function noteOf(timed: readonly Timed[], slowMs: number, seconds: number, maxSeconds: number): readonly string[] {
  const slow = timed.filter(({ ms }) => ms > slowMs).map(({ second }) => second);
  if (slow.length < minSlow) return [];
  const minCount = Math.ceil(minSlowShare * slow.length);
  const spans = slow.slice(minCount - 1).map((last, at) => ({ first: slow[at] ?? last, last }));
  const [shortest] = spans.toSorted((a, b) => a.last - a.first - (b.last - b.first));
  if (shortest === undefined || shortest.last - shortest.first + 1 > maxSeconds) return [];
  const { first, last } = shortest;
  const within = slow.filter((second) => first <= second && second <= last).length;
  const when = first === last ? `second ${first}` : `seconds ${first} to ${last}`;
  return [
    `${within} of the ${slow.length} requests that took longer than ${Math.round(slowMs)} ms were sent in ${when} (of ${seconds})`,
  ];
}
