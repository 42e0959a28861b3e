/** The latencies of each operation in the first and the last load run, side by side. */
import type { LoadFigures, OperationFigures, Percentiles } from "../model/load-figures.ts";
import { shownIfAny } from "../reports/load-table.ts";
import { commonScenarios, type Pair } from "./common-scenarios.ts";
import type { NamedReport } from "./named-report.ts";
import { comparedLatencies, comparedPart } from "./not-compared.ts";

export interface OperationRow {
  readonly operation: string;
  /** The scenario that sent it. */
  readonly scenario: string;
  /** The latencies are those below the capacity; otherwise those of the whole run. */
  readonly isBelowCapacity: boolean;
  /** Its latencies in the first and in the last run; absent if it got no answer there, or was not sent. */
  readonly before?: Percentiles;
  readonly after?: Percentiles;
  /** Whether p50 or p95 differ by more than timers and other processes of a machine do. */
  readonly isChanged: boolean;
}

/** A smaller difference, in percent or in ms, is within what every run varies by. */
const minPercent = 5;
const minMs = 1;
/** With fewer responses in one of the runs, single responses decide the percentile. */
const minResponses = { p50: 5, p95: 20 } as const;

/** The text that replaces the rows of unchanged operations where a report leaves them out. */
export const unchanged = `changed by less than ${minPercent}% or ${minMs} ms, or had too few responses to say`;

/** A row for each operation of the scenarios that both runs have: the largest change first, unchanged operations last. */
export function operationRows(reports: readonly NamedReport[]): readonly OperationRow[] {
  return commonScenarios(reports)
    .flatMap(rowsOf)
    .map((row) => ({ ...row, by: changeOf(row) }))
    .sort((a, b) => b.by - a.by)
    .map(({ by, ...row }) => ({ ...row, isChanged: by > 0 }));
}

type Row = Omit<OperationRow, "isChanged">;

function rowsOf(scenario: Pair<LoadFigures>): readonly Row[] {
  const { old, now } = comparedLatencies(scenario) ?? scenario;
  const [before, after] = [old, now].map(({ operations = [] }) => new Map(operations.map(latencyByName)));
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].flatMap((operation) => {
    const [oldLatency, newLatency] = [before?.get(operation), after?.get(operation)];
    if (oldLatency === undefined && newLatency === undefined) return [];
    return [
      {
        scenario: scenario.name,
        operation,
        isBelowCapacity: comparedPart(scenario) === "below the capacity",
        ...(oldLatency === undefined ? {} : { before: oldLatency }),
        ...(newLatency === undefined ? {} : { after: newLatency }),
      },
    ];
  });
}

const latencyByName = ({ operation, latency }: OperationFigures) => [operation, latency] as const;

/** By which factor the latency is longer or shorter, as a logarithm: twice as long is as much as half as long. 0 if it is unchanged. */
function changeOf({ before, after }: Row): number {
  if (before === undefined || after === undefined) return Number.POSITIVE_INFINITY;
  const count = Math.min(before.count, after.count);
  const changes = (["p50", "p95"] as const).map((name) => {
    const [old, now] = [before[name], after[name]];
    const isMeasured = count >= minResponses[name] && Math.min(old, now) > 0;
    const isLess = Math.abs(now - old) < minMs || Math.abs(now - old) < (minPercent / 100) * old;
    return !isMeasured || isLess ? 0 : Math.abs(Math.log(now / old));
  });
  return Math.max(...changes);
}

export const operationHeader = ["operation", "p50", "p95", "responses"] as const;

/** `listProducts below the capacity`, `12 ms → 30 ms (+150%)`, …; if there are several scenarios, each operation has its scenario's name. */
export function operationCells(row: OperationRow, rows: readonly OperationRow[]): readonly string[] {
  const { scenario, before, after } = row;
  const operation = `${row.operation}${row.isBelowCapacity ? " below the capacity" : ""}`;
  const isOfSeveral = rows.some((other) => other.scenario !== scenario);
  const latency = (name: "p50" | "p95") => {
    const [old, now] = [before?.[name], after?.[name]];
    return `${shownIfAny(old) || "–"} → ${shownIfAny(now) || "–"}${percentOf(old, now)}`;
  };
  return [
    isOfSeveral ? `${scenario}, ${operation}` : operation,
    latency("p50"),
    latency("p95"),
    `${before?.count ?? 0} → ${after?.count ?? 0}`,
  ];
}

function percentOf(old = 0, now = 0): string {
  if (old === 0 || now === 0) return "";
  const percent = Math.round(100 * (now / old - 1));
  return ` (${percent > 0 ? "+" : ""}${percent}%)`;
}
