/** Judges a target repeatedly: whenever its server comes back or a file has changed. */
import { existsSync } from "node:fs";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import type { Report } from "../model/report.ts";
import { changesBetween } from "./changes-between.ts";
import { firstChange, nextOccasion, Restarted, type Watched } from "./next-occasion.ts";

/** Judges once. `endsAtRestart`: throws `Restarted`, without a report, when the server comes back during the run. */
type Judge = (endsAtRestart: boolean) => Promise<Report>;

/** Runs until Ctrl-C. Resolves to the last report's exit code. Throws `UsageError`, and the first run's errors. */
export async function watch(judge: Judge, watched: Watched, io: VerbContext): Promise<number> {
  const { paths } = watched;
  for (const path of paths) if (!existsSync(path)) throw new UsageError(`--watch: there is no ${path}`);
  let report: Report | undefined;
  let isCut = false;
  for (;;) {
    const change = firstChange(watched, io.signal);
    // Not twice in a row: a supervisor may restart the server whenever a request ends it.
    isCut = await isCutByRestart(!isCut);
    const occasion = isCut
      ? "the server was restarted during the run: running again"
      : await waitForOccasion(change.path);
    change.stop();
    if (occasion === undefined) return report?.exitCode ?? 3;
    io.stderr.write(`\n${occasion}\n`);
  }

  /** Judges, and says what is different from the last report. */
  async function isCutByRestart(endsAtRestart: boolean): Promise<boolean> {
    try {
      const next = await judge(endsAtRestart);
      if (report !== undefined) io.stderr.write(`${changesBetween(report, next)}\n`);
      report = next;
    } catch (error) {
      if (error instanceof Restarted) return true;
      if (report === undefined || !(error instanceof UsageError)) throw error;
      io.stderr.write(`fpk check: ${error.message}\n`);
    }
    return false;
  }

  /** A sentence about what happened; undefined after Ctrl-C. */
  async function waitForOccasion(changed: Promise<string>): Promise<string | undefined> {
    if (report === undefined || io.signal.aborted) return undefined;
    const when = ["the server comes back", ...paths.map((path) => `${path} changes`)].join(", or ");
    io.stderr.write(`watching: the next run is when ${when}; Ctrl-C ends\n`);
    const onStop = () => io.stderr.write("the server has stopped\n");
    return nextOccasion(new URL(report.target.baseUrl), changed, io.signal, onStop).catch((error: unknown) => {
      if (!io.signal.aborted) throw error;
      return undefined;
    });
  }
}
