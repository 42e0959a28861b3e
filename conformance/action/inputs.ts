/** Turns the inputs of `action.yml`, which are environment variables, into a command line. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../cli/usage-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface Files {
  /** The JSON report, and the comment for the pull request. */
  readonly report: string;
  readonly comment: string;
}

/** What the inputs ask for; `gate` where they ask for nothing. */
export const modeOf = (env: Environment) => input(env, "MODE") || "gate";

/** `folder`: where they are written. */
export function filesOf(env: Environment, folder: string): Files {
  const mode = modeOf(env) === "check" ? "check" : "gate";
  return { report: join(folder, `fpk-${mode}.json`), comment: join(folder, `fpk-${mode}.md`) };
}

/** The arguments of `fpk`. Throws `UsageError`. */
export function commandOf(env: Environment, { report, comment }: Files): readonly string[] {
  const mode = modeOf(env);
  if (mode === "gate") return gateArguments(env, report, comment);
  if (mode === "check") return checkArguments(env, report, comment);
  throw new UsageError(`the input mode must be gate or check, not ${mode}`);
}

function gateArguments(env: Environment, report: string, comment: string): readonly string[] {
  const [base, head] = [input(env, "BASE"), input(env, "HEAD")];
  if (base === "" && head !== "" && !existsSync(head))
    throw new UsageError(`the input head is not a file, and so requires base: ${head}`);
  refuse(env, "gate", "URL", "KEY");
  return [
    "gate",
    ...flags("--for", [input(env, "FOR")]),
    ...flags("--allow-breaking", [input(env, "ALLOW_BREAKING")]),
    ...flags("--target", lines(env, "TARGET")),
    ...flags("--report", lines(env, "REPORT")),
    ...flags("--output", [report, comment]),
    ...lines(env, "ARGUMENTS"),
    ...operands(base, head),
  ];
}

function checkArguments(env: Environment, report: string, comment: string): readonly string[] {
  refuse(env, "check", "BASE", "HEAD", "FOR", "ALLOW_BREAKING", "REPORT");
  const [url, target] = [input(env, "URL"), input(env, "TARGET")];
  return [
    "check",
    ...flags("--target", [target]),
    ...flags(
      "--key",
      lines(env, "KEY").map((name) => `env:${name}`),
    ),
    ...flags("--report", [report, comment]),
    ...lines(env, "ARGUMENTS"),
    ...operands(url),
  ];
}

function refuse(env: Environment, mode: string, ...names: readonly string[]): void {
  const name = names.find((each) => input(env, each) !== "");
  if (name !== undefined)
    throw new UsageError(`the input ${name.toLowerCase().replaceAll("_", "-")} is not for mode ${mode}`);
}

const input = (env: Environment, name: string) => (env[`FPK_${name}`] ?? "").trim();

const lines = (env: Environment, name: string) =>
  input(env, name)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** After `--`, no operand is read as an option. */
function operands(...values: readonly string[]): readonly string[] {
  const given = values.filter((value) => value !== "");
  return given.length === 0 ? [] : ["--", ...given];
}

const flags = (flag: string, values: readonly string[]) =>
  values.filter((value) => value !== "").flatMap((value) => [`${flag}=${value}`]);
