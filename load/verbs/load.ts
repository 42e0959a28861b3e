/** `fpk load`: judges the rate limit and the feedback flow under load, with real k6. */
import type { Command } from "commander";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { wrap } from "../../cli/wrap.ts";
import { redactReport } from "../../conformance/reports/redact-report.ts";
import { ToolError } from "../../conformance/tools/tool.ts";
import { baselineOf } from "../../conformance/verbs/baseline-option.ts";
import { chooseTarget } from "../../conformance/verbs/choose-target.ts";
import { checkReportPaths, outputReport } from "../../conformance/verbs/write-report.ts";
import { plans, scenarioNames } from "../in-k6/plans.ts";
import { type ManifestOptions, manifestsOf } from "../kubernetes/manifests.ts";
import { unjudgedByPods } from "../kubernetes/unjudged.ts";
import { requireConfirmed } from "../launcher/confirm-host.ts";
import { requireForwardable, requireNoOutputFile } from "../launcher/forwarded-args.ts";
import { requireRamp } from "../launcher/min-capacity.ts";
import { requireRecording } from "../launcher/require-recording.ts";
import { runScenarios } from "../launcher/run-scenarios.ts";
import { findScenarios, type Scenario, splitOperands } from "../launcher/scenario.ts";
import { requireSent } from "../launcher/user-thresholds.ts";
import { writeScript } from "../launcher/write-script.ts";
import { judgeRecorded } from "./load-judge.ts";
import { declareLoadOptions, type LoadArguments, type LoadOptions } from "./load-options.ts";
import {
  judgingOptions,
  optionsOf,
  replayCommand,
  requireComparedLatencies,
  requireNoVerdict,
  settingsOf,
  userThresholds,
} from "./load-settings.ts";

export function configure(command: Command): void {
  command
    .usage("[options] [scenario...] [url] [-- arguments for k6]")
    .argument(
      "[scenario...]",
      `${scenarioNames.join(", ")}, several of them, all, or scripts of yours; none: lists what each claims. After them the API's base URL, without /v1; without it and without a target file, the embedded reference is loaded`,
    );
  declareLoadOptions(command).addHelpText(
    "after",
    `
Exit codes: 0 holds · 1 does not hold, or a threshold was crossed · 2 wrong usage or configuration · 3 could not be judged

Examples:
  fpk load limit                                     loads the embedded reference
  fpk load steady flow limit --target staging.json   one after the other, one report
  fpk load isolation --target staging.json --confirm-host staging.example.com
  fpk load steady --target staging.json --duration 3600 -- --out json=points.json
  fpk load spike --target staging.json --stages 10s:50,30s:100 --latency p95=200ms --max-errors 0.1%
  fpk load limit --eject scripts                     writes scripts/limit.js, and scripts/fpk.js, which it imports`,
  );
}

/** The window is short, to save waiting; `spike` alone, which must stay below the limit, gets a high one. */
const embeddedLimit = (scenarios: readonly Scenario[]) => ({
  limit: scenarios.every(({ name }) => name === "spike") ? 100_000 : 100,
  realTimeWindowSeconds: 5,
});

export async function run(args: LoadArguments, options: LoadOptions, io: VerbContext): Promise<number> {
  const { operands, forwardedArgs } = args;
  if (options.judge !== undefined) return judgeRecorded(options.judge, args, options, io);
  const { names, url } = splitOperands(operands);
  if (names.length === 0) return listScenarios(options, io);
  const scenarios = findScenarios(names);
  requireForwardable(forwardedArgs, scenarios);
  const settings = settingsOf(options, forwardedArgs);
  requireComparedLatencies(scenarios, options);
  requireNoVerdict(options);
  if (scenarios.length > 1) requireNoOutputFile(forwardedArgs, "scenarios");
  if (options.eject !== undefined) return eject(scenarios, options.eject, options, io);
  const thresholds = userThresholds(options);
  requireSent(thresholds.latencies, scenarios);
  requireRamp(thresholds.minCapacity, scenarios, options.rate);
  await requireRecording(thresholds, scenarios);
  await checkReportPaths(options);
  const baseline = baselineOf(options);
  const chosen = await chooseTarget(url, options, withEmbedded(scenarios, options, io));
  try {
    if (options.kubernetes === true) {
      const scenario = requireOne(scenarios, "--kubernetes");
      return await printManifests({ scenario, target: chosen.target, settings, forwardedArgs }, io);
    }
    requireConfirmed(chosen.target.baseUrl, options.confirmHost);
    const judging = judgingOptions(options, chosen, forwardedArgs, io);
    const report = await runScenarios({
      ...settings,
      ...judging,
      scenarios,
      isAll: names.includes("all"),
      ...thresholds,
      baseline,
      replayOf: (name) => {
        const only = scenarios.find((scenario) => scenario.name === name);
        return replayCommand(
          only === undefined ? names : [only.operand],
          only === undefined ? options : optionsOf(only, options),
          chosen,
          settings.seed,
          forwardedArgs,
        );
      },
    });
    return await outputReport(redactReport(report, judging.redact), options, io);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    io.stderr.write(`fpk load: ${error.message}\n`);
    return 3;
  } finally {
    await chosen.close();
  }
}

async function eject(
  scenarios: readonly Scenario[],
  folder: string,
  { kubernetes }: LoadOptions,
  io: VerbContext,
): Promise<number> {
  if (kubernetes === true) throw new UsageError("--eject and --kubernetes do not go together");
  const { script, bundle } = await writeScript(requireOne(scenarios, "--eject"), folder);
  io.stdout.write(`${script} is written, and ${bundle}, which it imports\n`);
  return 0;
}

async function printManifests(options: ManifestOptions, io: VerbContext): Promise<number> {
  io.stdout.write(await manifestsOf(options));
  for (const sentence of unjudgedByPods(options)) io.stderr.write(`! ${sentence}\n`);
  return 0;
}

/** Throws `UsageError` for several scenarios. */
function requireOne([first, second]: readonly Scenario[], option: string): Scenario {
  if (first !== undefined && second === undefined) return first;
  throw new UsageError(`${option} takes one scenario`);
}

/** Without a target the embedded reference is loaded, but pods of a cluster could not reach it. */
const withEmbedded = (scenarios: readonly Scenario[], { kubernetes }: LoadOptions, io: VerbContext): VerbContext => ({
  ...io,
  embedded: () => {
    if (kubernetes === true) throw new UsageError("--kubernetes needs a URL or --target: the server to load");
    return io.embedded(embeddedLimit(scenarios));
  },
});

/** Prints what each scenario claims. */
function listScenarios({ eject, kubernetes }: LoadOptions, io: VerbContext): number {
  if (eject !== undefined || kubernetes === true) {
    throw new UsageError(`name a scenario first: ${scenarioNames.join(", ")}`);
  }
  for (const name of scenarioNames) {
    const [first = "", ...rest] = wrap(plans[name].claim, (io.stdout.columns ?? 100) - 11);
    io.stdout.write(`${name.padEnd(10)} ${[first, ...rest.map((line) => " ".repeat(11) + line)].join("\n")}\n`);
  }
  io.stdout.write("\nfpk load SCENARIO [URL]; fpk load --help lists the options\n");
  return 0;
}
