/** Judges a target again and again: when its server comes back, or a file has changed. */
import { existsSync } from "node:fs";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import type { Report } from "../model/report.ts";
import { isViolated } from "../model/verdict.ts";
import { firstChange, nextOccasion, type Watched } from "./next-occasion.ts";

/** Until Ctrl-C; resolves to the last report's exit code. Throws what the first run throws, and `UsageError` for a path that is not there. */
export async function watch(judge: () => Promise<Report>, watched: Watched, io: VerbContext): Promise<number> {
  const { paths } = watched;
  for (const path of paths) if (!existsSync(path)) throw new UsageError(`--watch: there is no ${path}`);
  let change = firstChange(watched, io.signal);
  let report = await judge();
  while (!io.signal.aborted) {
    const when = ["the server comes back", ...paths.map((path) => `${path} changes`)].join(", or ");
    io.stderr.write(`watching: the next run is when ${when}; Ctrl-C ends\n`);
    const onStop = () => io.stderr.write("the server has stopped\n");
    const occasion = await nextOccasion(new URL(report.target.baseUrl), change.path, io.signal, onStop).catch(
      (error: unknown) => {
        if (!io.signal.aborted) throw error;
      },
    );
    change.stop();
    if (occasion === undefined) break;
    io.stderr.write(`\n${occasion}\n`);
    change = firstChange(watched, io.signal);
    try {
      const next = await judge();
      io.stderr.write(`${changesBetween(report, next)}\n`);
      report = next;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      io.stderr.write(`fpk check: ${error.message}\n`);
    }
  }
  return report.exitCode;
}

/** `since the last run: 1 fixed (auth.expired-key), 1 new (body.is-json), 3 still fail`. */
function changesBetween(before: Report, after: Report): string {
  const failed = before.results.filter(isViolated).map(({ id }) => id);
  const fails = after.results.filter(isViolated).map(({ id }) => id);
  const passes = after.results.filter(({ verdict }) => verdict === "pass").map(({ id }) => id);
  const part = (ids: readonly string[], what: string) =>
    ids.length === 0 ? [] : [`${ids.length} ${what} (${ids.join(", ")})`];
  const parts = [
    ...part(
      failed.filter((id) => passes.includes(id)),
      "fixed",
    ),
    ...part(
      fails.filter((id) => !failed.includes(id)),
      "new",
    ),
    ...part(
      failed.filter((id) => !passes.includes(id) && !fails.includes(id)),
      "failed before and not judged now",
    ),
  ];
  const still = fails.filter((id) => failed.includes(id)).length;
  if (still > 0) parts.push(`${still} still ${still === 1 ? "fails" : "fail"}`);
  return `since the last run: ${parts.join(", ") || "no change, and nothing fails"}`;
}
