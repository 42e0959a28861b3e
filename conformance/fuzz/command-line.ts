/** The command line of Schemathesis, on this machine or in a container. It holds no credential. */
import { type CommandLine, mountArguments, networkArguments, type Placement, urlSeenFrom } from "../tools/container.ts";
import type { Environment } from "../tools/tool.ts";

export interface Launch extends Placement {
  /** Holds everything that Schemathesis is given and writes; has the same path in a container. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly judgingServer: string;
  /** Tokens, by the names of the environment variables that hold them. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly arguments: readonly string[];
  readonly env: Environment;
  /** `1000:1000`, the owner of the files that a container writes. */
  readonly user?: string | undefined;
  /** The container's name. */
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
  const { found, folder, secrets, env } = launch;
  const variables = {
    ...secrets,
    FPK_FUZZ_INPUT: `${folder}/${files.hookInput}`,
    FPK_FUZZ_JUDGING_SERVER: urlSeenFrom(launch, launch.judgingServer),
    SCHEMATHESIS_HOOKS: `${folder}/${files.hooks}`,
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONUTF8: "1",
  };
  const args = argumentsOf(launch);
  if (found.kind === "command") return { command: found.command, args, env: { ...env, ...variables } };
  return {
    command: found.command,
    // The arguments name the variables, and docker takes their values from its own environment.
    env: { ...env, ...variables },
    args: [
      ...["run", "--rm", "--init", "--name", launch.container],
      ...networkArguments(launch, [launch.baseUrl, launch.judgingServer]),
      ...(launch.user === undefined ? [] : ["--user", launch.user]),
      ...[...mountArguments(folder), "--workdir", folder],
      ...["HOME", ...Object.keys(variables)].flatMap((name) => ["-e", name === "HOME" ? `HOME=${folder}` : name]),
      found.image,
      ...args,
    ],
  };
}

function argumentsOf(launch: Launch): readonly string[] {
  return [
    ...["--config-file", `${launch.folder}/${files.configuration}`],
    ...["run", `${launch.folder}/${files.contract}`, "--url", urlSeenFrom(launch, launch.baseUrl)],
    ...launch.arguments,
  ];
}
