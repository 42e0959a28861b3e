/** The arguments after `--`, which are forwarded to k6. */
import { shellQuote } from "../../cli/shell-quote.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { listed } from "../../conformance/model/in-words.ts";
import { roleNames } from "../in-k6/environment.ts";
import { isScenarioName } from "../in-k6/plans.ts";
import { shapedBy } from "../in-k6/shape-options.ts";
import { isUserScript, type Scenario } from "./scenario.ts";

/** k6's options that the launcher sets itself, or that would switch off what the verdict needs; with the reason. */
const reserved = new Map([
  ["--console-output", "the launcher reads it"],
  ["--log-format", "the launcher reads what is logged"],
  ["--summary-export", "the launcher reads it; --report writes a report"],
  ["--execution-segment", "--instances N divides the work"],
  ["--execution-segment-sequence", "--instances N divides the work"],
  ["--no-summary", "the launcher reads the thresholds there"],
  ["--no-thresholds", "the script's thresholds belong to the verdict"],
  ["--no-setup", "the script's setup reads what the run needs"],
  ["--include-system-env-vars", "the launcher hands over the target so"],
]);

/** k6's options for how much a script sends. They would replace a scenario's executors, without which its claim cannot be judged. */
const shaping = /^(?:-[udis](?![a-z])|--(?:vus|duration|iterations|stage|rps)(?:=|$))/;

/** The variables that the launcher sets, and how the user sets them. */
const setBy: Readonly<Record<string, string>> = {
  BASE_URL: "the target file or the URL names the server",
  LIMIT: "the target file declares the limit",
  WINDOW: "the target file declares the window",
  GRACE: "the target file declares it (feedbackGraceSeconds)",
  MAX_LATENCY_RATIO: "--max-latency-ratio sets it",
  DURATION: "--duration sets it",
  RATE: "--rate sets it",
  USERS: "--users sets it",
  STAGES: "--stages sets it",
  ABORT_ON_FAIL: "--abort-on-fail sets it",
  SEED: "--seed sets it",
  INSTANCES: "--instances sets it",
  FPK_RECORD: "the launcher reads what is recorded",
  FPK_SUMMARY: "the launcher reads the summary; --report writes a report",
  ...Object.fromEntries(roleNames.map((role) => [role, "the target file holds the credentials"])),
};

/** Throws `UsageError` for an option of k6 that the launcher sets itself. k6's options may set how much a user's own script sends. */
export function requireForwardable(args: readonly string[], scenarios: readonly Scenario[] = []): void {
  const names = scenarios.flatMap((scenario) =>
    isScenarioName(scenario.name) && !isUserScript(scenario) ? [scenario.name] : [],
  );
  const shape = names.length === 0 ? undefined : args.find((arg) => shaping.test(arg));
  if (shape !== undefined) {
    const [verb, pronoun] = names.length === 1 ? ["sends", "it"] : ["send", "them"];
    throw new UsageError(
      `${shape} is not forwarded to k6: it would replace what ${listed(names)} ${verb}; of fpk load's options ${shapedBy(names)} shape ${pronoun}`,
    );
  }
  for (const [at, arg] of args.entries()) {
    const name = arg.split("=", 1)[0] ?? "";
    const why = reserved.get(name);
    if (why !== undefined) throw new UsageError(`${name} is not forwarded to k6: ${why}`);
    const variable = variableOf(arg, args[at - 1]);
    const set = variable === undefined ? undefined : setBy[variable];
    const orRename = scenarios.some(isUserScript) ? "; a script of yours may read a variable of another name" : "";
    if (set !== undefined) throw new UsageError(`-e ${variable} is not forwarded to k6: ${set}${orRename}`);
  }
}

/** `NAME` of `-e NAME=value`, `-e=NAME=value` or `--env NAME=value`. */
const variableOf = (arg: string, before = ""): string | undefined =>
  (/^(?:-e|--env)$/.test(before) ? /^([^=]+)/ : /^(?:-e=?|--env=)([^=]+)/).exec(arg)?.[1];

/** The arguments as typed, for the command that repeats a run: without the values of variables and the passwords in URLs, which may be secret, and without a file of results, which the other run would overwrite. */
export function shownArgs(args: readonly string[]): string {
  const kept = args.filter((_, at) => !isOfOutputFile(args, at));
  const shown = kept.map((arg, at) => {
    const variable = variableOf(arg, kept[at - 1]);
    if (variable !== undefined) return `${arg.slice(0, arg.indexOf(variable))}${variable}="$${variable}"`;
    return shellQuote(arg.replace(/\/\/[^/@\s]*@/, "//…@"));
  });
  return shown.length === 0 ? "" : ` -- ${shown.join(" ")}`;
}

/** Throws `UsageError` for an output file, which several k6 processes would overwrite. `of`: of what there are several. */
export function requireNoOutputFile(args: readonly string[], of: "instances" | "scenarios"): void {
  const file = args.flatMap((arg, at) => outputFileOf(arg, args[at - 1]) ?? [])[0];
  if (file !== undefined) {
    throw new UsageError(
      `${file} would be written by each of several ${of}; omit --out, or use one ${of.slice(0, -1)}`,
    );
  }
}

/** `csv=FILE` of `--out csv=FILE`, `--out=csv=FILE` or `-ocsv=FILE`; undefined for another argument, and for an output that is no file. */
function outputFileOf(arg: string, before = ""): string | undefined {
  const output = /^(?:-o|--out)$/.test(before) ? arg : /^(?:-o|--out=)(.+)/.exec(arg)?.[1];
  return output !== undefined && /^(?:json|csv)(?:=|$)/.test(output) ? output : undefined;
}

/** Whether the argument names a file for results, or is the `--out` before it. */
const isOfOutputFile = (args: readonly string[], at: number) =>
  outputFileOf(args[at] ?? "", args[at - 1]) !== undefined ||
  (/^(?:-o|--out)$/.test(args[at] ?? "") && outputFileOf(args[at + 1] ?? "", args[at]) !== undefined);
