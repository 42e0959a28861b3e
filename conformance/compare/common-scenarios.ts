/** What the first and the last load run have in common: scenarios, and operations in them. */
import type { LatencyFigures, LoadFigures, Percentiles } from "../model/load-figures.ts";
import { scenariosOf } from "./load-figures.ts";
import type { NamedReport } from "./named-report.ts";

/** The figures of the first run (`old`) and of the last (`now`). `name`: of the scenario, or of it and an operation. */
export interface Pair<Figures> {
  readonly name: string;
  readonly old: Figures;
  readonly now: Figures;
}

export function commonScenarios(reports: readonly NamedReport[]): readonly Pair<LoadFigures>[] {
  const [before, after] = [reports[0], reports.at(-1)].map((each) => scenariosOf(each?.report.load));
  return [...(before ?? [])].flatMap(([name, old]) => {
    const now = after?.get(name);
    return now === undefined ? [] : [{ name, old, now }];
  });
}

/** The latencies of the scenario and of each operation that both runs have. */
export function latencyPairs({ name, old, now }: Pair<LatencyFigures>): readonly Pair<Percentiles | undefined>[] {
  const latencies = latenciesOf(name, now);
  return [...latenciesOf(name, old)].flatMap(([of, latency]) =>
    latencies.has(of) ? [{ name: of, old: latency, now: latencies.get(of) }] : [],
  );
}

/** The latencies of a scenario and of the operations in it; undefined if none was measured. */
const latenciesOf = (
  name: string,
  { latency, operations = [] }: LatencyFigures,
): ReadonlyMap<string, Percentiles | undefined> =>
  new Map([[name, latency], ...operations.map((each) => [`${name}, ${each.operation}`, each.latency] as const)]);
