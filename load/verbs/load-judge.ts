/** `fpk load --judge`: judges the records of k6 processes that ran elsewhere. */
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { redactReport } from "../../conformance/reports/redact-report.ts";
import { baselineOf } from "../../conformance/verbs/baseline-option.ts";
import { chooseTarget } from "../../conformance/verbs/choose-target.ts";
import { checkReportPaths, outputReport } from "../../conformance/verbs/write-report.ts";
import { judgeFolders } from "../launcher/judge-folders.ts";
import type { LoadArguments, LoadOptions } from "./load-options.ts";
import { judgeCommand, judgingOptions, settingsOf, userThresholds } from "./load-settings.ts";

/** Throws `UsageError` for options and operands about how to run: the records say which scenario ran, and how. */
export async function judgeRecorded(
  folders: readonly string[],
  { operands: [url, ...others], forwardedArgs }: LoadArguments,
  options: LoadOptions,
  io: VerbContext,
): Promise<number> {
  if (others.length > 0 || (url !== undefined && !/^https?:/.test(url)) || forwardedArgs.length > 0) {
    throw new UsageError(
      "--judge takes folders, and no scenario: the records name it; the target is the one that was loaded",
    );
  }
  if (folders.some((folder) => /^https?:/.test(folder))) {
    throw new UsageError("everything after --judge is read as a folder: put the URL before it");
  }
  for (const option of ["eject", "kubernetes", "duration", "rate", "users", "stages"] as const) {
    if (options[option] !== undefined) throw new UsageError(`--judge and --${option} do not go together`);
  }
  const settings = settingsOf(options, forwardedArgs);
  const thresholds = userThresholds(options);
  await checkReportPaths(options);
  const embedded = () => {
    throw new UsageError("--judge needs --target or a URL: the server that the records are of");
  };
  const chosen = await chooseTarget(url, options, { ...io, embedded });
  const judging = judgingOptions(options, chosen, forwardedArgs, io);
  const report = await judgeFolders(folders, {
    ...settings,
    ...judging,
    scenarios: [],
    isAll: false,
    ...thresholds,
    baseline: baselineOf(options),
    replayOf: () => judgeCommand(folders, options, chosen),
  });
  return outputReport(redactReport(report, judging.redact), options, io);
}
