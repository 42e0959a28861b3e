/** Chooses the target that a verb judges: a URL, a target file, or the embedded reference. */
import { existsSync } from "node:fs";
import type { Command } from "commander";
import { collectValues, numberOption } from "../../cli/options.ts";
import { shellQuote } from "../../cli/shell-quote.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import type { Clock } from "../../clock.ts";
import type { RateLimit } from "../model/rate-limit.ts";
import { parseTarget, readTargetFile, targetFromFlags } from "../target-file/parse.ts";
import { defaultTargetFile, type Target } from "../target-file/target.ts";

export interface TargetOptions {
  readonly target?: string;
  readonly key?: readonly string[];
  readonly embedded?: boolean;
  readonly limit?: string;
  readonly window?: string;
}

/** Declares the options that name a target. */
export const declareTargetOptions = (command: Command): Command =>
  command
    .option(
      "--target <file>",
      `the target file, with credentials and rate limit (default: ${defaultTargetFile}, if it exists)`,
    )
    .option("--key <env:NAME>", "an API key, from this environment variable; needs a URL (repeatable)", collectValues)
    .option(
      "--limit <n>",
      "requests in a window, for each organization; overrides the target file's rateLimit (default: 100)",
    )
    .option("--window <seconds>", "the length of the window; overrides the target file's rateLimit (default: 60)")
    .option("--embedded", "judge the embedded reference, even if a target file exists, and in CI");

export interface ChosenTarget {
  readonly name: string;
  readonly target: Target;
  readonly clock: Clock;
  readonly replayArguments: string;
  readonly isEmbedded?: boolean;
  close(): Promise<void>;
}

/**
 * The target that the arguments name: a URL, a target file, or, without both, the embedded reference. In CI, and with
 * options that `suggestsOwnServer` names, the reference must be asked for, since its verdict might be taken for that of
 * the user's server.
 */
export async function chooseTarget(
  url: string | undefined,
  options: TargetOptions,
  io: VerbContext,
  suggestsOwnServer: readonly string[] = [],
): Promise<ChosenTarget> {
  refuseContradictions(url, options);
  const rateLimit = rateLimitOf(options);
  if (url !== undefined) return targetAt(url, options, rateLimit, io);
  const file = options.target ?? (existsSync(defaultTargetFile) ? defaultTargetFile : undefined);
  if (file !== undefined && options.embedded !== true) return targetInFile(file, options, rateLimit, io);
  const [suggestion] = [...(isCi(io.env) ? ["in CI"] : []), ...suggestsOwnServer.map((option) => `with ${option}`)];
  if (options.embedded !== true && suggestion !== undefined) {
    throw new UsageError(
      `${suggestion} a target must be named: a URL, --target FILE, or ${defaultTargetFile} in this folder, where there is none; --embedded judges the embedded reference`,
    );
  }
  return embeddedTarget(options, io);
}

type Limits = Partial<RateLimit>;

function targetAt(url: string, options: TargetOptions, rateLimit: Limits, { clock, env }: VerbContext): ChosenTarget {
  const keys = options.key ?? [];
  const target = targetFromFlags({ url, keys, env, rateLimit });
  const flags = keys.map((key) => ` --key ${key}`).join("");
  const replayArguments = ` ${target.baseUrl}${flags}${limitArguments(options)}`;
  return { name: target.baseUrl, target, clock, replayArguments, close: async () => {} };
}

function targetInFile(
  file: string,
  options: TargetOptions,
  rateLimit: Limits,
  { clock, env }: VerbContext,
): ChosenTarget {
  const target = readTargetFile(file, env, rateLimit);
  const named = options.target === undefined ? "" : ` --target ${shellQuote(file)}`;
  const replayArguments = `${named}${limitArguments(options)}`;
  return { name: `${target.baseUrl} (${file})`, target, clock, replayArguments, close: async () => {} };
}

async function embeddedTarget(options: TargetOptions, io: VerbContext): Promise<ChosenTarget> {
  const limit = limitArguments(options).trim();
  if (limit !== "")
    throw new UsageError(`${limit} is for your own server; the limit of the embedded reference cannot be changed`);
  const { target, ...embedded } = await io.embedded();
  return {
    ...embedded,
    target: parseTarget(target, {}, "the embedded reference"),
    replayArguments: options.embedded === true ? " --embedded" : "",
    isEmbedded: true,
  };
}

/** Throws `UsageError` for two targets, for a key without a URL, and for a key that is not `env:NAME`. */
function refuseContradictions(url: string | undefined, { key: keys = [], target, embedded }: TargetOptions): void {
  if (keys.some((key) => !key.startsWith("env:"))) {
    throw new UsageError(
      "--key takes the name of an environment variable, as in --key env:KEY_A; never put a key itself on a command line",
    );
  }
  const named = [...(url === undefined ? [] : ["a URL"]), ...(target === undefined ? [] : ["--target"])];
  if (embedded === true) named.push("--embedded");
  if (named.length > 1) throw new UsageError(`${named.join(" and ")} name two targets; leave one of them out`);
  if (url === undefined && keys.length > 0)
    throw new UsageError("--key goes with a URL; a target file lists its own credentials");
}

function rateLimitOf(options: TargetOptions): Partial<RateLimit> {
  const limit = numberOption("--limit", options.limit, { whole: true, min: 1 });
  const windowSeconds = numberOption("--window", options.window, { min: 0.001 });
  return { ...(limit === undefined ? {} : { limit }), ...(windowSeconds === undefined ? {} : { windowSeconds }) };
}

const limitArguments = ({ limit, window }: TargetOptions) =>
  `${limit === undefined ? "" : ` --limit ${limit}`}${window === undefined ? "" : ` --window ${window}`}`;

const isCi = ({ CI = "" }: VerbContext["env"]) => !["", "0", "false"].includes(CI);
