/** Joins what the processes of a run recorded: one order, and the target's names of credentials and organizations. */
import { readFileSync } from "node:fs";
import { type Exchange, type ExchangeRecord, exchangeOf } from "../../conformance/model/exchange.ts";
import type { ScenarioName } from "../in-k6/plans.ts";
import { filesIn } from "./k6-command.ts";
import { mergeThresholds } from "./merge-thresholds.ts";
import { readConsole, type ScriptJudgement } from "./read-console.ts";
import { readThresholds, type Threshold } from "./read-thresholds.ts";
import type { Roles } from "./roles.ts";

export interface Collected {
  /** Of this script, in the order in which they were sent, and numbered so. */
  readonly exchanges: readonly Exchange[];
  readonly judgements: readonly ScriptJudgement[];
  readonly scenario: ScenarioName | undefined;
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

/** Each process reads the clock once, in whole milliseconds. */
const maxClockDifferenceMs = 1;

export async function collectRecords({ folders, roles, firstIndex, baseUrl }: Sources): Promise<Collected> {
  const consoles = await Promise.all(folders.map((folder) => readConsole(filesIn(folder).console)));
  const unreadable = consoles.reduce((sum, { unreadable }) => sum + unreadable, 0);
  const toleranceMs = folders.length > 1 ? maxClockDifferenceMs : 0;
  const rename = renamer(roles, baseUrl);
  const records = consoles
    .flatMap(({ records }) => records.map(rename))
    .map((record) => ({ ...record, receivedAt: record.receivedAt + toleranceMs }));
  const exchanges = records
    .sort((a, b) => a.sentAt - b.sentAt)
    .map((record, at) => exchangeOf({ ...record, index: firstIndex + at }));
  return {
    exchanges,
    judgements: consoles.flatMap(({ judgements }) => judgements),
    scenario: consoles.find(({ scenario }) => scenario !== undefined)?.scenario,
    thresholds: await thresholdsOf(folders, secondsOf(exchanges)),
    notes: [
      ...consoles.flatMap(({ notes }) => notes),
      ...(unreadable === 0 ? [] : [`left out: ${unreadable} of k6's lines, which could not be read`]),
    ],
    otherLines: consoles.flatMap(({ otherLines }) => otherLines),
  };
}

function renamer(roles: Roles, { inside, outside }: Sources["baseUrl"]) {
  const callers = new Map(Object.entries(roles));
  return (record: ExchangeRecord): ExchangeRecord => {
    const caller = callers.get(record.credential);
    const { url } = record.request;
    return {
      ...record,
      ...(url.startsWith(inside) ? { request: { ...record.request, url: outside + url.slice(inside.length) } } : {}),
      ...(caller === undefined ? {} : { credential: caller.label }),
      ...(caller?.organization === undefined ? {} : { organization: caller.organization }),
    };
  };
}

/** A single process judges its thresholds itself; those of several are judged over the samples of all. */
async function thresholdsOf(folders: readonly string[], seconds: number): Promise<readonly Threshold[]> {
  const thresholds = folders.flatMap((folder) => readThresholds(readJson(filesIn(folder).summary)) ?? []);
  if (folders.length === 1) return thresholds;
  const samples = folders.map((folder) => filesIn(folder).samples);
  return mergeThresholds(thresholds, samples, seconds);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // A run that was ended early leaves none.
    return undefined;
  }
}

function secondsOf(exchanges: readonly Exchange[]): number {
  const last = exchanges.reduce((latest, { receivedAt }) => Math.max(latest, receivedAt), 0);
  return Math.max(0, last - (exchanges[0]?.sentAt ?? 0)) / 1000;
}
