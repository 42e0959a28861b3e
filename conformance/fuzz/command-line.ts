/** The command line of Schemathesis, on this machine or in a container. It contains no credential. */
import { type CommandLine, mountArguments, networkArguments, urlSeenFrom } from "../tools/container.ts";
import type { FuzzOptions } from "./options.ts";

export interface Launch extends Pick<FuzzOptions, "found" | "platform" | "env" | "user"> {
  /** The folder of all files that Schemathesis reads and writes. Its path is the same in a container. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly judgingServer: string;
  /** Tokens, by the names of the environment variables that hold them. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly arguments: readonly string[];
  readonly container: string;
}

export const files = {
  contract: "openapi.json",
  configuration: "schemathesis.toml",
  hooks: "hooks.py",
  hookInput: "hook-input.json",
  output: "output.txt",
} as const;

export function commandLineOf(launch: Launch): CommandLine {
  const { found, folder } = launch;
  const { command } = found;
  const variables = {
    ...launch.secrets,
    FPK_FUZZ_INPUT: `${folder}/${files.hookInput}`,
    FPK_FUZZ_JUDGING_SERVER: urlSeenFrom(launch, launch.judgingServer),
    SCHEMATHESIS_HOOKS: `${folder}/${files.hooks}`,
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONUTF8: "1",
  };
  const env = { ...launch.env, ...variables };
  const args = [
    ...["--config-file", `${folder}/${files.configuration}`],
    ...["run", `${folder}/${files.contract}`, "--url", urlSeenFrom(launch, launch.baseUrl)],
    ...launch.arguments,
  ];
  if (found.kind === "command") return { command, args, env };
  const dockerArgs = [
    ...["run", "--rm", "--init", "--name", launch.container],
    ...networkArguments(launch, [launch.baseUrl, launch.judgingServer]),
    ...(launch.user === undefined ? [] : ["--user", launch.user]),
    ...[...mountArguments(folder), "--workdir", folder],
    // Only the names of the variables are arguments. Docker takes the values from the environment that it is started with.
    ...[`HOME=${folder}`, ...Object.keys(variables)].flatMap((variable) => ["-e", variable]),
    found.image,
  ];
  return { command, args: [...dockerArgs, ...args], env };
}
