/** `fpk check`: judges a target, and reports every deviation from the document. */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Command } from "commander";
import { collectIds, collectValues, seedOption } from "../../cli/options.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { selectable } from "../run/checks/selection.ts";
import { defaultTargetFile } from "../target-file/target.ts";
import { declareBaselineOption } from "./baseline-option.ts";
import { type CheckOptions, checkOnce } from "./check-once.ts";
import { declareTargetOptions } from "./choose-target.ts";
import { pollMs } from "./next-occasion.ts";
import { watch } from "./watch.ts";
import { checkReportPaths, declareReportOptions } from "./write-report.ts";

interface WatchOptions {
  readonly watchFile?: readonly string[];
}

export function configure(command: Command): void {
  command.argument(
    "[url]",
    "the API's base URL, without /v1; without it and without a target file, the embedded reference is judged",
  );
  declareTargetOptions(command)
    .option("--strict", "let implied clauses fail the run, too")
    .option(
      "--complete",
      "make the run inconclusive (exit 3) if a stated clause was not judged, unless the target need not have what is missing: the report then says that no action is needed",
    )
    .option("--read-only", "send neither POST nor PUT")
    .option("--only <name>", `run only ${selectable} (repeatable, or comma-separated)`, collectIds)
    .option(
      "--skip <name>",
      "do not run this; takes the same names as --only (repeatable, or comma-separated)",
      collectIds,
    )
    .option(
      "--sent-by <id>",
      "send only the requests of this check, and judge them by --only (as replays do)",
      collectIds,
    )
    .option("--seed <n>", "generate the same samples and names as the run with this seed")
    .option("--overlay <file>", "an OpenAPI Overlay that pins your own choices and so makes the checks stricter");
  declareBaselineOption(command);
  declareReportOptions(command)
    .option("--timeout <seconds>", "stop the run after this time")
    .option("--max-requests <n>", "stop the run at this number of requests")
    .option("--bail <n>", "stop the run after this many failures")
    .option(
      "--failed",
      "run only what failed in the last run on this target, and what was skipped because of it, with that run's seed",
    )
    .option(
      "--watch",
      `run again after the server was restarted, or when the target file or the overlay changes; a run during which it is restarted begins again; a restart within ${pollMs} ms, or one that keeps the socket open, is not noticed: then name the server's sources with --watch-file`,
    )
    .option(
      "--watch-file <path>",
      "with --watch: run again when this file or folder changes, too (repeatable)",
      collectValues,
    )
    .option("--ca <file>", "trust this certificate authority (PEM)")
    .option("--insecure", "trust any certificate")
    .addHelpText(
      "after",
      `
Exit codes: 0 conforms · 1 violates · 2 wrong usage or configuration · 3 could not be judged

Examples:
  fpk check --embedded                             judges the embedded reference
  fpk check https://dev.example.com/api --key env:KEY_A
  fpk check https://dev.example.com/api --key env:KEY_A --window 5
  fpk check --target staging.json --report report.json
  fpk check --target staging.json --only auth.expired-key
  fpk check --target staging.json --only submitFeedback --skip 8 --bail 1
  fpk check --target staging.json --failed --watch --watch-file src`,
    );
}

export async function run(
  url: string | undefined,
  options: CheckOptions & WatchOptions,
  io: VerbContext,
): Promise<number> {
  refuseCombinations(options);
  await checkReportPaths(options);
  if (options.watch !== true) return (await checkOnce(url, options, io)).exitCode;
  const newSeed = seedOption(undefined);
  const ownFile = url === undefined ? (options.target ?? defaultTargetFile) : undefined;
  if (ownFile !== undefined && !existsSync(ownFile))
    throw new UsageError(`--watch needs a target: a URL, or ${ownFile}`);
  const paths = [ownFile, options.overlay, options.baseline, ...(options.watchFile ?? [])].filter(
    (path) => path !== undefined,
  );
  const ignored = (options.report ?? []).map((path) => basename(path));
  const judge = (endsAtRestart: boolean) => checkOnce(url, options, io, { newSeed, endsAtRestart });
  return watch(judge, { paths, ignored }, io);
}

function refuseCombinations(options: CheckOptions & WatchOptions): void {
  const { failed, only, watch: isWatching, watchFile, json, embedded } = options;
  if (failed && only !== undefined) throw new UsageError("--failed chooses the checks by itself; leave --only out");
  if (watchFile !== undefined && !isWatching) throw new UsageError("--watch-file goes with --watch");
  if (isWatching && json)
    throw new UsageError("--watch prints a report after each run, and --json is one; use --report");
  if (isWatching && embedded)
    throw new UsageError("the embedded reference does not change; --watch needs your own server");
}
