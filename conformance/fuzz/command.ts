/** The command line of Schemathesis, here or in a container. No credential stands on it. */
import type { Environment, Found } from "../tools/tool.ts";

export interface Launch {
  readonly found: Found;
  /** The folder in which everything lies that it is given, and that it writes; the same path in a container. */
  readonly folder: string;
  readonly baseUrl: string;
  readonly oracle: string;
  /** Names and tokens. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly arguments: readonly string[];
  readonly env: Environment;
  /** Of the machine; `linux` can share its network with a container. */
  readonly platform: NodeJS.Platform;
  /** `1000:1000`: what a container writes is the user's. */
  readonly user?: string | undefined;
  /** What the container is called, so that it can be ended. */
  readonly container: string;
}

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
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

/** How a container calls this machine, where it has a network of its own. */
const gateway = "host.docker.internal";

/** The URL as the process sees it. */
export function seenFrom({ found, platform }: Pick<Launch, "found" | "platform">, url: string): string {
  if (found.kind !== "docker" || platform === "linux" || !isLoopback(new URL(url).hostname)) return url;
  const seen = new URL(url);
  seen.hostname = gateway;
  return seen.href.replace(/\/$/, "");
}

const isLoopback = (host: string) => /^(?:(?:.*\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

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
  const inside = [launch.baseUrl, launch.oracle].some((url) => seenFrom(launch, url) !== url);
  return {
    command: found.command,
    // Variables are named, and docker takes their values from its own environment.
    env: { ...env, ...variables },
    args: [
      ...["run", "--rm", "--init", "--name", launch.container],
      ...(launch.platform === "linux"
        ? ["--network", "host"]
        : inside
          ? ["--add-host", `${gateway}:host-gateway`]
          : []),
      ...(launch.user === undefined ? [] : ["--user", launch.user]),
      ...["--mount", `type=bind,source=${folder},target=${folder}`, "--workdir", folder],
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
