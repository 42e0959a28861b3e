/** `fpk fuzz`: Schemathesis sends, with this contract and these hooks, and the laws judge. */
import { resolve } from "node:path";
import type { Command } from "commander";
import { collectIds } from "../../cli/options.ts";
import { createProgress } from "../../cli/progress.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { createTransport } from "../client/transport.ts";
import { requireForwardable } from "../fuzz/forwarded-args.ts";
import { fuzz } from "../fuzz/fuzz.ts";
import type { FuzzOptions } from "../fuzz/options.ts";
import { withSimilarTokens } from "../generate/similar-tokens.ts";
import { Redactor } from "../redaction/redactor.ts";
import { redactReport } from "../reports/redact-report.ts";
import { unreachableReport } from "../run/check-target.ts";
import { Unreachable } from "../run/first-requests.ts";
import { currentUser } from "../tools/container.ts";
import { schemathesis } from "../tools/schemathesis.ts";
import { requireTool, ToolError } from "../tools/tool.ts";
import { type BaselineOption, baselineOf, declareBaselineOption } from "./baseline-option.ts";
import { chooseTarget, declareTargetOptions, type TargetOptions } from "./choose-target.ts";
import { type GenerationOptions, generationArguments, generationOf } from "./fuzz-generation.ts";
import { overlaidContract } from "./overlaid-contract.ts";
import { checkReportPaths, declareReportOptions, outputReport, type ReportOptions } from "./write-report.ts";

interface FuzzVerbOptions extends TargetOptions, ReportOptions, BaselineOption, GenerationOptions {
  readonly runner?: string;
  readonly strict?: boolean;
}

/** So high that the embedded reference's limit slows no run. */
const embeddedLimit = { limit: 100_000, realTimeWindowSeconds: 60 };

export function configure(command: Command): void {
  command.argument(
    "[url]",
    "the API's base URL, without /v1; without it and without a target file, the embedded reference is fuzzed",
  );
  declareTargetOptions(command)
    .option(
      "--runner <place>",
      "which Schemathesis is run: that in docker, path or cache (default: the first of them that has it)",
    )
    .option("--max-examples <n>", "number of inputs for each operation with parameters or a body", "30")
    .option("--time <seconds>", "generate requests until this time is over")
    .option("--seed <n>", "generate the same requests as the run with this seed")
    .option(
      "--only <name>",
      "only this operation, such as submitFeedback, or those of a check, a prefix or a section (repeatable, or comma-separated)",
      collectIds,
    )
    .option("--stateful", "also follow the contract's links: from lists to details, from a submission to its status")
    .option("--read-only", "send neither POST nor PUT")
    .option("--strict", "implied clauses also fail the run")
    .option("--overlay <file>", "an OpenAPI Overlay with choices of your own, which make the checks stricter");
  declareReportOptions(declareBaselineOption(command)).addHelpText(
    "after",
    `
Arguments after -- are forwarded to Schemathesis: fpk fuzz --target t.json -- --phases fuzzing --mode positive

Exit codes: 0 nothing found · 1 violates · 2 wrong usage or configuration · 3 could not be judged

Examples:
  fpk fuzz                                         fuzzes the embedded reference
  fpk fuzz --target staging.json --stateful --max-examples 100
  fpk fuzz --target staging.json --only submitFeedback --time 60`,
  );
}

export async function run(
  { url, forwardedArgs }: { readonly url: string | undefined; readonly forwardedArgs: readonly string[] },
  options: FuzzVerbOptions,
  io: VerbContext,
): Promise<number> {
  await checkReportPaths(options);
  requireForwardable(forwardedArgs);
  const contract = await overlaidContract(options.overlay);
  const baseline = baselineOf(options);
  const generation = await generationOf(options, contract);
  const tool = toolFrom(options.runner);
  const chosen = await chooseTarget(url, options, { ...io, embedded: () => io.embedded(embeddedLimit) });
  const transport = createTransport({ clock: chosen.clock });
  const { redact, add: onSecrets } = new Redactor(withSimilarTokens(chosen.target.credentials));
  const progress = createFuzzProgress(io, redact);
  try {
    const found = await requireTool(tool, io.env);
    progress.say(`target ${chosen.name}`);
    const fuzzOptions: FuzzOptions = {
      ...chosen,
      transport,
      contract,
      found,
      generation,
      readOnly: options.readOnly === true,
      strict: options.strict === true,
      baseline,
      forwardedArgs,
      env: io.env,
      platform: process.platform,
      user: currentUser(),
      signal: io.signal,
      progress,
      onSecrets,
      replayArguments: chosen.replayArguments + generationArguments({ ...options, only: generation.only }),
      logFile: resolve(`fpk-fuzz-${generation.seed}.log`),
    };
    const report = await fuzz(fuzzOptions).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error;
      io.stderr.write(`fpk fuzz: could not be judged: ${redact(error.message)}\n`);
      return unreachableReport({ ...fuzzOptions, seed: generation.seed }, error);
    });
    progress.end();
    return await outputReport(redactReport(report, redact), options, io, { isPart: options.only !== undefined });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    io.stderr.write(`fpk fuzz: ${error.message}\n`);
    return 3;
  } finally {
    progress.end();
    await transport.close();
    await chosen.close();
  }
}

function toolFrom(runner: string | undefined): typeof schemathesis {
  if (runner === undefined) return schemathesis;
  const places = schemathesis.places.filter(({ name }) => name.toLowerCase() === runner);
  if (places.length === 0) throw new UsageError(`--runner takes docker, path or cache, not ${runner}`);
  return { ...schemathesis, places };
}

/** In a log, a line is printed each time that this many requests were sent. */
const requestsPerLine = 100;

/** A line that is rewritten on a terminal; elsewhere a line after every 100 requests. */
function createFuzzProgress(io: VerbContext, redact: (text: string) => string) {
  const isRewritable = io.stderr.isTTY === true && io.env.CI === undefined;
  const progress = createProgress(io);
  return {
    ...progress,
    say: (line: string) => progress.say(redact(line)),
    found: (line: string) => progress.found(redact(line)),
    step(at: { readonly done: number; readonly total: number; readonly id: string }) {
      if (isRewritable) progress.step(at);
      else if (at.done % requestsPerLine === 0) {
        progress.say(`${at.done} of about ${at.total} requests sent (${at.id})`);
      }
    },
  };
}
