/** The figures of load runs side by side: requests, answers and latencies, of each scenario. */
import type { LoadFigures, Percentiles } from "../model/load-figures.ts";
import type { Report } from "../model/report.ts";
import { shownMs } from "../reports/load-table.ts";

/** A figure, and its text for each report; empty where the run did not measure it. */
export interface FigureRow {
  readonly figure: string;
  readonly values: readonly string[];
}

const figures: readonly (readonly [figure: string, textOf: (load: LoadFigures) => string | undefined])[] = [
  ["requests a second", ({ perSecond }) => perSecond.toFixed(1)],
  ["answered 429", ({ limited }) => String(limited)],
  ["without an answer", ({ unanswered }) => String(unanswered)],
  ...(["p50", "p95", "p99", "max"] as const).map(
    (name) => [`latency ${name}`, ({ latency }: LoadFigures) => latency && shownMs(latency[name])] as const,
  ),
  ["in the queue, p95", ({ queue }) => queue && shownMs(queue.p95)],
];

/** None if no report is of a load run. A figure that no run has measured is left out. */
export function figureRows(reports: readonly Report[]): readonly FigureRow[] {
  const runs = reports.map(({ load }) => scenariosOf(load));
  const names = [...new Set(runs.flatMap((scenarios) => [...scenarios.keys()]))];
  return names.flatMap((name) =>
    figures.flatMap(([figure, textOf]) => {
      const values = runs.map((scenarios) => {
        const load = scenarios.get(name);
        return (load && textOf(load)) ?? "";
      });
      return values.every((value) => value === "") ? [] : [{ figure: `${name}: ${figure}`, values }];
    }),
  );
}

/**
 * A sentence for each scenario and operation whose p95 latency in the last report is more than `maxPercent` longer than in the first, or of
 * which nothing was answered any more. Undefined if there is nothing to compare: no scenario is in both.
 */
export function regressions(reports: readonly Report[], maxPercent: number): readonly string[] | undefined {
  const [before, after] = [scenariosOf(reports[0]?.load), scenariosOf(reports.at(-1)?.load)];
  const common = [...before].flatMap(([name, first]) => {
    const last = after.get(name);
    return last === undefined ? [] : [{ old: latenciesOf(name, first), now: latenciesOf(name, last) }];
  });
  if (common.length === 0) return undefined;
  return common.flatMap(({ old, now }) =>
    [...old].flatMap(([name, of]) => (now.has(name) ? regression(name, of, now.get(name), maxPercent) : [])),
  );
}

/** With fewer responses the p95 latency is the longest of all, which one slow response decides. */
const minResponses = 20;

function regression(
  name: string,
  old: Percentiles | undefined,
  now: Percentiles | undefined,
  maxPercent: number,
): string[] {
  if (old === undefined) return [];
  if (now === undefined)
    return [`${name}: no p95 latency, since nothing was answered; before it was ${shownMs(old.p95)}`];
  const count = Math.min(old.count, now.count);
  if (count < minResponses || now.p95 <= old.p95 * (1 + maxPercent / 100)) return [];
  return [
    `${name}: p95 latency ${shownMs(now.p95)} of ${now.count} responses, more than ${maxPercent}% above ${shownMs(old.p95)} of ${old.count}`,
  ];
}

/** The latencies of a scenario and of the operations in it; undefined where nothing was answered. */
const latenciesOf = (
  name: string,
  { latency, operations = [] }: LoadFigures,
): ReadonlyMap<string, Percentiles | undefined> =>
  new Map([[name, latency], ...operations.map((each) => [`${name}, ${each.operation}`, each.latency] as const)]);

const scenariosOf = (load: LoadFigures | undefined): ReadonlyMap<string, LoadFigures> =>
  new Map((load?.scenarios ?? (load === undefined ? [] : [load])).map((each) => [each.scenario ?? "load", each]));
