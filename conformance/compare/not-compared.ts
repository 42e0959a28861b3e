/** Which figures of load runs are not compared: a report lacks them, or the load rose beyond the capacity. */
import { type LatencyFigures, type LoadFigures, risingLatency, shareBelowCapacity } from "../model/load-figures.ts";
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
      ...(first && last ? latencyNotCompared({ name: scenario, old: first, now: last }) : []),
    ];
  });
}

/** Whether the load rose beyond a capacity: then latencies and errors beyond it depend on how far it rose, so they are not compared. */
export const isBeyondCapacity = (loads: readonly LoadFigures[]) =>
  loads.some(({ capacity }) => capacity?.isReached === true || capacity?.slowAt !== undefined);

/** If the rates up to which latencies are compared differ by more than this factor, a latency that grows with the rate would be longer for that. */
const maxRateRatio = 1.25;

/**
 * The latencies that are compared: those of the whole runs, or, where both have a capacity, those up to it or below it. Undefined if the rates up to which
 * that is differ too much, or if only one of the runs has a capacity, and its load rose beyond it.
 */
export function comparedLatencies({ name, old, now }: Pair<LoadFigures>): Pair<LatencyFigures> | undefined {
  const [before, after] = [old.capacity, now.capacity];
  if (before?.latency === undefined || after?.latency === undefined)
    return isBeyondCapacity([old, now]) ? undefined : { name, old, now };
  const rates = [old, now].map(maxComparedRate);
  return Math.max(...rates) > maxRateRatio * Math.min(...rates) ? undefined : { name, old: before, now: after };
}

/** Which latencies of a scenario are compared: those of the whole run, only those below the capacity, or none. */
export type ComparedPart = "all" | "below the capacity" | "none";

export function comparedPart(scenario: Pair<LoadFigures>): ComparedPart {
  if (comparedLatencies(scenario) === undefined) return "none";
  return isBeyondCapacity([scenario.old, scenario.now]) ? "below the capacity" : "all";
}

/** Up to which rate a run with a capacity has its latencies. */
const maxComparedRate = (load: LoadFigures) =>
  (load.capacity?.isReached === true ? shareBelowCapacity : 1) * (load.capacity?.perSecond ?? 0);

/**
 * The note on a scenario whose latencies are not compared, or not those near the capacity. If the first run had no failed requests, failures are compared
 * nevertheless, so the note names only the latency.
 */
function latencyNotCompared(scenario: Pair<LoadFigures>): readonly string[] {
  const { name, old, now } = scenario;
  const part = comparedPart(scenario);
  if (part === "all") return [];
  const isBeyond = isBeyondCapacity([old, now]);
  const what = isBeyond && hasFailures(old) ? "latency and errors" : "latency";
  if (part === "below the capacity") return [`${name}: ${what} near the capacity and beyond it not compared`];
  const why = isBeyond ? "the load rose beyond the capacity" : "the loads rose to different rates";
  return [`${name}: ${what} not compared: ${why}; compare runs at an even rate${isBeyond ? " below it" : ""} (--rate)`];
}

/** `spike: capacity not compared: b.json has none (why)`; undefined if all have one, or none has. */
function capacityNotCompared(scenario: string, runs: readonly NamedFigures[]): string | undefined {
  const without = runs.filter(({ load }) => load.capacity === undefined);
  if (without.length === 0 || without.length === runs.length) return undefined;
  const named = without.map(({ name, load }) => {
    const why = load.latencyNotes?.find((note) => !note.startsWith(risingLatency));
    return `${name} has none${why === undefined ? "" : ` (${why.split(". ")[0]})`}`;
  });
  return `${scenario}: capacity not compared: ${named.join(", ")}`;
}
