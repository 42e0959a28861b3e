/** `fpk load`: judges the rate limit and the feedback flow under load, with real k6. */
import type { Command } from "commander";
import { collectValues, numberOption, seedOption } from "../../cli/options.ts";
import { shellQuote } from "../../cli/shell-quote.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { wrap } from "../../cli/wrap.ts";
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
import { parseStages } from "../in-k6/stages.ts";
import { manifestsOf } from "../kubernetes/manifests.ts";
import { unjudgedByPods } from "../kubernetes/unjudged.ts";
import { requireConfirmed } from "../launcher/confirm-host.ts";
import { requireForwardable, requireNoOutputFile, shownArgs } from "../launcher/forwarded-args.ts";
import { judgeFolders } from "../launcher/judge-folders.ts";
import { parseLatencies } from "../launcher/latency-threshold.ts";
import { runScenarios } from "../launcher/run-scenarios.ts";
import { findScenarios, type Scenario, splitOperands } from "../launcher/scenario.ts";
import type { RunSettings } from "../launcher/script-environment.ts";
import { writeScript } from "../launcher/write-script.ts";

interface LoadOptions extends TargetOptions, ReportOptions, BaselineOption {
  readonly strict?: boolean;
  readonly duration?: string;
  readonly rate?: string;
  readonly users?: string;
  readonly stages?: string;
  readonly abortOnFail?: boolean;
  readonly latency?: readonly string[];
  readonly maxLatencyRatio?: string;
  readonly instances?: string;
  readonly eject?: string;
  readonly kubernetes?: boolean;
  readonly parallelism?: string;
  readonly judge?: readonly string[];
  readonly confirmHost?: string;
  readonly seed?: string;
}

export function configure(command: Command): void {
  command
    .usage("[options] [scenario...] [url] [-- arguments for k6]")
    .argument(
      "[scenario...]",
      `${scenarioNames.join(", ")}, several of them, all, or scripts of yours; none: lists what each claims. After them the API's base URL, without /v1; without it and without a target file, the embedded reference is loaded`,
    );
  declareTargetOptions(command)
    .option("--duration <seconds>", "how long to run; never shorter than the claim needs")
    .option("--rate <n>", "steady, isolation, auth, spike: requests a second (of the flood, where there is one)")
    .option("--users <n>", "spike: virtual users, as k6's --vus")
    .option("--stages <list>", "spike: virtual users in stages, as k6's --stage: 10s:50,30s:100")
    .option(
      "--latency <threshold>",
      "a threshold of your own on all responses of a scenario, such as p95=200ms; where it is crossed, the run ends with 1 (repeatable)",
      collectValues,
    )
    .option(
      "--abort-on-fail",
      "spike, auth: end at the first failure, as k6's abortOnFail; several scenarios: start no other",
    )
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
    .option("--judge <folder...>", "judge what k6 processes have recorded, each in a folder; nothing is sent")
    .option("--strict", "implied clauses also fail the run");
  declareReportOptions(declareBaselineOption(command))
    .option("--seed <n>", "gives what is created the names that a run with this seed gave")
    .addHelpText(
      "after",
      `
Exit codes: 0 holds · 1 does not hold, or a threshold was crossed · 2 wrong usage or configuration · 3 could not be judged

Examples:
  fpk load limit                                   loads the embedded reference
  fpk load steady flow limit --target staging.json   one after the other, one report
  fpk load isolation --target staging.json --confirm-host staging.example.com
  fpk load steady --target staging.json --duration 3600 -- --out json=points.json
  fpk load spike --target staging.json --stages 10s:50,30s:100 --latency p95=200ms
  fpk load limit --eject scripts                   writes scripts/limit.js, and scripts/fpk.js, which it imports`,
    );
}

interface LoadArguments {
  /** The scenarios, and after them the URL, if there is one. */
  readonly operands: readonly string[];
  /** The arguments after `--`. */
  readonly forwardedArgs: readonly string[];
}

/** How many k6 processes one machine may start. */
const maxInstances = 64;

/** With a short window, because a minute is long to wait; and a limit that `spike`, which does not cross it, never reaches. */
const embeddedLimit = (scenarios: readonly Scenario[]) => ({
  limit: scenarios.every(({ name }) => name === "spike") ? 100_000 : 100,
  realTimeWindowSeconds: 5,
});

export async function run(args: LoadArguments, options: LoadOptions, io: VerbContext): Promise<number> {
  const { forwardedArgs } = args;
  if (options.judge !== undefined) return judgeRecorded(options.judge, args, options, io);
  const { names, url } = splitOperands(args.operands);
  if (names.length === 0) {
    if (options.eject !== undefined || options.kubernetes === true) {
      throw new UsageError(`name a scenario first: ${scenarioNames.join(", ")}`);
    }
    return list(io);
  }
  const scenarios = findScenarios(names);
  requireForwardable(
    forwardedArgs,
    scenarios.every(({ plan }) => plan === undefined),
  );
  const settings = settingsOf(options, forwardedArgs);
  if (scenarios.length > 1) requireNoOutputFile(forwardedArgs, "scenarios");
  if (options.eject !== undefined) {
    if (options.kubernetes === true) throw new UsageError("--eject and --kubernetes do not go together");
    const { script, bundle } = await writeScript(onlyOf(scenarios, "--eject"), options.eject);
    io.stdout.write(`${script} is written, and ${bundle}, which it imports\n`);
    return 0;
  }
  await checkReportPaths(options);
  const baseline = baselineOf(options);
  const chosen = await chooseTarget(url, options, withEmbedded(scenarios, options, io));
  try {
    if (options.kubernetes === true) {
      const scenario = onlyOf(scenarios, "--kubernetes");
      const ofPods = { scenario, forwardedArgs, target: chosen.target, settings };
      io.stdout.write(await manifestsOf(ofPods));
      for (const sentence of unjudgedByPods(ofPods)) io.stderr.write(`! ${sentence}\n`);
      return 0;
    }
    requireConfirmed(chosen.target.baseUrl, options.confirmHost);
    const redact = createRedactor(chosen.target.credentials);
    const againOf = (scenario: string | undefined) =>
      againCommand(scenario === undefined ? names : [scenario], options, chosen, settings.seed, forwardedArgs);
    const { strict = false } = options;
    const isAll = names.includes("all");
    const latencies = parseLatencies(options.latency ?? []);
    const choice = {
      scenarios,
      isAll,
      latencies,
      chosen,
      ...settings,
      forwardedArgs,
      strict,
      baseline,
      againOf,
      redact,
      io,
    };
    const report = await runScenarios(choice);
    return await outputReport(redactReport(report, redact), options, io);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    io.stderr.write(`fpk load: ${error.message}\n`);
    return 3;
  } finally {
    await chosen.close();
  }
}

/** Judges what was recorded elsewhere. Its scenario is named in the records, and so is all else that an option of a run says. */
async function judgeRecorded(
  folders: readonly string[],
  { operands: [url, ...others], forwardedArgs }: LoadArguments,
  options: LoadOptions,
  io: VerbContext,
): Promise<number> {
  if (others.length > 0 || (url !== undefined && !/^https?:/.test(url)) || forwardedArgs.length > 0) {
    throw new UsageError("--judge takes folders, and the target that was loaded; the records name the scenario");
  }
  for (const option of ["eject", "kubernetes", "duration"] as const) {
    if (options[option] !== undefined) throw new UsageError(`--judge and --${option} do not go together`);
  }
  const settings = settingsOf(options, forwardedArgs);
  await checkReportPaths(options);
  const baseline = baselineOf(options);
  const embedded = () => {
    throw new UsageError("--judge needs --target or a URL: whose records these are");
  };
  const chosen = await chooseTarget(url, options, { ...io, embedded });
  const redact = createRedactor(chosen.target.credentials);
  const againOf = () => `fpk load --judge ${folders.map(shellQuote).join(" ")}${chosen.replayArguments}`;
  const { strict = false } = options;
  const choice = {
    scenarios: [],
    isAll: false,
    latencies: parseLatencies(options.latency ?? []),
    chosen,
    ...settings,
    forwardedArgs,
    strict,
    baseline,
    againOf,
    redact,
    io,
  };
  return outputReport(redactReport(await judgeFolders(folders, choice), redact), options, io);
}

/** Throws `UsageError` for several. */
function onlyOf([first, second]: readonly Scenario[], option: string): Scenario {
  if (first !== undefined && second === undefined) return first;
  throw new UsageError(`${option} takes one scenario`);
}

/** `instances`: of processes here, or of pods. */
function settingsOf(options: LoadOptions, forwardedArgs: readonly string[]): RunSettings {
  const seed = seedOption(options.seed);
  const duration = numberOption("--duration", options.duration, { min: 0.001 });
  const rate = numberOption("--rate", options.rate, { min: 0.001 });
  const users = numberOption("--users", options.users, { whole: true, min: 1 });
  const { stages } = options;
  if (stages !== undefined && parseStages(stages) === undefined) {
    throw new UsageError(
      `--stages takes a duration and a number of users for each stage, such as 10s:50,30s:100, not ${stages}`,
    );
  }
  const maxLatencyRatio = numberOption("--max-latency-ratio", options.maxLatencyRatio, { min: 1 });
  const instances = numberOption("--instances", options.instances, { whole: true, min: 1 }) ?? 1;
  const parallelism = numberOption("--parallelism", options.parallelism, { whole: true, min: 1 }) ?? 1;
  if (instances > maxInstances) {
    throw new UsageError(`--instances takes at most ${maxInstances}, each a process on this machine`);
  }
  if (instances > 1) requireNoOutputFile(forwardedArgs, "instances");
  if (parallelism > 1 && options.kubernetes !== true) throw new UsageError("--parallelism goes with --kubernetes");
  if (instances > 1 && options.kubernetes === true) {
    throw new UsageError("--instances is for this machine: with --kubernetes it is --parallelism");
  }
  const shape = { duration, rate, users, stages, abortOnFail: options.abortOnFail };
  return { ...shape, seed, maxLatencyRatio, instances: options.kubernetes === true ? parallelism : instances };
}

/** Without a target the embedded reference is loaded; a cluster cannot reach it. */
const withEmbedded = (scenarios: readonly Scenario[], { kubernetes }: LoadOptions, io: VerbContext): VerbContext => ({
  ...io,
  embedded: () => {
    if (kubernetes === true) throw new UsageError("--kubernetes needs a URL or --target: whom to load");
    return io.embedded(embeddedLimit(scenarios));
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

/** The command that repeats these scenarios. */
function againCommand(
  names: readonly string[],
  options: LoadOptions,
  { replayArguments }: ChosenTarget,
  seed: number,
  forwardedArgs: readonly string[],
): string {
  const { duration, rate, users, stages, latency, maxLatencyRatio, instances, confirmHost, abortOnFail, strict } =
    options;
  const values = {
    duration,
    rate,
    users,
    stages,
    latency: latency?.join(),
    "max-latency-ratio": maxLatencyRatio === "5" ? undefined : maxLatencyRatio,
    instances: instances === "1" ? undefined : instances,
    "confirm-host": confirmHost,
    seed,
  };
  const set = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellQuote(String(value))}`],
  );
  if (abortOnFail === true) set.push("--abort-on-fail");
  if (strict === true) set.push("--strict");
  return `fpk load ${names.map(shellQuote).join(" ")}${replayArguments} ${set.join(" ")}${shownArgs(forwardedArgs)}`;
}
