/** `fpk judge`: applies the laws to recorded traffic, without sending any request. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { numberOption } from "../../cli/options.ts";
import { shellQuote } from "../../cli/shell-quote.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { standardTier } from "../model/rate-limit.ts";
import { parseBaseUrl } from "../target-file/base-url.ts";
import { defaultTargetFile, type Target } from "../target-file/target.ts";
import { judgeFiles } from "../traffic/judge-files.ts";
import { type BaselineOption, baselineOf, declareBaselineOption } from "./baseline-option.ts";
import { overlaidContract } from "./overlaid-contract.ts";
import { checkReportPaths, declareReportOptions, outputReport, type ReportOptions } from "./write-report.ts";

interface JudgeVerbOptions extends ReportOptions, BaselineOption {
  readonly target?: string;
  readonly baseUrl?: string;
  readonly limit?: string;
  readonly window?: string;
  readonly strict?: boolean;
  readonly overlay?: string;
}

export function configure(command: Command): void {
  command
    .argument("<file...>", "HAR files of one run")
    .option(
      "--target <file>",
      `the target file, with credentials and rate limit (default: ${defaultTargetFile}, if it exists)`,
    )
    .option(
      "--base-url <url>",
      "judge the requests to this base URL, without /v1 (default: the target file's, else the most frequent one)",
    )
    .option("--limit <n>", "requests in a window, for each organization; overrides the target file's rateLimit")
    .option("--window <seconds>", "the length of the window; overrides the target file's rateLimit")
    .option("--strict", "implied clauses also fail")
    .option("--overlay <file>", "an OpenAPI Overlay with choices of your own, which make the checks stricter");
  declareReportOptions(declareBaselineOption(command)).addHelpText(
    "after",
    `
Exit codes: 0 nothing found · 1 violates · 2 wrong usage, or not a HAR · 3 nothing could be judged

Examples:
  fpk judge browser.har
  fpk judge monday.har tuesday.har --target staging.json --report report.json
  fpk judge proxy.har --base-url http://127.0.0.1:8080/api`,
  );
}

export async function run(files: readonly string[], options: JudgeVerbOptions, io: VerbContext): Promise<number> {
  await checkReportPaths(options);
  const twice = files.find((file, at) => files.slice(0, at).some((other) => resolve(other) === resolve(file)));
  if (twice !== undefined) throw new UsageError(`${twice} is named twice: its exchanges would count twice`);
  const contract = await overlaidContract(options.overlay);
  const target = await targetOf(options, io);
  const again = `fpk judge ${files.map(shellQuote).join(" ")}${argumentsOf(options)}`;
  const strict = options.strict === true;
  const baseline = baselineOf(options);
  try {
    const { signal } = io;
    const report = await judgeFiles({ files, target, contract, strict, baseline, signal, replayOf: () => again });
    return await outputReport(report, options, io);
  } catch (error) {
    if (!io.signal.aborted || error !== io.signal.reason) throw error;
    io.stderr.write("fpk judge: interrupted, nothing was judged\n");
    return 3;
  }
}

async function targetOf(options: JudgeVerbOptions, { env }: VerbContext): Promise<Target> {
  const limit = numberOption("--limit", options.limit, { whole: true, min: 1 });
  const windowSeconds = numberOption("--window", options.window, { min: 0.001 });
  const flags = {
    ...(limit === undefined ? {} : { limit }),
    ...(windowSeconds === undefined ? {} : { windowSeconds }),
  };
  const file = options.target ?? (existsSync(defaultTargetFile) ? defaultTargetFile : undefined);
  const baseUrl = options.baseUrl === undefined ? undefined : parseBaseUrl(options.baseUrl, "--base-url", []);
  if (file !== undefined) {
    const { readTargetFile } = await import("../target-file/parse.ts");
    return { ...readTargetFile(file, env, flags), ...(baseUrl === undefined ? {} : { baseUrl }) };
  }
  return {
    baseUrl: baseUrl ?? "",
    credentials: [],
    rateLimit: { ...standardTier, ...flags },
    ...(limit === undefined ? { isTierAssumed: true } : {}),
    feedbackGraceSeconds: 5,
  };
}

const argumentsOf = ({ target, baseUrl, limit, window, overlay, strict }: JudgeVerbOptions) =>
  Object.entries({ target, "base-url": baseUrl, limit, window, overlay })
    .flatMap(([name, value]) => (value === undefined ? [] : [` --${name} ${shellQuote(value)}`]))
    .join("") + (strict === true ? " --strict" : "");
