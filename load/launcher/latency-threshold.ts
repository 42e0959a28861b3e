/** `--latency p95=200ms`: a user's threshold on the latency of all responses of a scenario. */
import { UsageError } from "../../cli/usage-error.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { percentile } from "../../conformance/model/percentile.ts";
import { fails, holds, type Judged, unjudged, type Verdict } from "../../conformance/model/verdict.ts";

export interface LatencyThreshold {
  /** As the user wrote it: `p95=200ms`. */
  readonly text: string;
  readonly percent: number;
  readonly maxMs: number;
}

const namedPercents: Readonly<Record<string, number>> = { max: 100, med: 50 };

/** Each text holds one threshold or several, separated by commas. Throws `UsageError` for other forms than `p95=200ms` and `max=2s`. */
export function parseLatencies(texts: readonly string[]): readonly LatencyThreshold[] {
  return texts
    .flatMap((text) => text.split(","))
    .map((text) => {
      const [, percentText, name, value, unit] =
        /^\s*(?:p\(?(\d+(?:\.\d+)?)\)?|(max|med))\s*[=<]=?\s*(\d+(?:\.\d+)?)(ms|s)\s*$/.exec(text) ?? [];
      const percent = name === undefined ? Number(percentText) : namedPercents[name];
      // If the text does not match, `percent` is NaN.
      if (percent === undefined || !(percent <= 100)) {
        throw new UsageError(`--latency takes thresholds such as p95=200ms, p99=1s or max=2s, not ${text}`);
      }
      return { text: text.trim(), percent, maxMs: Number(value) * (unit === "s" ? 1000 : 1) };
    });
}

/** Whether a result is of a `--latency` threshold, which has its option in place of a clause of the document. */
export const isLatencyResult = ({ clause }: { readonly clause: string }) => clause.startsWith("--latency ");

export function judgeLatencies(
  thresholds: readonly LatencyThreshold[],
  exchanges: readonly Exchange[],
): readonly Judged[] {
  if (thresholds.length === 0) return [];
  const latencies = exchanges
    .filter(({ response }) => response !== undefined)
    .map(({ sentAt, receivedAt }) => receivedAt - sentAt)
    .sort((a, b) => a - b);
  return thresholds.map((threshold) => {
    const { text, percent, maxMs } = threshold;
    const claim = `Your own threshold: ${percent === 100 ? "all" : `${percent} of 100`} responses come within ${maxMs} ms`;
    const check = { id: `latency.p${percent}`, clause: `--latency ${text}`, claim };
    return { check, verdict: verdictOf(threshold, latencies) };
  });
}

function verdictOf({ percent, maxMs }: LatencyThreshold, latencies: readonly number[]): Verdict {
  if (latencies.length === 0) return unjudged("inconclusive", "no response was recorded");
  const actual = percentile(latencies, percent);
  if (actual <= maxMs) return holds;
  const name = percent === 100 ? "max" : `p${percent}`;
  const shown = `${name} is ${Math.round(actual * 10) / 10} ms, of ${latencies.length} responses`;
  return fails({ expected: `${name} of at most ${maxMs} ms`, actual: shown });
}
