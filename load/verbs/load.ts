/** `fpk load`: judges the rate limit and the feedback flow under load, with real k6. */
import type { Command } from "commander";
import { numberOption, seedOption } from "../../cli/options.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { wrap } from "../../cli/wrap.ts";
import type { Report } from "../../conformance/model/report.ts";
import { createRedactor } from "../../conformance/redaction/redactor.ts";
import { redactReport } from "../../conformance/reports/redact-report.ts";
import { ToolError } from "../../conformance/tools/tool.ts";
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
import { manifestsOf } from "../kubernetes/manifests.ts";
import { eject } from "../launcher/eject.ts";
import { requireConfirmed } from "../launcher/host.ts";
import { requireApart, requirePassable } from "../launcher/passed-on.ts";
import { runScenario } from "../launcher/run-scenario.ts";
import { type Scenario, scenarioOf } from "../launcher/scenario.ts";
import { plans, scenarioNames } from "../oracle/plans.ts";

interface LoadOptions extends TargetOptions, ReportOptions {
  readonly duration?: string;
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
    .argument("[scenario]", `${scenarioNames.join(", ")}, or a script of your own; none: what each claims`)
    .argument("[url]", "the API's base URL, without /v1; without it and without a target file, the embedded reference is judged");
  declareTargetOptions(command)
    .option("--duration <seconds>", "how long to go on, and never less than the claim needs")
    .option("--instances <n>", "so many k6 processes, which share the work", "1")
    .option("--confirm-host <host>", "load this host, which is not this machine")
    .option("--eject <dir>", "write the scenario as one script to edit; nothing is sent")
    .option("--kubernetes", "print manifests for the k6 operator; nothing is sent")
    .option("--parallelism <n>", "with --kubernetes: so many pods", "1");
  declareReportOptions(command)
    .option("--seed <n>", "name what is created as the run with this seed did")
    .addHelpText(
      "after",
      `
Exit codes: 0 holds · 1 does not hold, or a threshold was crossed · 2 wrong usage or configuration · 3 could not be judged

Examples:
  fpk load limit                                   loads the embedded reference
  fpk load isolation --target staging.json --confirm-host staging.example.com
  fpk load steady --target staging.json --duration 3600 -- --out json=points.json
  fpk load limit --eject scripts                   writes scripts/limit.js`,
    );
}

export interface LoadOperands {
  readonly scenario: string | undefined;
  readonly url: string | undefined;
  /** What follows `--`: for k6. */
  readonly passedOn: readonly string[];
}

/** So many k6 processes one machine may start. */
const mostInstances = 64;

/** A minute would be long to wait for; and what does not cross the limit is given room. */
const embeddedLimit = ({ name }: Scenario) => ({ limit: name === "spike" ? 100_000 : 100, realTimeWindowSeconds: 5 });

export async function run(operands: LoadOperands, options: LoadOptions, io: VerbContext): Promise<number> {
  const { url, passedOn } = operands;
  if (operands.scenario === undefined) {
    if (options.eject !== undefined || options.kubernetes === true) {
      throw new UsageError(`name a scenario first: ${scenarioNames.join(", ")}`);
    }
    return list(io);
  }
  const scenario = scenarioOf(operands.scenario);
  requirePassable(passedOn);
  const seed = seedOption(options.seed);
  const duration = numberOption("--duration", options.duration, { min: 0.001 });
  const instances = numberOption("--instances", options.instances, { whole: true, min: 1 }) ?? 1;
  const parallelism = numberOption("--parallelism", options.parallelism, { whole: true, min: 1 }) ?? 1;
  if (instances > mostInstances)
    throw new UsageError(`--instances takes at most ${mostInstances}, each a process here`);
  if (instances > 1) requireApart(passedOn);
  if (parallelism > 1 && options.kubernetes !== true) throw new UsageError("--parallelism goes with --kubernetes");
  if (instances > 1 && options.kubernetes === true) {
    throw new UsageError("--instances is for this machine: with --kubernetes it is --parallelism");
  }
  if (options.eject !== undefined) {
    if (options.kubernetes === true) throw new UsageError("--eject and --kubernetes do not go together");
    io.stdout.write(`${await eject(scenario, options.eject)} is written\n`);
    return 0;
  }
  await checkReportPaths(options);
  const surroundings: VerbContext = {
    ...io,
    embedded: () => {
      if (options.kubernetes === true) throw new UsageError("--kubernetes needs a URL or --target: whom to load");
      return io.embedded(embeddedLimit(scenario));
    },
  };
  const chosen = await chooseTarget(url, options, surroundings);
  try {
    if (options.kubernetes === true) {
      const wanted = { target: chosen.target, duration, seed, instances: parallelism };
      io.stdout.write(await manifestsOf({ scenario, passedOn, wanted }));
      return 0;
    }
    requireConfirmed(chosen.target.baseUrl, options.confirmHost);
    return await judged(scenario, chosen, { seed, duration, instances }, { ...operands, ...options }, io);
  } finally {
    await chosen.close();
  }
}

function list(io: VerbContext): number {
  for (const name of scenarioNames) {
    const [first = "", ...rest] = wrap(plans[name].claim, (io.stdout.columns ?? 100) - 11);
    io.stdout.write(`${name.padEnd(10)} ${[first, ...rest.map((line) => " ".repeat(11) + line)].join("\n")}\n`);
  }
  io.stdout.write("\nfpk load SCENARIO [URL]; fpk load --help has the rest\n");
  return 0;
}

interface Amount {
  readonly seed: number;
  readonly duration: number | undefined;
  readonly instances: number;
}

async function judged(
  scenario: Scenario,
  chosen: ChosenTarget,
  amount: Amount,
  options: LoadOptions & LoadOperands,
  io: VerbContext,
): Promise<number> {
  const redact = createRedactor(chosen.target.credentials);
  let report: Report;
  try {
    report = await runScenario({
      scenario,
      chosen,
      ...amount,
      passedOn: options.passedOn,
      again: againOf(options, chosen, amount.seed),
      redact,
      io,
    });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    io.stderr.write(`fpk load: ${error.message}\n`);
    return 3;
  }
  return outputReport(redactReport(report, redact), options, io);
}

/** The command that does the same again. */
function againOf(options: LoadOptions & LoadOperands, { replayArguments }: ChosenTarget, seed: number): string {
  const set = [
    ...(options.duration === undefined ? [] : [`--duration ${options.duration}`]),
    ...(options.instances === undefined || options.instances === "1" ? [] : [`--instances ${options.instances}`]),
    ...(options.confirmHost === undefined ? [] : [`--confirm-host ${options.confirmHost}`]),
    `--seed ${seed}`,
  ];
  return `fpk load ${options.scenario}${replayArguments} ${set.join(" ")}`;
}
