/** Reads k6's summary: the script's thresholds, and the counts of metrics. */
import { isRecord } from "../../spec/contract.ts";

export interface Threshold {
  /** The metric with its tags: `http_req_duration{scenario:neighbour}`. */
  readonly metric: string;
  /** `p(95)<500`. */
  readonly expression: string;
  readonly holds: boolean;
  /** The measured value: `p(95) = 712.4`. Empty if the summary does not show it. */
  readonly actual: string;
}

/** From the file that `--summary-export` wrote; undefined if it is not a summary. */
export function readThresholds(summary: unknown): readonly Threshold[] | undefined {
  if (!isRecord(summary) || !isRecord(summary.metrics)) return undefined;
  return Object.entries(summary.metrics).flatMap(([metric, fields]) => {
    if (!isRecord(fields) || !isRecord(fields.thresholds)) return [];
    // A metric's fields are its aggregates by name (`count`, `p(95)`), and `thresholds`, by expression: true if crossed.
    return Object.entries(fields.thresholds).map(([expression, isCrossed]) => {
      const name = aggregateIn(expression);
      const value = fields[name] ?? (name === "rate" ? fields.value : undefined);
      const actual = typeof value === "number" ? `${name} = ${rounded(value)}` : "";
      return { metric, expression, holds: isCrossed !== true, actual };
    });
  });
}

/** The count of a metric, such as `http_reqs`; 0 if the summary does not show it. */
export function countOf(metric: string, summary: unknown): number {
  const fields = isRecord(summary) && isRecord(summary.metrics) ? summary.metrics[metric] : undefined;
  return isRecord(fields) && typeof fields.count === "number" ? fields.count : 0;
}

/** `p(95)` of `p(95) < 500`. */
export const aggregateIn = (expression: string) => /^\s*([a-z]+(?:\([\d.]+\))?)/.exec(expression)?.[1] ?? "";

export const rounded = (value: number) => String(Math.round(value * 1000) / 1000);
