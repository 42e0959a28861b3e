/** The figures of a user's script that does not record what it sends: k6's own. */
import type { LoadFigures, Percentiles } from "../../conformance/model/load-figures.ts";
import { isRecord } from "../../spec/contract.ts";

/** From the file that `--summary-export` wrote; undefined if k6 counted no HTTP request. */
export function k6Figures(summary: unknown): LoadFigures | undefined {
  const metrics = isRecord(summary) && isRecord(summary.metrics) ? summary.metrics : {};
  const valuesOf = (metric: string): Readonly<Record<string, unknown>> => {
    const values = metrics[metric];
    return isRecord(values) ? values : {};
  };
  const { count, rate } = valuesOf("http_reqs");
  if (typeof count !== "number" || typeof rate !== "number" || count === 0) return undefined;
  // Of a rate metric k6 calls a value of 1 a pass: here a request that failed.
  const { passes } = valuesOf("http_req_failed");
  const latency = percentilesOf(valuesOf("http_req_duration"), count);
  return {
    requests: count,
    perSecond: rate,
    ...(typeof passes === "number" ? { failed: passes } : {}),
    ...(latency === undefined ? {} : { latency }),
  };
}

/** Undefined if the script's `summaryTrendStats` leave out p95, the median or the maximum. */
function percentilesOf(values: Readonly<Record<string, unknown>>, count: number): Percentiles | undefined {
  const { max, "p(95)": p95, "p(99)": p99, med, "p(50)": p50 = med } = values;
  if (typeof p50 !== "number" || typeof p95 !== "number" || typeof max !== "number") return undefined;
  return { count, p50, p95, ...(typeof p99 === "number" ? { p99 } : {}), max };
}
