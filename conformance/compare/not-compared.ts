/** Which figures of load runs are not compared: a report lacks them, or the load rose beyond the capacity. */
import { type LatencyFigures, type LoadFigures, risingLatency } from "../model/load-figures.ts";
import type { Pair } from "./common-scenarios.ts";
import { hasFailures, scenariosOf } from "./load-figures.ts";
import type { NamedReport } from "./named-report.ts";

/** The figures of one scenario in a report. */
interface NamedFigures {
  readonly name: string;
  readonly load: LoadFigures;
}

/** A sentence for each figure that is not compared. Empty if no report is of a load run. */
export function notCompared(reports: readonly NamedReport[]): readonly string[] {
  const runs = reports.map(({ name, report }) => ({ name, scenarios: scenariosOf(report.load) }));
  const names = new Set(runs.flatMap((run) => [...run.scenarios.keys()]));
  return [...names].flatMap((scenario) => {
    const absent = runs.flatMap((run) => (run.scenarios.has(scenario) ? [] : [run.name]));
    const figures = runs.flatMap(({ name, scenarios }) => {
      const load = scenarios.get(scenario);
      return load === undefined ? [] : [{ name, load }];
    });
    const [first, last] = [runs[0], runs.at(-1)].map((run) => run?.scenarios.get(scenario));
    return [
      ...(absent.length === 0 ? [] : [`${scenario} not compared: ${absent.join(", ")} did not run it`]),
      ...[capacityNotCompared(scenario, figures) ?? []].flat(),
      ...(first && last && isBeyondCapacity([first, last])
        ? [beyondCapacity({ name: scenario, old: first, now: last })]
        : []),
    ];
  });
}

/** Whether the load rose beyond a capacity: then latencies and errors beyond it depend on how far it rose, so they are not compared. */
export const isBeyondCapacity = (loads: readonly LoadFigures[]) =>
  loads.some(({ capacity }) => capacity?.isReached === true || capacity?.slowAt !== undefined);

/**
 * Rates that differ by up to this factor count as the same load: a scenario whose users wait for responses sends fewer requests if these take longer.
 */
export const minRateRatio = 1.5;

/**
 * The latencies that are compared: where both runs have a capacity, those below it. Undefined if the load of one rose beyond its capacity, and that of
 * the other rose much further, or has none.
 */
export function comparedLatencies({ name, old, now }: Pair<LoadFigures>): Pair<LatencyFigures> | undefined {
  const [before, after] = [old.capacity, now.capacity];
  if (before?.latency === undefined || after?.latency === undefined)
    return isBeyondCapacity([old, now]) ? undefined : { name, old, now };
  const rates = [before.perSecond, after.perSecond];
  return Math.max(...rates) > minRateRatio * Math.min(...rates) ? undefined : { name, old: before, now: after };
}

/** The note on such a scenario. If the first run had no failed requests, failures are compared nevertheless, so the note names only the latency. */
function beyondCapacity(scenario: Pair<LoadFigures>): string {
  const what = hasFailures(scenario.old) ? "latency and errors" : "latency";
  return comparedLatencies(scenario) === undefined
    ? `${scenario.name}: ${what} not compared: the load rose beyond the capacity; compare runs at an even rate below it (--rate)`
    : `${scenario.name}: ${what} near the capacity and beyond it not compared`;
}

/** `spike: capacity not compared: b.json has none (why)`; undefined if all have one, or none has. */
function capacityNotCompared(scenario: string, runs: readonly NamedFigures[]): string | undefined {
  const without = runs.filter(({ load }) => load.capacity === undefined);
  if (without.length === 0 || without.length === runs.length) return undefined;
  const named = without.map(({ name, load }) => {
    const why = load.latencyNotes?.find((note) => !note.startsWith(risingLatency));
    return `${name} has none${why === undefined ? "" : ` (${why})`}`;
  });
  return `${scenario}: capacity not compared: ${named.join(", ")}`;
}
