/** A load run second by second. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { SeriesPoint } from "../../conformance/model/report.ts";

/** Each request stands in the second in which it was sent. `exchanges` are ordered by that. */
export function seriesOf(exchanges: readonly Exchange[]): readonly SeriesPoint[] {
  const start = exchanges[0]?.sentAt ?? 0;
  const seconds = new Map<number, Exchange[]>();
  for (const exchange of exchanges) {
    const second = Math.floor((exchange.sentAt - start) / 1000);
    const known = seconds.get(second);
    if (known === undefined) seconds.set(second, [exchange]);
    else known.push(exchange);
  }
  return [...seconds].map(([second, own]) => {
    const answered = own.filter(({ response }) => response !== undefined);
    const times = answered.map(({ sentAt, receivedAt }) => receivedAt - sentAt).toSorted((a, b) => a - b);
    return {
      second,
      requests: own.length,
      limited: own.filter(({ status }) => status === 429).length,
      unanswered: own.length - answered.length,
      remaining: lastTold(answered),
      ...(times.length === 0
        ? {}
        : { latency: { p50: inMicroseconds(percentile(times, 50)), p95: inMicroseconds(percentile(times, 95)) } }),
    };
  });
}

/** Milliseconds with three digits: more were not measured. */
const inMicroseconds = (ms: number) => Math.round(ms * 1000) / 1000;

function lastTold(exchanges: readonly Exchange[]): SeriesPoint["remaining"] {
  const told = new Map<string, number>();
  for (const exchange of exchanges.toSorted((a, b) => a.receivedAt - b.receivedAt)) {
    const remaining = remainingOf(exchange);
    if (exchange.organization !== undefined && remaining !== undefined) told.set(exchange.organization, remaining);
  }
  return [...told].map(([organization, remaining]) => ({ organization, remaining }));
}

/** Of numbers in rising order, as k6 counts: between two neighbours in proportion. 0 where there are none. */
export function percentile(sorted: readonly number[], percent: number): number {
  const at = (percent / 100) * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return below + (above - below) * (at - Math.floor(at));
}
