/** The thresholds of a script, and which of them did not hold, from k6's summary. */
import { isRecord } from "../../spec/contract.ts";

export interface Threshold {
  /** With its tags: `http_req_duration{scenario:beside}`. */
  readonly metric: string;
  /** `p(95)<500`. */
  readonly expression: string;
  readonly holds: boolean;
  /** What was measured: `p(95) = 712.4`. Empty where the summary does not show it. */
  readonly actual: string;
}

/** Numbers by name, such as `count` or `p(95)`, and the thresholds, by expression: true where one was crossed. */
interface Metric {
  readonly thresholds: ReadonlyMap<string, boolean>;
  readonly values: ReadonlyMap<string, number>;
}

/** From the file that `--summary-export` wrote; undefined if it is not a summary. */
export function readThresholds(summary: unknown): readonly Threshold[] | undefined {
  if (!isRecord(summary) || !isRecord(summary.metrics)) return undefined;
  return Object.entries(summary.metrics).flatMap(([metric, fields]) => {
    const { thresholds, values } = metricOf(fields);
    return [...thresholds].map(([expression, isCrossed]) => {
      const name = aggregateIn(expression);
      const value = values.get(name) ?? (name === "rate" ? values.get("value") : undefined);
      const actual = value === undefined ? "" : `${name} = ${rounded(value)}`;
      return { metric, expression, holds: !isCrossed, actual };
    });
  });
}

function metricOf(value: unknown): Metric {
  const fields = isRecord(value) ? value : {};
  const thresholds = isRecord(fields.thresholds) ? Object.entries(fields.thresholds) : [];
  const numbers = Object.entries(fields).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  return { thresholds: new Map(thresholds.map(([name, value]) => [name, value === true])), values: new Map(numbers) };
}

/** `p(95)` of `p(95) < 500`. */
export const aggregateIn = (expression: string) => /^\s*([a-z]+(?:\([\d.]+\))?)/.exec(expression)?.[1] ?? "";

export const rounded = (value: number) => String(Math.round(value * 1000) / 1000);
