/** One run of Schemathesis in a folder of its own: what it is given, and what it has left behind. */
import { randomUUID } from "node:crypto";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../cli/usage-error.ts";
import { isRecord } from "../../spec/contract.ts";
import { createLawContext } from "../laws/apply.ts";
import type { Judged } from "../model/verdict.ts";
import { createRedactor } from "../redaction/redactor.ts";
import { checksFor, loadChecks } from "../run/registry.ts";
import type { Target } from "../target-file/target.ts";
import { seenFrom } from "../tools/container.ts";
import { commandLineOf, files } from "./command.ts";
import { configurationOf, withExamples } from "./configuration.ts";
import { type CaseReader, createCaseReader, type Labels } from "./exchanges.ts";
import { type Export, readExport } from "./export.ts";
import { type Facts, variableOf } from "./facts.ts";
import type { FuzzOptions } from "./fuzz.ts";
import { startOracle } from "./oracle.ts";
import { type Ended, runProcess } from "./process.ts";
import type { Fuzzed } from "./verdicts.ts";

export interface Ran {
  readonly fuzzed: readonly Fuzzed[];
  /** What went wrong inside Schemathesis, in words. */
  readonly broken?: string;
  /** Requests that nobody answered, in words. */
  readonly unanswered: readonly string[];
  /** What was shown by requests of our own afterwards. */
  readonly shown?: readonly Judged[];
}

export interface RunOptions {
  /** Empty; nobody else's; its path leads through no link. */
  readonly folder: string;
  readonly facts: Facts;
  /** Requests, for the progress. */
  readonly predicted: number;
  readonly notes: string[];
}

export async function runSchemathesis(options: FuzzOptions, of: RunOptions): Promise<Ran> {
  const { target, contract, shape } = options;
  const { folder, facts } = of;
  const at = (name: string) => join(folder, name);
  writeFileSync(at(files.facts), JSON.stringify({ ...facts, labels: at(files.labels) }));
  writeFileSync(at(files.contract), JSON.stringify(withExamples(contract, facts)));
  writeFileSync(at(files.configuration), configurationOf(shape, at(files.exported)));
  cpSync(new URL("./hooks/", import.meta.url), folder, { recursive: true });
  const read = createCaseReader({ contract, target, facts, baseUrl: seenFrom(options, target.baseUrl) });
  const ended = await driven(options, of, read);
  const exported = await readExport(at(files.exported));
  const cases = exported.cases.filter(({ response }) => response === undefined || response.status >= 200);
  requireTaken(ended, exported, options.passedOn, linesOf(at(files.output)));
  const broken = brokenBy(ended, exported, options.signal.aborted, linesOf(at(files.output)));
  // An answer taken for the one before it is nobody's fault but the client's.
  if (cases.length < exported.cases.length) {
    of.notes.push(
      "the target sends 1xx answers, which the client of Schemathesis takes for final ones: nothing is judged",
    );
    return { fuzzed: [], unanswered: [] };
  }
  const labels = labelsIn(at(files.labels));
  const fuzzed = cases.map((one, place) => ({ exchange: read(one, place, labels.get(one.id)), failed: one.failed }));
  of.notes.push(countsOf(fuzzed), ...leftBehind(fuzzed, facts));
  if (broken === undefined) return { fuzzed, unanswered: exported.unanswered };
  return { fuzzed, unanswered: exported.unanswered, broken: kept(broken, at(files.output), options) };
}

async function driven(
  options: FuzzOptions,
  { folder, facts, predicted }: RunOptions,
  read: CaseReader,
): Promise<Ended> {
  const { target, contract, shape, progress } = options;
  const checks = checksFor(await loadChecks(), contract);
  let done = 0;
  const oracle = await startOracle({
    contract,
    context: createLawContext(contract, target.rateLimit),
    laws: checks.flatMap((one) => (one.kind === "law" ? [one.check] : [])),
    read,
    onCase(phase) {
      done += 1;
      progress.step({ done, total: Math.max(done, predicted), id: phase });
    },
  });
  try {
    const line = commandLineOf({
      ...options,
      folder,
      baseUrl: target.baseUrl,
      oracle: oracle.url,
      secrets: secretsOf(facts, target),
      arguments: [...shape.only.flatMap((id) => ["--include-operation-id", id]), ...options.passedOn],
      container: `fpk-fuzz-${randomUUID()}`,
    });
    return await runProcess(line, { outputFile: join(folder, files.output), cwd: folder, signal: options.signal });
  } finally {
    await oracle.close();
  }
}

function secretsOf(facts: Facts, target: Target): Readonly<Record<string, string>> {
  const tokenOf = (label: string) => target.credentials.find((one) => one.label === label)?.token ?? "";
  return Object.fromEntries(facts.callers.map(({ label }, at) => [variableOf(at), tokenOf(label)]));
}

/** What the hooks have noted: which case went with whose token. */
function labelsIn(path: string): Labels {
  return new Map(
    linesOf(path).flatMap((line) => {
      try {
        const entry: unknown = JSON.parse(line);
        return isRecord(entry) ? [[String(entry.case), String(entry.label)] as const] : [];
      } catch {
        // The last line, unfinished.
        return [];
      }
    }),
  );
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

function countsOf(fuzzed: readonly Fuzzed[]): string {
  const hasId = ({ exchange }: Fuzzed) => /\/v1\/(?:products|feedback|organizations)\/./.test(exchange.request.url);
  const withIds = fuzzed.filter(hasId);
  const served = (of: readonly Fuzzed[]) => of.filter(({ exchange }) => exchange.isSuccess).length;
  const percent = withIds.length === 0 ? 0 : Math.round((100 * served(withIds)) / withIds.length);
  return `Schemathesis sent ${fuzzed.length} requests, of which ${served(fuzzed)} were answered 2xx; of those with an identifier in the path ${percent} %`;
}

/** What the target may want to clear away; what our own requests have left besides, a submission or two, is marked alike. */
function leftBehind(fuzzed: readonly Fuzzed[], { mark }: Facts): readonly string[] {
  const made = (["submitFeedback", "inviteMember", "createOrganization"] as const).flatMap((operation) => {
    const count = fuzzed.filter(({ exchange }) => exchange.operation === operation && exchange.isSuccess).length;
    return count === 0 ? [] : [`${operation} ${count}`];
  });
  return made.length === 0 ? [] : [`left behind, by how often each was accepted: ${made.join(", ")}; marked ${mark}`];
}

/** Throws `UsageError` where Schemathesis does not know what the user has passed on: it ends with 2 before it begins. */
function requireTaken(
  { code }: Ended,
  { version }: Export,
  passedOn: readonly string[],
  output: readonly string[],
): void {
  const error = output.find((line) => line.startsWith("Error: "));
  if (code !== 2 || version !== undefined || passedOn.length === 0 || error === undefined) return;
  throw new UsageError(`Schemathesis refuses what follows --: ${error.slice("Error: ".length).trim()}`);
}

/** In words; undefined where it did its work. */
function brokenBy(ended: Ended, exported: Export, isCut: boolean, output: readonly string[]): string | undefined {
  if (ended.failure !== undefined) return `Schemathesis could not be started: ${ended.failure}`;
  const [error] = exported.errors;
  if (error !== undefined) return `Schemathesis failed: ${error.split("\n")[0]}`;
  if (isCut || exported.isFinished) return undefined;
  const last = output.findLast((line) => line.trim() !== "");
  const told = last === undefined ? "" : `: ${last.trim()}`;
  return `Schemathesis ended with ${ended.code ?? "a signal"} before it was through${told}`;
}

/** Everything that it said, kept for whoever mends it. */
function kept(broken: string, outputFile: string, { target, keepIn }: FuzzOptions): string {
  const redact = createRedactor(target.credentials);
  try {
    writeFileSync(keepIn, redact(readFileSync(outputFile, "utf8")));
    return `${redact(broken)}; all that it said is in ${keepIn}`;
  } catch (error) {
    return `${redact(broken)}; what it said could not be kept: ${error instanceof Error ? error.message : String(error)}`;
  }
}
