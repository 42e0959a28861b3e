/** `fpk load`: judges the rate limit and the feedback flow under load, with real k6. */
import type { Command } from "commander";
import { numberOption, seedOption } from "../../cli/options.ts";
import { shellQuote } from "../../cli/shell-quote.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { wrap } from "../../cli/wrap.ts";
import type { Baseline } from "../../conformance/baseline/read-baseline.ts";
import type { Report } from "../../conformance/model/report.ts";
import { createRedactor } from "../../conformance/redaction/redactor.ts";
import { redactReport } from "../../conformance/reports/redact-report.ts";
import { ToolError } from "../../conformance/tools/tool.ts";
import { type BaselineOption, baselineOf, declareBaselineOption } from "../../conformance/verbs/baseline-option.ts";
import {
  type ChosenTarget,
  chooseTarget,
  declareTargetOptions,
  type TargetOptions,
} from "../../conformance/verbs/choose-target.ts";
import {
  checkReportPaths,
  declareReportOptions,
  outputReport,
  type ReportOptions,
} from "../../conformance/verbs/write-report.ts";
import { plans, scenarioNames } from "../in-k6/plans.ts";
import { manifestsOf } from "../kubernetes/manifests.ts";
import { requireConfirmed } from "../launcher/confirm-host.ts";
import { requireForwardable, requireNoOutputFile, shownArgs } from "../launcher/forwarded-args.ts";
import { runScenario } from "../launcher/run-scenario.ts";
import { findScenario, type Scenario } from "../launcher/scenario.ts";
import type { RunSettings } from "../launcher/script-environment.ts";
import { writeScript } from "../launcher/write-script.ts";

interface LoadOptions extends TargetOptions, ReportOptions, BaselineOption {
  readonly strict?: boolean;
  readonly duration?: string;
  readonly maxLatencyRatio?: string;
  readonly instances?: string;
  readonly eject?: string;
  readonly kubernetes?: boolean;
  readonly parallelism?: string;
  readonly confirmHost?: string;
  readonly seed?: string;
}

export function configure(command: Command): void {
  command
    .usage("[options] [scenario] [url] [-- arguments for k6]")
    .argument("[scenario]", `${scenarioNames.join(", ")}, or a script of yours; none: lists what each claims`)
    .argument(
      "[url]",
      "the API's base URL, without /v1; without it and without a target file, the embedded reference is loaded",
    );
  declareTargetOptions(command)
    .option("--duration <seconds>", "how long to run; never shorter than the claim needs")
    .option(
      "--max-latency-ratio <n>",
      "isolation, auth: how many times its latency before the flood a response may take",
      "5",
    )
    .option("--instances <n>", "how many k6 processes share the work", "1")
    .option("--confirm-host <host>", "load this host, which is not this machine")
    .option("--eject <dir>", "write the scenario to edit, and a file that it imports; nothing is sent")
    .option("--kubernetes", "print manifests for the k6 operator; nothing is sent")
    .option("--parallelism <n>", "with --kubernetes: how many pods", "1")
    .option("--strict", "implied clauses also fail the run");
  declareReportOptions(declareBaselineOption(command))
    .option("--seed <n>", "gives what is created the names that a run with this seed gave")
    .addHelpText(
      "after",
      `
Exit codes: 0 holds · 1 does not hold, or a threshold was crossed · 2 wrong usage or configuration · 3 could not be judged

Examples:
  fpk load limit                                   loads the embedded reference
  fpk load isolation --target staging.json --confirm-host staging.example.com
  fpk load steady --target staging.json --duration 3600 -- --out json=points.json
  fpk load limit --eject scripts                   writes scripts/limit.js, and scripts/fpk.js, which it imports`,
    );
}

interface LoadOperands {
  readonly scenario: string | undefined;
  readonly url: string | undefined;
  /** The arguments after `--`. */
  readonly forwardedArgs: readonly string[];
}

/** How many k6 processes one machine may start. */
const maxInstances = 64;

/** With a short window, because a minute is long to wait; and a limit that `spike`, which does not cross it, never reaches. */
const embeddedLimit = ({ name }: Scenario) => ({ limit: name === "spike" ? 100_000 : 100, realTimeWindowSeconds: 5 });

export async function run(operands: LoadOperands, options: LoadOptions, io: VerbContext): Promise<number> {
  const { url, forwardedArgs } = operands;
  if (operands.scenario === undefined) {
    if (options.eject !== undefined || options.kubernetes === true) {
      throw new UsageError(`name a scenario first: ${scenarioNames.join(", ")}`);
    }
    return list(io);
  }
  const scenario = findScenario(operands.scenario);
  requireForwardable(forwardedArgs);
  const settings = settingsOf(options, forwardedArgs);
  if (options.eject !== undefined) {
    if (options.kubernetes === true) throw new UsageError("--eject and --kubernetes do not go together");
    const { script, bundle } = await writeScript(scenario, options.eject);
    io.stdout.write(`${script} is written, and ${bundle}, which it imports\n`);
    return 0;
  }
  await checkReportPaths(options);
  const baseline = baselineOf(options);
  const chosen = await chooseTarget(url, options, withEmbedded(scenario, options, io));
  try {
    if (options.kubernetes === true) {
      io.stdout.write(await manifestsOf({ scenario, forwardedArgs, target: chosen.target, settings }));
      return 0;
    }
    requireConfirmed(chosen.target.baseUrl, options.confirmHost);
    return await judge(scenario, chosen, settings, { ...operands, ...options }, baseline, io);
  } finally {
    await chosen.close();
  }
}

/** `instances`: of processes here, or of pods. */
function settingsOf(options: LoadOptions, forwardedArgs: readonly string[]): RunSettings {
  const seed = seedOption(options.seed);
  const duration = numberOption("--duration", options.duration, { min: 0.001 });
  const maxLatencyRatio = numberOption("--max-latency-ratio", options.maxLatencyRatio, { min: 1 });
  const instances = numberOption("--instances", options.instances, { whole: true, min: 1 }) ?? 1;
  const parallelism = numberOption("--parallelism", options.parallelism, { whole: true, min: 1 }) ?? 1;
  if (instances > maxInstances) {
    throw new UsageError(`--instances takes at most ${maxInstances}, each a process on this machine`);
  }
  if (instances > 1) requireNoOutputFile(forwardedArgs);
  if (parallelism > 1 && options.kubernetes !== true) throw new UsageError("--parallelism goes with --kubernetes");
  if (instances > 1 && options.kubernetes === true) {
    throw new UsageError("--instances is for this machine: with --kubernetes it is --parallelism");
  }
  return { seed, duration, maxLatencyRatio, instances: options.kubernetes === true ? parallelism : instances };
}

/** Without a target the embedded reference is loaded; a cluster cannot reach it. */
const withEmbedded = (scenario: Scenario, { kubernetes }: LoadOptions, io: VerbContext): VerbContext => ({
  ...io,
  embedded: () => {
    if (kubernetes === true) throw new UsageError("--kubernetes needs a URL or --target: whom to load");
    return io.embedded(embeddedLimit(scenario));
  },
});

function list(io: VerbContext): number {
  for (const name of scenarioNames) {
    const [first = "", ...rest] = wrap(plans[name].claim, (io.stdout.columns ?? 100) - 11);
    io.stdout.write(`${name.padEnd(10)} ${[first, ...rest.map((line) => " ".repeat(11) + line)].join("\n")}\n`);
  }
  io.stdout.write("\nfpk load SCENARIO [URL]; fpk load --help lists the options\n");
  return 0;
}

async function judge(
  scenario: Scenario,
  chosen: ChosenTarget,
  settings: RunSettings,
  options: LoadOptions & LoadOperands,
  baseline: Baseline | undefined,
  io: VerbContext,
): Promise<number> {
  const { forwardedArgs, strict = false } = options;
  const redact = createRedactor(chosen.target.credentials);
  const again = againCommand(options, chosen, settings.seed);
  let report: Report;
  try {
    report = await runScenario({ scenario, chosen, ...settings, forwardedArgs, strict, baseline, again, redact, io });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    io.stderr.write(`fpk load: ${error.message}\n`);
    return 3;
  }
  return outputReport(redactReport(report, redact), options, io);
}

/** The command that repeats the run. */
function againCommand(options: LoadOptions & LoadOperands, { replayArguments }: ChosenTarget, seed: number): string {
  const { scenario = "", duration, maxLatencyRatio, instances, confirmHost, strict, forwardedArgs } = options;
  const values = {
    duration,
    "max-latency-ratio": maxLatencyRatio === "5" ? undefined : maxLatencyRatio,
    instances: instances === "1" ? undefined : instances,
    "confirm-host": confirmHost,
    seed,
  };
  const set = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]));
  if (strict === true) set.push("--strict");
  return `fpk load ${shellQuote(scenario)}${replayArguments} ${set.join(" ")}${shownArgs(forwardedArgs)}`;
}
