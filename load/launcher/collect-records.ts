/** Joins what the processes of a run recorded: one order, and the target's names of credentials and organizations. */
import { existsSync } from "node:fs";
import { readJsonIfAny } from "../../cli/read-file.ts";
import type { Exchange, ExchangeRecord } from "../../conformance/model/exchange.ts";
import type { ScenarioName } from "../in-k6/plans.ts";
import { compactExchangeOf, createCompactor } from "./compact-exchanges.ts";
import { filesIn } from "./k6-command.ts";
import { mergeThresholds } from "./merge-thresholds.ts";
import { readConsole, type ScriptJudgement, type Share } from "./read-console.ts";
import { countNotStarted, readThresholds, type Threshold } from "./read-thresholds.ts";
import { type Roles, withLabels } from "./roles.ts";

export interface Collected {
  /** This script's exchanges, numbered in the order in which they were sent. */
  readonly exchanges: readonly Exchange[];
  readonly judgements: readonly ScriptJudgement[];
  readonly scenario: ScenarioName | undefined;
  /** What each process says of its part of the run; undefined of a script that uses no client of the scenarios. */
  readonly shares: readonly (Share | undefined)[];
  /** Whether k6 wrote the summary of each process, the last that it does. */
  readonly hasEnded: readonly boolean[];
  readonly thresholds: readonly Threshold[];
  readonly notes: readonly string[];
  /** What else the scripts wrote to the console. */
  readonly otherLines: readonly string[];
}

interface Sources {
  /** One of each process. */
  readonly folders: readonly string[];
  readonly roles: Roles;
  /** How many exchanges the run had before: from this number on they are numbered. */
  readonly firstIndex: number;
  /** The base URL as this machine sees it, and as a container does. */
  readonly baseUrl: { readonly outside: string; readonly inside: string };
}

export async function collectRecords({ folders, roles, firstIndex, baseUrl }: Sources): Promise<Collected> {
  const rename = renamer(roles, baseUrl);
  const compact = createCompactor();
  const read = (record: ExchangeRecord) => compact(rename(record));
  const consoles = await Promise.all(folders.map((folder) => readConsole(filesIn(folder).console, read)));
  const unreadable = consoles.reduce((sum, { unreadable }) => sum + unreadable, 0);
  const exchanges = joinRecords(
    consoles.map(({ records }) => records),
    firstIndex,
  );
  return {
    exchanges,
    judgements: consoles.flatMap(({ judgements }) => judgements.map((each) => labelled(each, roles))),
    scenario: consoles.find(({ share }) => share !== undefined)?.share?.scenario,
    shares: consoles.map(({ share }) => share),
    hasEnded: folders.map((folder) => existsSync(filesIn(folder).summary)),
    thresholds: await thresholdsOf(folders, secondsOf(exchanges)),
    notes: [
      ...consoles.flatMap(({ notes }, at) =>
        notes.map((note) => (consoles.length === 1 ? note : `process ${at + 1}: ${note}`)),
      ),
      ...notStarted(folders),
      ...(unreadable === 0 ? [] : [`left out: ${unreadable} of k6's lines, which could not be read`]),
    ],
    otherLines: consoles.flatMap(({ otherLines }) => otherLines),
  };
}

/** With the target's names of credentials in its sentences. */
function labelled(judgement: ScriptJudgement, roles: Roles): ScriptJudgement {
  const texts = (["expected", "actual", "reason"] as const).flatMap((name) => {
    const text = judgement[name];
    return text === undefined ? [] : [[name, withLabels(text, roles)]];
  });
  return { ...judgement, ...Object.fromEntries(texts) };
}

/** In the order in which they were sent, and numbered so from `firstIndex`. `records`: of each process. */
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
      ...(caller === undefined ? {} : { credential: caller.label }),
      ...(organization === undefined ? {} : { organization }),
    };
  };
}

/** A single process judges its thresholds itself, unless it was ended early and wrote none; those of several are judged over the samples of all. */
async function thresholdsOf(folders: readonly string[], seconds: number): Promise<readonly Threshold[]> {
  const thresholds = folders.flatMap((folder) => readThresholds(readJsonIfAny(filesIn(folder).summary)) ?? []);
  if (folders.length === 1) return thresholds;
  const samples = folders.map((folder) => filesIn(folder).samples);
  return mergeThresholds(thresholds, samples, seconds);
}

/** k6 counts the iterations for which no virtual user was free. */
function notStarted(folders: readonly string[]): readonly string[] {
  const summaries = folders.map((folder) => readJsonIfAny(filesIn(folder).summary));
  const dropped = summaries.reduce((sum: number, summary) => sum + countNotStarted(summary), 0);
  if (dropped === 0) return [];
  return [
    `k6 did not start ${dropped} of the planned iterations: responses came, or this machine was, too slowly for the rate`,
  ];
}

/** From the first request to the last response. */
export function secondsOf(exchanges: readonly Exchange[]): number {
  const last = exchanges.reduce((latest, { receivedAt }) => Math.max(latest, receivedAt), 0);
  return Math.max(0, last - (exchanges[0]?.sentAt ?? 0)) / 1000;
}
