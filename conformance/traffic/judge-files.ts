/** Judges the exchanges of HAR files together, in the order of time. */
import { setImmediate } from "node:timers/promises";
import type { Contract } from "../../spec/contract.ts";
import { type Exchange, headerValues } from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import type { Target } from "../target-file/target.ts";
import { baseUrlsOf } from "./base-url.ts";
import { bearerOf } from "./credentials.ts";
import { readEntry } from "./har-entry.ts";
import { judgeTraffic, type Traffic } from "./judge-traffic.ts";
import { readHar } from "./read-har.ts";
import type { Recorded } from "./recorded.ts";
import { TrafficCounts } from "./traffic-counts.ts";
import { TrafficReader } from "./traffic-reader.ts";

interface JudgeOptions extends Pick<Traffic, "contract" | "strict" | "baseline" | "replayOf"> {
  readonly files: readonly string[];
  /** If its base URL is empty, the base URL to which most requests go is judged. */
  readonly target: Target;
  readonly signal?: AbortSignal;
}

/** Resolves to the redacted report. Throws `UsageError` for a file that is not a HAR, and the signal's reason. */
export async function judgeFiles({ files, target, signal, ...options }: JudgeOptions): Promise<Report> {
  const { contract } = options;
  const recorded = (await readFiles(files)).sort((a, b) => a.sentAt - b.sentAt);
  const found = target.baseUrl === "" ? baseUrlsOf(recorded, contract)[0]?.[0] : target.baseUrl;
  const named = { ...target, baseUrl: found ?? "" };
  const reader = new TrafficReader(named, contract);
  await forEach(recorded, signal, (each) => reader.learn(each));
  const exchanges: Exchange[] = [];
  const counts = new TrafficCounts();
  await forEach(recorded, signal, (each) => {
    const read = reader.read(each, exchanges.length);
    counts.add(each, read);
    if (typeof read !== "string") exchanges.push(read);
  });
  const report = judgeTraffic({
    ...options,
    target: named,
    foundCredentials: reader.foundCredentials,
    exchanges,
    notes: counts.notes(),
    failed: counts.failed,
    incomplete: exchanges.length === 0 ? [whyNothing(recorded, named, contract)] : [],
  });
  return reader.redact(report);
}

/** Lets signals in now and then, since they wait while nothing else does. */
async function forEach<T>(items: readonly T[], signal: AbortSignal | undefined, visit: (item: T) => void) {
  for (const [at, item] of items.entries()) {
    if (at % 500 === 0) {
      await setImmediate();
      signal?.throwIfAborted();
    }
    visit(item);
  }
}

function whyNothing(recorded: readonly Recorded[], { baseUrl }: Target, contract: Contract): string {
  if (recorded.length === 0) return "these files hold no request at all";
  const [[other, count] = []] = baseUrlsOf(recorded, contract);
  if (other === undefined || count === undefined) return "no request of these files is one of this API's operations";
  if (other === baseUrl) return `no response to a request below ${baseUrl} can be judged: the notes say why`;
  return `no request goes to ${baseUrl}, and ${count} to ${other}: --base-url ${other} judges those`;
}

/** Reads one file after the other, so that only the text of one is in memory. */
async function readFiles(paths: readonly string[]): Promise<Recorded[]> {
  const ofFiles: (readonly Recorded[])[] = [];
  for (const path of paths) ofFiles.push(await readFile(path));
  return ofFiles.flat();
}

async function readFile(path: string): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  const recorder = { keepsAuthorization: false };
  await readHar(path, (entry, at) => {
    const read = readEntry(entry, `${path}: log.entries[${at}]`, recorder);
    recorder.keepsAuthorization ||= holdsBearer(read);
    recorded.push(read);
  });
  return recorded;
}

const holdsBearer = ({ request }: Recorded) =>
  headerValues(request.headers, "authorization").some((value) => bearerOf(value) !== undefined);
