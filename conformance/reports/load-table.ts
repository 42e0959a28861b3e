/** The figures of a load run, as each report for people shows them: a label and a text. */
import { plural } from "../../cli/plural.ts";
import type { LoadFigures, Percentiles, Report } from "../model/report.ts";

type LoadRow = readonly [label: string, text: string];

/** The names of the scenarios of a load run; undefined if the report is of no load run. */
export function scenariosOf({ load }: Pick<Report, "load">): readonly string[] | undefined {
  if (load === undefined) return undefined;
  return (load.scenarios ?? [load]).flatMap(({ scenario }) => scenario ?? []);
}

/** The rows of a load run. With several scenarios, first one row for each scenario, then the totals. Empty if the report is of no load run. */
export function loadRows({ load }: Report): readonly LoadRow[] {
  if (load === undefined) return [];
  const { latency, scenarios = [] } = load;
  const queue = queueRow({ load });
  return [
    ...scenarios.map((each): LoadRow => [each.scenario ?? "", inOneLine(each)]),
    ["requests", `${load.requests}, ${rates(load)}`],
    ...(counts(load) === "" ? [] : [["statuses", counts(load)] as const]),
    ...(latency === undefined ? [] : [["latency", percentiles(latency)] as const]),
    ...(queue === undefined ? [] : [["in the queue", queue] as const]),
  ];
}

/** A table: the cells of its header, and of a row for each scenario or operation. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const percentileNames = ["p50", "p95", "p99", "max"] as const;
const percentileCells = (latency: Percentiles | undefined) =>
  percentileNames.map((name) => shownIfAny(latency?.[name]));

/** The requests and the latency of each operation; without rows if the report lacks them. */
export const operationTable = ({ load }: Report): Table => ({
  header: ["operation", "requests", ...percentileNames],
  rows: (load?.operations ?? []).map(({ operation, requests, latency }) => [
    operation,
    String(requests),
    ...percentileCells(latency),
  ]),
});

/** The figures of each scenario, and of all together if there are several. */
export function scenarioTable({ load }: Report): Table {
  const header = [
    "scenario",
    "requests",
    "sent a second",
    "in flight at most",
    "not answered",
    ...percentileNames,
    "statuses",
  ];
  if (load === undefined) return { header, rows: [] };
  const several = load.scenarios ?? [];
  const together = several.length === 0 ? [load] : [{ ...load, scenario: "all" }];
  const rows = [...several, ...(several.length === 1 ? [] : together)].map((figures) => [
    figures.scenario ?? "",
    String(figures.requests),
    shown(figures.perSecond),
    String(figures.inFlight ?? ""),
    String(figures.unanswered ?? ""),
    ...percentileCells(figures.latency),
    figures.statuses !== undefined || figures.failed === undefined ? counts(figures) : `${figures.failed} failed`,
  ]);
  return { header, rows };
}

/** The latency notes, as among the report's notes: with several scenarios, each begins with the scenario's name. */
export function latencyNotesOf({ load }: Report): readonly string[] {
  if (load?.scenarios === undefined) return load?.latencyNotes ?? [];
  return load.scenarios.flatMap(({ scenario, latencyNotes = [] }) =>
    latencyNotes.map((note) => `${scenario}: ${note}`),
  );
}

/** When the target got slow, or failed; with several scenarios, each text begins with the scenario's name. */
export function slowdownsOf(load: LoadFigures | undefined): readonly string[] {
  const named = load?.scenarios?.map(({ scenario, slowdown }) => slowdown && `${scenario}: ${slowdown}`);
  return (named ?? [load?.slowdown]).flatMap((slowdown) => slowdown ?? []);
}

/**
 * The times in the queue; undefined if nothing was queued, or if 95% of the submissions had left the queue at the first read of their status: then the
 * times say only how soon a status was read.
 */
export const queueOf = (load: LoadFigures | undefined): Percentiles | undefined =>
  load?.queueAtLeast?.p95 === 0 ? undefined : load?.queue;

/** The time in the queue, as one text; undefined if it says nothing. */
export function queueRow({ load }: Pick<Report, "load">): string | undefined {
  const queue = queueOf(load);
  return queue === undefined ? undefined : queueText(queue, load?.queueAtLeast);
}

function rates({ perSecond, limited, unanswered = 0, failed, inFlight }: LoadFigures): string {
  if (limited === undefined)
    return `${shown(perSecond)} a second in the whole run (http_reqs); ${failed ?? 0} failed (http_req_failed)`;
  const lost = unanswered === 0 ? "" : `, ${unanswered} not answered`;
  const maxInFlight = inFlight === undefined ? "" : `, at most ${inFlight} in flight`;
  return `${shown(perSecond)} sent a second${maxInFlight}; ${limited} answered 429${lost}`;
}

const inOneLine = (figures: LoadFigures) =>
  [
    `${plural(figures.requests, "request")}, ${rates(figures)}`,
    counts(figures),
    figures.latency === undefined ? "" : percentiles(figures.latency),
  ]
    .filter((part) => part !== "")
    .join(" · ");

/** `712 × 200, 386 × 404 (as expected), 24 × 429`: the most frequent first. */
const counts = ({ statuses = {}, expectedStatuses = {} }: LoadFigures) =>
  Object.entries(statuses)
    .sort(([, a], [, b]) => b - a)
    .map(([status, count]) => `${count} × ${status}${asExpected(expectedStatuses[status] ?? 0, count)}`)
    .join(", ");

/** Marks rejections that a scenario provokes on purpose; they are no failures. */
function asExpected(expected: number, count: number): string {
  if (expected === 0) return "";
  return expected === count ? " (as expected)" : ` (${expected} as expected)`;
}

const percentiles = (latency: Percentiles) =>
  percentileNames
    .filter((name) => latency[name] !== undefined)
    .map((name) => `${name} ${shownIfAny(latency[name])}`)
    .join(" · ");

/** `p50 0.9–1.2 s`: a status changes between two reads. */
function queueText(queue: Percentiles, atLeast: Percentiles | undefined): string {
  const range = (name: "p50" | "p95" | "max") => {
    const minMs = atLeast?.[name] ?? queue[name];
    return `${name} ${shown(minMs) === shown(queue[name]) ? "" : `${shown(minMs)}–`}${shownMs(queue[name])}`;
  };
  return `${range("p50")} · ${range("p95")} · ${range("max")}, of ${plural(queue.count, "submission")}: between two reads of the status`;
}

const shown = (value: number) => String(Math.round(value * 10) / 10);

/** Empty if there is no value. */
export const shownIfAny = (value: number | undefined) => (value === undefined ? "" : shownMs(value));

/** `12.3 ms`. */
export const shownMs = (value: number) => `${shown(value)} ms`;
