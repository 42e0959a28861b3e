/** The command line of one k6 process, on this machine or in a container. No credential is on it. */
import { join } from "node:path";
import {
  type CommandLine,
  mountArguments,
  networkArguments,
  type Placement,
  urlSeenFrom,
} from "../../conformance/tools/container.ts";
import type { Environment } from "../../conformance/tools/tool.ts";

export interface Launch extends Placement {
  /** The script, as an absolute path. For a container it must lie in `folder`. */
  readonly script: string;
  /** The folder into which this process writes its files; see `filesIn`. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly forwardedArgs: readonly string[];
  /** The number of this process, from 0, of those that share the work. */
  readonly share: { readonly index: number; readonly of: number };
  readonly env: Environment;
  readonly cwd: string;
  /** `1000:1000`: the owner of the files that a container writes. */
  readonly user?: string;
}

/** The files that a k6 process writes. */
export const filesIn = (folder: string) => ({
  console: join(folder, "console.txt"),
  summary: join(folder, "summary.json"),
  samples: join(folder, "samples.json"),
});

/** Without it k6's dashboard listens on all interfaces. */
const dashboardHost = { K6_WEB_DASHBOARD_HOST: "127.0.0.1" };

export function commandLineOf(launch: Launch): CommandLine {
  const { found, variables } = launch;
  const env = { ...dashboardHost, ...launch.env };
  if (found.kind === "docker") return inContainer({ ...launch, env }, found.image);
  return { command: found.command, args: argumentsOf(launch), env: { ...env, ...variables } };
}

function argumentsOf({ folder, share, forwardedArgs, script }: Launch): readonly string[] {
  const files = filesIn(folder);
  return [
    "run",
    "--no-usage-report",
    // k6's API gets no port, so that several processes can run concurrently.
    "--address",
    "",
    "--console-output",
    files.console,
    "--log-format",
    "raw",
    "--summary-export",
    files.summary,
    ...(share.of === 1 ? [] : ["--out", `json=${files.samples}`, ...segment(share)]),
    ...forwardedArgs,
    script,
  ];
}

/** The same fractions that the k6 operator gives its pods. */
function segment({ index, of }: Launch["share"]): readonly string[] {
  const at = (part: number) => (part % of === 0 ? `${part / of}` : `${part}/${of}`);
  const sequence = Array.from({ length: of + 1 }, (_, part) => at(part)).join(",");
  return ["--execution-segment", `${at(index)}:${at(index + 1)}`, "--execution-segment-sequence", sequence];
}

/** The base URL as k6 sees it: in a container, loopback is another address. */
export const baseUrlInside = (launch: Pick<Launch, "found" | "platform" | "variables">): string =>
  urlSeenFrom(launch, launch.variables.BASE_URL ?? "");

/** Files have the same paths inside as outside. Variables are named, and docker takes their values from its own environment. */
function inContainer(launch: Launch, image: string): CommandLine {
  const { found, folder, cwd, env, forwardedArgs, user } = launch;
  const variables = { ...launch.variables, BASE_URL: baseUrlInside(launch) };
  const k6Variables = Object.keys(env).filter((name) => name.startsWith("K6_"));
  return {
    command: found.command,
    env: { ...env, ...variables },
    args: [
      "run",
      "--rm",
      ...networkArguments(launch, [launch.variables.BASE_URL ?? ""]),
      ...(user === undefined ? [] : ["--user", user]),
      ...mountArguments(folder),
      // A file that k6 writes (`--out`) has then the same path as without a container.
      ...(forwardedArgs.length === 0 ? [] : [...mountArguments(cwd), "--workdir", cwd]),
      ...[...Object.keys(variables), ...k6Variables].flatMap((name) => ["-e", name]),
      image,
      ...argumentsOf(launch),
    ],
  };
}
