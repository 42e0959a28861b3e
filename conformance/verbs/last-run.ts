/** What the last run on a target found: kept in the cache, where `--failed` reads it. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { plural } from "../../cli/plural.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { WriteError, writeFileAtomically } from "../../cli/write-file.ts";
import { isObject } from "../model/body.ts";
import type { Report } from "../model/report.ts";
import { isJudged, isViolated } from "../model/verdict.ts";
import { writeReport } from "../reports/files.ts";
import { type AnyCheck, loadChecks } from "../run/checks/registry.ts";
import type { RunOptions } from "../run/run.ts";
import { suiteCache } from "../tools/places.ts";

export class LastRun {
  readonly #target: string;
  readonly #folder: string;

  /** `target` is its base URL. */
  constructor(target: string, env: VerbContext["env"]) {
    this.#target = target;
    this.#folder = join(suiteCache(env), "last", createHash("sha256").update(target).digest("hex").slice(0, 16));
  }

  /**
   * Ids of the checks that failed when they were last judged, and of those that a failure hid; and the cases that send all
   * that these need, unless all of a run is needed. Throws `UsageError` where nothing failed.
   */
  async failed(): Promise<Pick<RunOptions, "only" | "sentBy">> {
    const checks = await loadChecks();
    const kept = this.#read();
    if (kept === undefined)
      throw new UsageError(`--failed: there was no run on ${this.#target} yet; leave it out once`);
    const only = checks.map(({ check }) => check.id).filter((id) => [...kept.failed, ...kept.hidden].includes(id));
    if (only.length === 0)
      throw new UsageError(`nothing failed in the last run on ${this.#target}; leave --failed out`);
    const sending = only.map((id) => (kept.failed.includes(id) ? kept.sentBy[id] : aloneIn(checks, id)));
    if (sending.includes(undefined)) return { only };
    // In the order in which a whole run sends them.
    return { only, sentBy: checks.map(({ check }) => check.id).filter((id) => sending.flat().includes(id)) };
  }

  /**
   * Keeps the report, and the failures that it did not judge again; a run that was not in part has no others than its results.
   * Resolves to a line that says how to go on; empty where nothing failed or was hidden, before or now.
   */
  async keep(report: Report, { replayArguments, isPart, isCut, sentBy }: Extent): Promise<string> {
    if (report.results.length === 0) return "";
    const before = this.#read() ?? nothing;
    const isOpen = (id: string) => {
      const result = report.results.find((result) => result.id === id);
      if (result === undefined) return isPart;
      return !isJudged(result) || (result.judged !== undefined && !wasShownAgain(id));
    };
    // A law passes on whatever was sent; it is mended only where that includes what it failed on.
    const wasShownAgain = (id: string) =>
      !isCut &&
      report.results.every(({ verdict }) => verdict !== "inconclusive") &&
      (sentBy === undefined || (before.sentBy[id]?.every((sender) => sentBy.includes(sender)) ?? false));
    const unjudged = before.failed.filter(isOpen);
    const failed = [...new Set([...report.results.filter(isViolated).map(({ id }) => id), ...unjudged])];
    const unasked = before.hidden.filter((id) => isPart && report.results.every((result) => result.id !== id));
    const hidden = [...(report.causes ?? []).flatMap(({ hides }) => hides), ...unasked].filter(
      (id) => !failed.includes(id),
    );
    const file = join(this.#folder, "report.json");
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeReport(report, file);
      const senders = { ...(isCut ? before.sentBy : withoutUndecided(before.sentBy, report)), ...sendersIn(report) };
      await writeFileAtomically(this.#list, JSON.stringify({ failed, hidden, sentBy: senders } satisfies Kept));
      // Another process may remove them too.
      await removeOldest(dirname(this.#folder)).catch(() => {});
    } catch (error) {
      return `the report was not kept for --failed: ${error instanceof WriteError ? error.message : this.#folder}\n`;
    }
    if (failed.length + hidden.length === 0)
      return isPart && before.failed.length + before.hidden.length > 0
        ? `what failed in the last run passes now; to judge everything: fpk check${replayArguments}\n`
        : "";
    return `to run again ${whichOf(failed, hidden, report)}: fpk check${replayArguments} --failed (this report is kept in ${file})\n`;
  }

  get #list(): string {
    return join(this.#folder, "failed.json");
  }

  #read(): Kept | undefined {
    if (!existsSync(this.#list)) return undefined;
    const kept: unknown = JSON.parse(readFileSync(this.#list, "utf8"));
    if (!isObject(kept)) return nothing;
    const sentBy = Object.entries(isObject(kept.sentBy) ? kept.sentBy : {}).map(([id, ids]) => [id, textsIn(ids)]);
    return { failed: textsIn(kept.failed), hidden: textsIn(kept.hidden), sentBy: Object.fromEntries(sentBy) };
  }
}

/** What of the target a run judged. */
interface Extent {
  readonly replayArguments: string;
  /** Some checks were chosen. */
  readonly isPart: boolean;
  /** It ended before all was sent. */
  readonly isCut: boolean;
  /** The cases that sent, where not all did that the checks look at. */
  readonly sentBy: readonly string[] | undefined;
}

/** Ids of checks. */
interface Kept {
  readonly failed: readonly string[];
  /** Skipped because a failure left them nothing to judge: they are judged when it is mended. */
  readonly hidden: readonly string[];
  /** The cases that send again what a check failed on; a check without an entry needs all of a run. */
  readonly sentBy: Readonly<Record<string, readonly string[]>>;
}

const nothing: Kept = { failed: [], hidden: [], sentBy: {} };

/** A case needs no other, unless it looks back at the whole run; a law needs what the others send. */
function aloneIn(checks: readonly AnyCheck[], id: string): readonly string[] | undefined {
  const isAlone = checks.some(({ kind, check }) => kind === "case" && check.id === id && check.lane !== "last");
  return isAlone ? [id] : undefined;
}

const sendersIn = ({ results }: Report): Kept["sentBy"] =>
  Object.fromEntries(results.flatMap(({ id, sentBy }) => (sentBy === undefined ? [] : [[id, sentBy]])));

/** A check that these cases left without a verdict is judged by all of a run next time. */
const withoutUndecided = (sentBy: Kept["sentBy"], { results }: Report): Kept["sentBy"] =>
  Object.fromEntries(
    Object.entries(sentBy).filter(([id]) => results.every((result) => result.id !== id || isJudged(result))),
  );

const textsIn = (list: unknown) => (Array.isArray(list) ? list.filter((id) => typeof id === "string") : []);

/** `the 2 checks that failed or warned, 1 of them in an earlier run, and the 3 that were skipped because of that`. */
function whichOf(failed: readonly string[], hidden: readonly string[], report: Report): string {
  if (failed.length === 0) return `the ${plural(hidden.length, "check")} that a failure hid in an earlier run`;
  const skipped = hidden.length === 0 ? "" : `, and the ${hidden.length} that a failure hid`;
  return failedOf(failed, report) + skipped;
}

function failedOf(ids: readonly string[], { results }: Report): string {
  const verdicts = ids.map((id) => results.find((result) => result.id === id && isViolated(result))?.verdict);
  const now = new Set(verdicts.filter((verdict) => verdict !== undefined));
  const single = now.has("warn") ? "warned" : "failed";
  const checks = `the ${plural(ids.length, "check")} that ${now.size > 1 ? "failed or warned" : single}`;
  const earlier = verdicts.filter((verdict) => verdict === undefined).length;
  if (earlier === 0) return checks;
  return now.size === 0 ? `${checks} in an earlier run` : `${checks}, ${earlier} of them in an earlier run`;
}

/** For how many targets the last run is kept. */
const maxTargets = 50;

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  const runs = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const oldest = runs.sort((a, b) => b.at - a.at).slice(maxTargets);
  for (const { path } of oldest) await rm(path, { recursive: true, force: true });
}
