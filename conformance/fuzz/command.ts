/** The command line of Schemathesis, here or in a container. No credential stands on it. */
import { type CommandLine, mounted, networkTo, type Seat, seenFrom } from "../tools/container.ts";
import type { Environment } from "../tools/tool.ts";

export interface Launch extends Seat {
  /** The folder in which everything lies that it is given, and that it writes; the same path in a container. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly oracle: string;
  /** Names and tokens. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly arguments: readonly string[];
  readonly env: Environment;
  /** `1000:1000`: what a container writes is the user's. */
  readonly user?: string | undefined;
  /** What the container is called, so that it can be ended. */
  readonly container: string;
}

export const files = {
  contract: "openapi.json",
  configuration: "schemathesis.toml",
  hooks: "hooks.py",
  facts: "facts.json",
  labels: "labels.ndjson",
  exported: "export.ndjson",
  output: "output.txt",
} as const;

export function commandLineOf(launch: Launch): CommandLine {
  const { found, folder, secrets, env } = launch;
  const variables = {
    ...secrets,
    FPK_FUZZ_FACTS: `${folder}/${files.facts}`,
    FPK_FUZZ_ORACLE: seenFrom(launch, launch.oracle),
    SCHEMATHESIS_HOOKS: `${folder}/${files.hooks}`,
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONUTF8: "1",
  };
  const args = argumentsOf(launch);
  if (found.kind === "command") return { command: found.command, args, env: { ...env, ...variables } };
  return {
    command: found.command,
    // Variables are named, and docker takes their values from its own environment.
    env: { ...env, ...variables },
    args: [
      ...["run", "--rm", "--init", "--name", launch.container],
      ...networkTo(launch, [launch.baseUrl, launch.oracle]),
      ...(launch.user === undefined ? [] : ["--user", launch.user]),
      ...[...mounted(folder), "--workdir", folder],
      ...["HOME", ...Object.keys(variables)].flatMap((name) => ["-e", name === "HOME" ? `HOME=${folder}` : name]),
      found.image,
      ...args,
    ],
  };
}

function argumentsOf(launch: Launch): readonly string[] {
  return [
    ...["--config-file", `${launch.folder}/${files.configuration}`],
    ...["run", `${launch.folder}/${files.contract}`, "--url", seenFrom(launch, launch.baseUrl)],
    ...launch.arguments,
  ];
}
