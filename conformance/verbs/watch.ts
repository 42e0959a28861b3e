/** Judges a target repeatedly: whenever its server comes back or a file has changed. */
import { existsSync } from "node:fs";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import type { Report } from "../model/report.ts";
import { outageOf } from "../run/report/outage.ts";
import { changesBetween } from "./changes-between.ts";
import { firstChange, nextOccasion, type Watched } from "./next-occasion.ts";

/** The server went down and came back during the run, which may have judged two versions of it. */
const wasRestarted = (report: Report) => outageOf(report.exchanges)?.what === "refused connections for a time";

/** Runs until Ctrl-C. Resolves to the last report's exit code. Throws `UsageError`, and the first run's errors. */
export async function watch(judge: () => Promise<Report>, watched: Watched, io: VerbContext): Promise<number> {
  const { paths } = watched;
  for (const path of paths) if (!existsSync(path)) throw new UsageError(`--watch: there is no ${path}`);
  let change = firstChange(watched, io.signal);
  let report = await judge();
  let isMixed = wasRestarted(report);
  while (!io.signal.aborted) {
    const occasion = isMixed
      ? "the server stopped and came back during the run, by a crash or for another version: running again"
      : await waitForOccasion();
    change.stop();
    if (occasion === undefined) break;
    io.stderr.write(`\n${occasion}\n`);
    change = firstChange(watched, io.signal);
    try {
      const next = await judge();
      io.stderr.write(`${changesBetween(report, next)}\n`);
      // Not twice in a row: a supervisor may restart the server whenever a request ends it.
      isMixed = !isMixed && wasRestarted(next);
      report = next;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      isMixed = false;
      io.stderr.write(`fpk check: ${error.message}\n`);
    }
  }
  return report.exitCode;

  /** A sentence about what happened; undefined after Ctrl-C. */
  async function waitForOccasion(): Promise<string | undefined> {
    const when = ["the server comes back", ...paths.map((path) => `${path} changes`)].join(", or ");
    io.stderr.write(`watching: the next run is when ${when}; Ctrl-C ends\n`);
    const onStop = () => io.stderr.write("the server has stopped\n");
    return nextOccasion(new URL(report.target.baseUrl), change.path, io.signal, onStop).catch((error: unknown) => {
      if (!io.signal.aborted) throw error;
      return undefined;
    });
  }
}
