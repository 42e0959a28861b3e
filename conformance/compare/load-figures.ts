/** The figures of load runs side by side: requests, answers and latencies, of each scenario. */
import { listed } from "../model/in-words.ts";
import type { Capacity, LoadFigures } from "../model/load-figures.ts";
import type { Report } from "../model/report.ts";
import { queueOf, shownIfAny } from "../reports/load-table.ts";

/** A figure, and its text for each report; empty where the run did not measure it. */
export interface FigureRow {
  readonly figure: string;
  readonly values: readonly string[];
}

const figures: readonly (readonly [figure: string, textOf: (load: LoadFigures) => string | undefined])[] = [
  ["requests sent a second", ({ perSecond }) => perSecond.toFixed(1)],
  ["capacity (answered as at the beginning), requests a second", ({ capacity }) => capacity && shownCapacity(capacity)],
  ["answered 429", ({ limited }) => limited?.toString()],
  ["without an answer", ({ unanswered }) => unanswered?.toString()],
  ["failed requests", (load) => shownShare(failedShare(load))],
  ...(["p50", "p95", "p99", "max"] as const).map(
    (name) => [`latency ${name}`, ({ latency }: LoadFigures) => shownIfAny(latency?.[name])] as const,
  ),
  ["in the queue, p95", (load) => shownIfAny(queueOf(load)?.p95)],
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

/** `99 to 104`, if the target was slow at 104 (`or more`, if only in the last seconds); `up to 300, the highest rate` where no higher rate was sent; ` without getFeedbackStatus`, where it does not cover that. */
export function shownCapacity({ perSecond, isReached, slowAt, without = [] }: Capacity): string {
  const rates =
    slowAt === undefined
      ? `up to ${perSecond}${isReached ? "" : ", the highest rate"}`
      : `${perSecond} to ${slowAt}${isReached ? "" : " or more"}`;
  return `${rates}${without.length === 0 ? "" : ` (without ${listed(without)})`}`;
}

/** The share of requests without an answer, or with one that the scenario does not expect, such as a 5xx. */
export const failedShare = ({ requests, failed = 0 }: LoadFigures) => failed / requests;

export const hasFailures = ({ failed = 0 }: LoadFigures) => failed > 0;

/** `51.9%`. */
export const shownShare = (share: number) => `${Number((100 * share).toFixed(1))}%`;

/** By the scenario's name. */
export const scenariosOf = (load: LoadFigures | undefined): ReadonlyMap<string, LoadFigures> =>
  new Map((load?.scenarios ?? (load === undefined ? [] : [load])).map((each) => [each.scenario ?? "load", each]));
