/** Checks the options of `fpk load` and reads the run's settings from them; makes the command that repeats a run. */
import { numberOption, seedOption } from "../../cli/options.ts";
import { shellQuote } from "../../cli/shell-quote.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { createRecorder } from "../../conformance/client/recorder.ts";
import { withSimilarTokens } from "../../conformance/generate/similar-tokens.ts";
import { Redactor } from "../../conformance/redaction/redactor.ts";
import type { ChosenTarget } from "../../conformance/verbs/choose-target.ts";
import { parseStages } from "../in-k6/stages.ts";
import { requireNoOutputFile, shownArgs } from "../launcher/forwarded-args.ts";
import { mayRamp } from "../launcher/min-capacity.ts";
import { isUserScript, type Scenario } from "../launcher/scenario.ts";
import type { RunSettings } from "../launcher/script-environment.ts";
import { maySend, parseLatencies, parseMaxErrors, type UserThresholds } from "../launcher/user-thresholds.ts";
import type { LoadOptions } from "./load-options.ts";

/** The maximum number of k6 processes on one machine. */
const maxInstances = 64;

/** The `instances` of the result are processes on this machine or, with `--kubernetes`, pods. */
export function settingsOf(options: LoadOptions, forwardedArgs: readonly string[]): RunSettings {
  const seed = seedOption(options.seed);
  const duration = numberOption("--duration", options.duration, { min: 0.001 });
  const rate = numberOption("--rate", options.rate, { min: 0.001 });
  const users = numberOption("--users", options.users, { whole: true, min: 1 });
  const { stages } = options;
  if (stages !== undefined && parseStages(stages) === undefined) {
    throw new UsageError(
      `--stages takes a duration and a number of users for each stage, such as 10s:50,30s:100, or of requests a second, such as 10s:50/s,30s:100/s, not ${stages}`,
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

const comparesLatencies = (scenario: Scenario) =>
  isUserScript(scenario) || ["isolation", "auth"].includes(scenario.name);

/** Throws `UsageError` for `--max-latency-ratio` if no scenario compares latencies. A user's script may. */
export function requireComparedLatencies(scenarios: readonly Scenario[], { maxLatencyRatio }: LoadOptions): void {
  if (maxLatencyRatio !== undefined && !scenarios.some(comparesLatencies))
    throw new UsageError("--max-latency-ratio is for isolation and auth: no other scenario compares latencies");
}

/** Throws `UsageError` for an option about the verdict if the command only writes manifests or a script. */
export function requireNoVerdict(options: LoadOptions): void {
  const manifests = options.kubernetes === true ? "--kubernetes" : undefined;
  const writing = options.eject !== undefined ? "--eject" : manifests;
  const given = (
    ["latency", "maxErrors", "minCapacity", "strict", "complete", "baseline", "report", "json"] as const
  ).find((name) => options[name] !== undefined);
  if (writing === undefined || given === undefined) return;
  const where =
    writing === "--eject" ? "the run of what is written" : "fpk load --judge, with what the pods have recorded";
  throw new UsageError(
    `--${given.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)} is for ${where}: ${writing} judges nothing`,
  );
}

/** How what k6 sends is judged and redacted: the options that a run and `--judge` share. */
export function judgingOptions(
  options: LoadOptions,
  chosen: ChosenTarget,
  forwardedArgs: readonly string[],
  io: VerbContext,
) {
  const { credentials } = chosen.target;
  const { redact, add: onSecrets } = new Redactor(withSimilarTokens(credentials));
  const [strict, complete] = [options.strict === true, options.complete === true];
  return {
    chosen,
    forwardedArgs,
    strict,
    complete,
    redact,
    recorder: createRecorder(credentials, onSecrets),
    onSecrets,
    io,
  };
}

/** The options for a run of this scenario alone: those that only other scenarios of the run take are left out, since they would be refused. */
export function optionsOf(scenario: Scenario, options: LoadOptions): LoadOptions {
  const { minCapacity, maxLatencyRatio, latency = [], ...others } = options;
  const sent = parseLatencies(latency).filter(({ operation }) => maySend(scenario, operation));
  return {
    ...others,
    ...(mayRamp(scenario) && minCapacity !== undefined ? { minCapacity } : {}),
    ...(comparesLatencies(scenario) && maxLatencyRatio !== undefined ? { maxLatencyRatio } : {}),
    ...(sent.length === 0 ? {} : { latency: sent.map(({ text }) => text) }),
  };
}

/** The command that repeats these scenarios. */
export function replayCommand(
  names: readonly string[],
  options: LoadOptions,
  { replayArguments }: ChosenTarget,
  seed: number,
  forwardedArgs: readonly string[],
): string {
  const { duration, rate, users, stages, maxLatencyRatio, instances, confirmHost, abortOnFail } = options;
  const shape = { duration, rate, users, stages };
  const others = { "max-latency-ratio": maxLatencyRatio, instances, "confirm-host": confirmHost, seed };
  const set = [
    ...flags({ ...shape, ...thresholds(options), ...others }),
    ...(abortOnFail === true ? ["--abort-on-fail"] : []),
    ...verdictFlags(options),
  ].join(" ");
  return `fpk load ${names.map(shellQuote).join(" ")}${replayArguments} ${set}${shownArgs(forwardedArgs)}`;
}

/** The command that judges these folders again. */
export function judgeCommand(
  folders: readonly string[],
  options: LoadOptions,
  { replayArguments }: ChosenTarget,
): string {
  const set = [...flags(thresholds(options)), ...verdictFlags(options), `--judge ${folders.map(shellQuote).join(" ")}`];
  return `fpk load${replayArguments} ${set.join(" ")}`;
}

const thresholds = ({ latency, maxErrors, minCapacity }: LoadOptions) => ({
  latency: latency?.join(),
  "max-errors": maxErrors,
  "min-capacity": minCapacity,
});

/** Throws `UsageError` for a threshold of another form. */
export const userThresholds = ({ latency = [], maxErrors, minCapacity }: LoadOptions): UserThresholds => ({
  latencies: parseLatencies(latency),
  maxErrorPercent: parseMaxErrors(maxErrors),
  minCapacity: numberOption("--min-capacity", minCapacity, { min: 1 }),
});

const verdictFlags = ({ strict, complete }: LoadOptions) => [
  ...(strict === true ? ["--strict"] : []),
  ...(complete === true ? ["--complete"] : []),
];

const flags = (values: Readonly<Record<string, string | number | undefined>>): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellQuote(String(value))}`],
  );
