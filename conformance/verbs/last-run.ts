/** The result of the last run on a target, which is kept in the cache for `--failed`. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { WriteError, writeFileAtomically } from "../../cli/write-file.ts";
import type { Report } from "../model/report.ts";
import { isViolated } from "../model/verdict.ts";
import { writeReport } from "../reports/files.ts";
import { type AnyCheck, loadChecks } from "../run/checks/registry.ts";
import type { RunOptions } from "../run/run.ts";
import { suiteCache } from "../tools/places.ts";
import {
  describeFailed,
  describePassedAlone,
  type Extent,
  type FailedChecks,
  failedAfter,
  noneFailed,
  parseFailed,
  passedAlone,
} from "./failed-checks.ts";

/** What `--failed` makes a run judge and send. */
type FailedSelection = Pick<RunOptions, "only" | "sentBy"> & Pick<FailedChecks, "seed">;

export class LastRun {
  readonly target: string;
  readonly #folder: string;

  /** `target`: its base URL, or `the embedded reference`. */
  constructor(target: string, env: VerbContext["env"]) {
    this.target = target;
    this.#folder = join(suiteCache(env), "last", createHash("sha256").update(target).digest("hex").slice(0, 16));
  }

  /**
   * The checks that `--failed` judges, the cases that it sends (all of a run if `sentBy` is absent), and the seed; undefined if nothing failed in
   * the last run. Throws `UsageError` if there was none.
   */
  async failed(): Promise<FailedSelection | undefined> {
    const checks = await loadChecks();
    const kept = this.#read();
    if (kept === undefined) throw new UsageError(`--failed: there was no run on ${this.target} yet; leave it out once`);
    const only = checks.map(({ check }) => check.id).filter((id) => [...kept.failed, ...kept.hidden].includes(id));
    if (only.length === 0) return undefined;
    const { seed } = kept;
    const sending = only.map((id) => (kept.failed.includes(id) ? kept.sentBy[id] : sendersOfHidden(checks, id)));
    if (sending.includes(undefined)) return { only, seed };
    // The cases are in the order of a whole run.
    return { only, seed, sentBy: checks.map(({ check }) => check.id).filter((id) => sending.flat().includes(id)) };
  }

  /** Keeps the report and the failures. Resolves to a line about how to continue; empty without failures. */
  async keep(report: Report, extent: Extent, replayArguments: string): Promise<string> {
    if (report.results.length === 0) return "";
    const before = this.#read() ?? noneFailed;
    const after = failedAfter(before, report, extent);
    const file = join(this.#folder, "report.json");
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeReport(report, file);
      await writeFileAtomically(this.#list, JSON.stringify(after));
      // Another process may delete them, too.
      await removeOldest(dirname(this.#folder)).catch(() => {});
    } catch (error) {
      return `the report was not kept for --failed: ${error instanceof WriteError ? error.message : this.#folder}\n`;
    }
    const alone = passedAlone(before, report, extent);
    const next = whatNext(alone, before.seed ?? report.seed, commandForAll(replayArguments, extent));
    const isNextShown = alone.length > 0 || (extent.isPart && !report.results.some(isViolated));
    if (after.hidden.length > 0 || after.failed.some((id) => !alone.includes(id)))
      return `to run again ${describeFailed(after, report)}: fpk check${replayArguments} --failed (this report is kept in ${file})\n${isNextShown ? next : ""}`;
    if (!extent.isPart || isEmpty(before)) return "";
    return alone.length > 0 ? next : `what failed in the last run passes now; ${next}`;
  }

  get #list(): string {
    return join(this.#folder, "failed.json");
  }

  #read(): FailedChecks | undefined {
    return existsSync(this.#list) ? parseFailed(JSON.parse(readFileSync(this.#list, "utf8"))) : undefined;
  }
}

/** A line about the command that judges everything. */
const whatNext = (alone: readonly string[], seed: number, command: string) =>
  alone.length === 0
    ? `to judge everything: ${command}\n`
    : `${describePassedAlone(alone)}: ${command} --seed ${seed}\n`;

const commandForAll = (replayArguments: string, { complete }: Extent) =>
  `fpk check${replayArguments}${complete ? " --complete" : ""}`;

const isEmpty = ({ failed, hidden }: FailedChecks) => failed.length + hidden.length === 0;

/** A hidden case needs no other one, unless it looks back at the whole run. A hidden law needs the others' requests. */
function sendersOfHidden(checks: readonly AnyCheck[], id: string): readonly string[] | undefined {
  const isAlone = checks.some(({ kind, check }) => kind === "case" && check.id === id && check.lane !== "last");
  return isAlone ? [id] : undefined;
}

/** The last runs of at most this many targets are kept. */
const maxTargets = 50;

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  const runs = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), at: (await stat(join(folder, name))).mtimeMs })),
  );
  const oldest = runs.sort((a, b) => b.at - a.at).slice(maxTargets);
  for (const { path } of oldest) await rm(path, { recursive: true, force: true });
}
