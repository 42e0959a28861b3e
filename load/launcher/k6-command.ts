/** The command line of one k6 process, here or in a container. No credential stands on it. */
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
  /** The script, as a whole path. In a container it must lie in the folder. */
  readonly script: string;
  /** Where this process writes; see `filesIn`. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
  /** What the user passes on to k6. */
  readonly passedOn: readonly string[];
  /** Which of how many processes that share the work this is, from 0. */
  readonly share: { readonly index: number; readonly of: number };
  readonly env: Environment;
  readonly cwd: string;
  /** `1000:1000`: what a container writes is the user's. */
  readonly user?: string;
}

/** What a k6 process leaves behind. */
export const filesIn = (folder: string) => ({
  console: join(folder, "console.txt"),
  summary: join(folder, "summary.json"),
  points: join(folder, "points.json"),
});

export function commandLineOf(launch: Launch): CommandLine {
  const { found, env, variables } = launch;
  if (found.kind === "docker") return inContainer(launch, found.image);
  return { command: found.command, args: argumentsOf(launch), env: { ...env, ...variables } };
}

function argumentsOf({ folder, share, passedOn, script }: Launch): readonly string[] {
  const files = filesIn(folder);
  return [
    "run",
    "--no-usage-report",
    // No port of its own: several run beside each other.
    "--address",
    "",
    "--console-output",
    files.console,
    "--log-format",
    "raw",
    "--summary-export",
    files.summary,
    ...(share.of === 1 ? [] : ["--out", `json=${files.points}`, ...segment(share)]),
    ...passedOn,
    script,
  ];
}

/** The same fractions that the k6 operator gives its pods. */
function segment({ index, of }: Launch["share"]): readonly string[] {
  const at = (part: number) => (part === 0 ? "0" : part === of ? "1" : `${part}/${of}`);
  const sequence = Array.from({ length: of + 1 }, (_, part) => at(part)).join(",");
  return ["--execution-segment", `${at(index)}:${at(index + 1)}`, "--execution-segment-sequence", sequence];
}

/** The base URL as the process sees it. */
export const baseUrlInside = (launch: Pick<Launch, "found" | "platform" | "variables">): string =>
  urlSeenFrom(launch, launch.variables.BASE_URL ?? "");

/** Files have the same paths inside as outside. Variables are named, and docker takes their values from its own environment. */
function inContainer(launch: Launch, image: string): CommandLine {
  const { found, folder, cwd, env, passedOn, user } = launch;
  const variables = { ...launch.variables, BASE_URL: baseUrlInside(launch) };
  const own = Object.keys(env).filter((name) => name.startsWith("K6_"));
  return {
    command: found.command,
    env: { ...env, ...variables },
    args: [
      "run",
      "--rm",
      ...networkArguments(launch, [launch.variables.BASE_URL ?? ""]),
      ...(user === undefined ? [] : ["--user", user]),
      ...mountArguments(folder),
      // What k6 is told to write (`--out`) is to be found where it would be without a container.
      ...(passedOn.length === 0 ? [] : [...mountArguments(cwd), "--workdir", cwd]),
      ...[...Object.keys(variables), ...own].flatMap((name) => ["-e", name]),
      image,
      ...argumentsOf(launch),
    ],
  };
}
