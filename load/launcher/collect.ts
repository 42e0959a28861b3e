/** Joins what the processes of a run left behind: one order, the target's own names for credentials and organizations. */
import { readFileSync } from "node:fs";
import { type Exchange, type ExchangeRecord, exchangeOf } from "../../conformance/model/exchange.ts";
import { readConsole, type ScriptJudgement } from "./console.ts";
import { filesIn } from "./k6-command.ts";
import { judgeMerged } from "./points.ts";
import type { Roles } from "./roles.ts";
import { type Threshold, thresholdsIn } from "./thresholds.ts";

export interface Collected {
  /** Ordered by when they were sent, and numbered so. */
  readonly exchanges: readonly Exchange[];
  readonly judgements: readonly ScriptJudgement[];
  readonly thresholds: readonly Threshold[];
  readonly notes: readonly string[];
  /** What the scripts said besides. */
  readonly said: readonly string[];
}

export interface Sources {
  /** Of each process. */
  readonly folders: readonly string[];
  readonly roles: Roles;
  /** Sent before k6 was started. */
  readonly before: readonly ExchangeRecord[];
  /** The base URL as it is outside, and inside a container. */
  readonly baseUrl: { readonly outside: string; readonly inside: string };
}

/** Each process tells the time by its own first look at the clock, which shows whole milliseconds. */
const clocksDifferMs = 1;

export async function collect({ folders, roles, before, baseUrl }: Sources): Promise<Collected> {
  const consoles = await Promise.all(folders.map((folder) => readConsole(filesIn(folder).console)));
  const unreadable = consoles.reduce((sum, one) => sum + one.unreadable, 0);
  const late = folders.length > 1 ? clocksDifferMs : 0;
  const renamed = renamer(roles, baseUrl);
  const records = consoles
    .flatMap((one) => one.records)
    .map((one) => {
      const record = renamed(one);
      return { ...record, receivedAt: record.receivedAt + late };
    });
  const ordered = [...before, ...records].sort((a, b) => a.sentAt - b.sentAt);
  const exchanges = ordered.map((record, index) => exchangeOf({ ...record, index }));
  return {
    exchanges,
    judgements: consoles.flatMap(({ judgements }) => judgements),
    thresholds: await thresholdsOf(folders, secondsOf(exchanges)),
    notes: [
      ...new Set(consoles.flatMap(({ notes }) => notes)),
      ...(unreadable === 0 ? [] : [`left out: ${unreadable} of k6's lines, which could not be read`]),
    ],
    said: consoles.flatMap(({ said }) => said),
  };
}

function renamer(roles: Roles, { inside, outside }: Sources["baseUrl"]) {
  const known = new Map(Object.entries(roles));
  return (record: ExchangeRecord): ExchangeRecord => {
    const caller = known.get(record.credential);
    const { url } = record.request;
    return {
      ...record,
      ...(url.startsWith(inside) ? { request: { ...record.request, url: outside + url.slice(inside.length) } } : {}),
      ...(caller === undefined ? {} : { credential: caller.label }),
      ...(caller?.organization === undefined ? {} : { organization: caller.organization }),
    };
  };
}

/** One process judges its thresholds itself; those of several are judged over the points of all. */
async function thresholdsOf(folders: readonly string[], seconds: number): Promise<readonly Threshold[]> {
  const told = folders.flatMap((folder) => thresholdsIn(readJson(filesIn(folder).summary)) ?? []);
  if (folders.length === 1) return told;
  return judgeMerged(
    told,
    folders.map((folder) => filesIn(folder).points),
    seconds,
  );
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
  const last = exchanges.reduce((most, { receivedAt }) => Math.max(most, receivedAt), 0);
  return Math.max(0, last - (exchanges[0]?.sentAt ?? 0)) / 1000;
}
