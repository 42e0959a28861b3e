/** The latencies of requests, and of those of each operation, as percentiles. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import type { LatencyFigures, OperationFigures, Percentiles } from "../../conformance/model/load-figures.ts";
import { percentile } from "../../conformance/model/percentile.ts";
import { latencyOf } from "./latencies.ts";
import { type Measurement, percentileRange } from "./percentile-range.ts";

export function latencyFigures(exchanges: readonly Exchange[]): LatencyFigures {
  const latency = latencyPercentiles(exchanges);
  return { ...(latency === undefined ? {} : { latency }), operations: operationsOf(exchanges) };
}

const operationsOf = (exchanges: readonly Exchange[]): readonly OperationFigures[] =>
  groupBy(exchanges, ({ operation }) => operation ?? "")
    .flatMap((of) => {
      const latency = latencyPercentiles(of);
      const operation = of[0]?.operation;
      return operation === undefined
        ? []
        : [{ operation, requests: of.length, ...(latency === undefined ? {} : { latency }) }];
    })
    .sort((a, b) => b.requests - a.requests);

function latencyPercentiles(exchanges: readonly Exchange[]): Percentiles | undefined {
  const measurements = exchanges.flatMap((exchange): readonly Measurement[] => {
    const ms = latencyOf(exchange);
    return ms === undefined ? [] : [{ sentAt: exchange.sentAt, ms: rounded(ms) }];
  });
  const sorted = measurements.toSorted((a, b) => a.ms - b.ms);
  const percentiles = percentilesOf(sorted.map(({ ms }) => ms));
  if (percentiles === undefined) return undefined;
  const { p50, p95, p99 } = percentiles;
  const ranges = {
    p50: percentileRange(sorted, 50, p50),
    p95: percentileRange(sorted, 95, p95),
    p99: percentileRange(sorted, 99, p99),
  };
  return { ...percentiles, ranges };
}

/** Undefined if there are none. */
export function percentilesOf(milliseconds: readonly number[]): (Percentiles & { readonly p99: number }) | undefined {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const max = sorted.at(-1);
  if (max === undefined) return undefined;
  const at = (percent: number) => rounded(percentile(sorted, percent));
  return { count: sorted.length, p50: at(50), p95: at(95), p99: at(99), max: rounded(max) };
}

export const rounded = (value: number) => Math.round(value * 1000) / 1000;
