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
import { loadChecks } from "../run/checks/registry.ts";
import { suiteCache } from "../tools/places.ts";

export class LastRun {
  readonly #target: string;
  readonly #folder: string;

  /** `target` is its base URL. */
  constructor(target: string, env: VerbContext["env"]) {
    this.#target = target;
    this.#folder = join(suiteCache(env), "last", createHash("sha256").update(target).digest("hex").slice(0, 16));
  }

  /** Ids of the checks that failed when they were last judged, and of those that a failure hid. Throws `UsageError` where there are none. */
  async failed(): Promise<readonly string[]> {
    const known = (await loadChecks()).map(({ check }) => check.id);
    const kept = this.#read();
    if (kept === undefined)
      throw new UsageError(`--failed: there was no run on ${this.#target} yet; leave it out once`);
    const ids = [...kept.failed, ...kept.hidden].filter((id) => known.includes(id));
    if (ids.length === 0) throw new UsageError(`nothing failed in the last run on ${this.#target}; leave --failed out`);
    return ids;
  }

  /**
   * Keeps the report, and the failures that it did not judge again; a run that was not in part has no others than its results.
   * Resolves to a line that says how to go on; empty where nothing failed or was hidden, before or now.
   */
  async keep(
    report: Report,
    { replayArguments, isPart }: { replayArguments: string; isPart: boolean },
  ): Promise<string> {
    if (report.results.length === 0) return "";
    const isOpen = (id: string) => {
      const result = report.results.find((result) => result.id === id);
      return result === undefined ? isPart : !isJudged(result);
    };
    const before = this.#read() ?? nothing;
    const unjudged = before.failed.filter(isOpen);
    const failed = [...report.results.filter(isViolated).map(({ id }) => id), ...unjudged];
    const unasked = before.hidden.filter((id) => isPart && report.results.every((result) => result.id !== id));
    const hidden = [...(report.causes ?? []).flatMap(({ hides }) => hides), ...unasked].filter(
      (id) => !failed.includes(id),
    );
    const file = join(this.#folder, "report.json");
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeReport(report, file);
      await writeFileAtomically(this.#list, JSON.stringify({ failed, hidden } satisfies Kept));
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
    return isObject(kept) ? { failed: textsIn(kept.failed), hidden: textsIn(kept.hidden) } : nothing;
  }
}

/** Ids of checks. */
interface Kept {
  readonly failed: readonly string[];
  /** Skipped because a failure left them nothing to judge: they are judged when it is mended. */
  readonly hidden: readonly string[];
}

const nothing: Kept = { failed: [], hidden: [] };

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
