/** Joins what a run's k6 processes recorded: in the order of sending, with the target file's labels in place of role names. */

import { readJsonIfAny } from "../../cli/read-file.ts";
import type { Recorder } from "../../conformance/client/recorder.ts";
import type { Exchange, ExchangeRecord } from "../../conformance/model/exchange.ts";
import type { LoadFigures } from "../../conformance/model/load-figures.ts";
import type { ScenarioName } from "../in-k6/plans.ts";
import { compactExchangeOf, createCompactor } from "./compact-exchanges.ts";
import { filesIn } from "./k6-command.ts";
import { k6Figures } from "./k6-figures.ts";
import { mergeThresholds } from "./merge-thresholds.ts";
import { type RunIdentity, readConsole, type ScriptJudgement } from "./read-console.ts";
import { countOf, readThresholds, type Threshold } from "./read-thresholds.ts";
import { type Roles, withLabels, withVariables } from "./roles.ts";

export interface Collected {
  /** This script's exchanges, numbered in the order in which they were sent. */
  readonly exchanges: readonly Exchange[];
  readonly judgements: readonly ScriptJudgement[];
  /** When the first process had ended its setup and its wait for a window, in milliseconds since the epoch; 0 if none says so. */
  readonly begunAt: number;
  readonly scenario: ScenarioName | undefined;
  /** For how long a new status may be missing, as the target declares. */
  readonly graceMs: number;
  /** The run to which each process says it belongs; undefined for a script that does not use the scenarios' client. */
  readonly identities: readonly (RunIdentity | undefined)[];
  /** How many runs each console holds. */
  readonly runs: readonly number[];
  /** When each process was sending; undefined if it recorded nothing. */
  readonly spans: readonly (Span | undefined)[];
  /** Whether each process wrote its summary, which is the last thing that k6 does. */
  readonly hasEnded: readonly boolean[];
  /** The number of lines that are cut, or cannot be read. */
  readonly unreadable: number;
  /** How many requests k6 counted; undefined if a process wrote no whole summary. */
  readonly counted: number | undefined;
  /** How many iterations k6 started, and how many it planned and did not start, since no virtual user was free. */
  readonly iterations: { readonly started: number; readonly notStarted: number };
  /** k6's own figures of a single process; those of several could not be joined. */
  readonly k6Figures?: LoadFigures | undefined;
  readonly thresholds: readonly Threshold[];
  readonly notes: readonly string[];
  /** Lines on the console that are not records. */
  readonly otherLines: readonly string[];
}

/** From the first request to the last response, in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

interface Sources {
  readonly recorder: Recorder;
  /** The folder into which each process wrote. */
  readonly folders: readonly string[];
  readonly roles: Roles;
  /** The index of the script's first exchange: the number of exchanges that the run had before. */
  readonly firstIndex: number;
  /** The base URL as this machine sees it, and as k6 sees it, which in a container may differ. */
  readonly baseUrl: { readonly outside: string; readonly inside: string };
  readonly graceMs: number;
}

export async function collectRecords(sources: Sources): Promise<Collected> {
  const { recorder, folders, roles, firstIndex, baseUrl, graceMs } = sources;
  const rename = renamer(roles, baseUrl);
  const compact = createCompactor();
  const read = (record: ExchangeRecord) => compact(rename(record));
  const consoles = await Promise.all(folders.map((folder) => readConsole(filesIn(folder).console, recorder, read)));
  const summaries = folders.map((folder) => readJsonIfAny(filesIn(folder).summary));
  const hasEnded = summaries.map((summary) => readThresholds(summary) !== undefined);
  const exchanges = joinRecords(
    consoles.map(({ records }) => records),
    firstIndex,
  );
  const total = (metric: string) => summaries.reduce((sum: number, summary) => sum + countOf(metric, summary), 0);
  const iterations = { started: total("iterations"), notStarted: total("dropped_iterations") };
  return {
    exchanges,
    judgements: consoles.flatMap(({ judgements }) => judgements.map((each) => labelled(each, roles))),
    begunAt: Math.min(...consoles.map(({ begunAt = 0 }) => begunAt)),
    scenario: consoles.find(({ identity }) => identity !== undefined)?.identity?.scenario,
    graceMs,
    identities: consoles.map(({ identity }) => identity),
    runs: consoles.map(({ runs }) => runs),
    spans: consoles.map(({ records }) => spanOf(records)),
    hasEnded,
    unreadable: consoles.reduce((sum, { unreadable }) => sum + unreadable, 0),
    counted: hasEnded.every(Boolean) ? total("http_reqs") : undefined,
    iterations,
    k6Figures: folders.length === 1 ? k6Figures(summaries[0]) : undefined,
    thresholds: await thresholdsOf(folders, summaries, secondsOf(exchanges)),
    notes: consoles.flatMap(({ notes }, at) =>
      notes.map((note) => (consoles.length === 1 ? note : `process ${at + 1}: ${note}`)),
    ),
    otherLines: consoles.flatMap(({ otherLines }) => otherLines),
  };
}

/** Replaces role names in a judgement's sentences by the target file's labels. */
function labelled(judgement: ScriptJudgement, roles: Roles): ScriptJudgement {
  const texts = (["expected", "actual", "reason", "share"] as const).flatMap((name) => {
    const text = judgement[name];
    return text === undefined ? [] : [[name, withLabels(text, roles)]];
  });
  return { ...judgement, ...Object.fromEntries(texts) };
}

/** Sorts the records of all processes by the time of sending, and numbers them from `firstIndex`. */
export function joinRecords(records: readonly (readonly ExchangeRecord[])[], firstIndex: number): readonly Exchange[] {
  const ordered = records.flat().sort((a, b) => a.sentAt - b.sentAt);
  return ordered.map((record, at) => compactExchangeOf({ ...record, index: firstIndex + at }));
}

function renamer(roles: Roles, { inside, outside }: Sources["baseUrl"]) {
  const callers = new Map(Object.entries(roles));
  // A credential that the target file lacks is of the same organization as the others of its letter.
  const organizations = new Map(Object.entries({ A: roles.KEY_A?.organization, B: roles.KEY_B?.organization }));
  return (record: ExchangeRecord): ExchangeRecord => {
    const caller = callers.get(record.credential);
    const { url } = record.request;
    const organization = caller?.organization ?? organizations.get(record.organization ?? "");
    return {
      ...record,
      ...(url.startsWith(inside) ? { request: { ...record.request, url: outside + url.slice(inside.length) } } : {}),
      credential: caller?.label ?? withVariables(record.credential, roles),
      ...(organization === undefined ? {} : { organization }),
    };
  };
}

/** k6's own verdicts on the thresholds of a single process. Those of several processes are judged again over the samples of all. */
async function thresholdsOf(
  folders: readonly string[],
  summaries: readonly unknown[],
  seconds: number,
): Promise<readonly Threshold[]> {
  const thresholds = summaries.flatMap((summary) => readThresholds(summary) ?? []);
  if (folders.length === 1) return thresholds;
  const samples = folders.map((folder) => filesIn(folder).samples);
  return mergeThresholds(thresholds, samples, seconds);
}

const spanOf = (records: readonly ExchangeRecord[]): Span | undefined =>
  records.reduce<Span | undefined>(
    (span, { sentAt, receivedAt }) => ({
      from: Math.min(span?.from ?? sentAt, sentAt),
      until: Math.max(span?.until ?? receivedAt, receivedAt),
    }),
    undefined,
  );

/** Seconds from the first request to the last response. */
export function secondsOf(exchanges: readonly Exchange[]): number {
  const last = exchanges.reduce((latest, { receivedAt }) => Math.max(latest, receivedAt), 0);
  return Math.max(0, last - (exchanges[0]?.sentAt ?? 0)) / 1000;
}
