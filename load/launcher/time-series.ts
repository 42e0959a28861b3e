/** Counts requests and computes latencies for each second of a load run. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { percentile } from "../../conformance/model/percentile.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { SeriesPoint } from "../../conformance/model/report.ts";
import { latenciesOf } from "./latencies.ts";

/** How many were answered with each status. */
export function statusesOf(answered: readonly Exchange[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of answered) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Key: the second in which requests were sent, since the first of them. `exchanges`: in the order of sending. */
export function bySecond(exchanges: readonly Exchange[]): ReadonlyMap<number, readonly Exchange[]> {
  const start = exchanges[0]?.sentAt ?? 0;
  const seconds = new Map<number, Exchange[]>();
  for (const exchange of exchanges) {
    const second = Math.floor((exchange.sentAt - start) / 1000);
    const sent = seconds.get(second) ?? [];
    sent.push(exchange);
    seconds.set(second, sent);
  }
  return seconds;
}

/** `exchanges`: in the order of sending. */
export function timeSeries(exchanges: readonly Exchange[]): readonly SeriesPoint[] {
  return [...bySecond(exchanges)].map(([second, sent]) => {
    const answered = sent.filter(({ response }) => response !== undefined);
    const latencies = latenciesOf(sent);
    const latency = (percent: number) => Math.round(percentile(latencies, percent) * 1000) / 1000;
    return {
      second,
      requests: sent.length,
      limited: sent.filter(({ status }) => status === 429).length,
      unanswered: sent.length - answered.length,
      statuses: statusesOf(answered),
      remaining: lastRemaining(answered),
      ...(latencies.length === 0 ? {} : { latency: { p50: latency(50), p95: latency(95) } }),
    };
  });
}

function lastRemaining(exchanges: readonly Exchange[]): SeriesPoint["remaining"] {
  const byOrganization = new Map<string, number>();
  for (const exchange of exchanges.toSorted((a, b) => a.receivedAt - b.receivedAt)) {
    const remaining = remainingOf(exchange);
    if (exchange.organization !== undefined && remaining !== undefined) {
      byOrganization.set(exchange.organization, remaining);
    }
  }
  return [...byOrganization].map(([organization, remaining]) => ({ organization, remaining }));
}
