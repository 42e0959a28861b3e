/** The three places where tools are looked for: PATH, a docker image, and the cache. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { runProgram } from "./run-program.ts";
import type { Environment, Place } from "./tool.ts";

/** A program that prints its version. */
export interface Program {
  readonly name: string;
  /** The arguments with which the program prints its version. */
  readonly versionArguments: readonly string[];
  /** The version in the output; undefined if the output is that of another program with the same name. */
  parseVersion(output: string): string | undefined;
  /** Why a version cannot be used, such as `is older than 1.0`; undefined if it can. */
  whyUnfit(version: string): string | undefined;
}

/** The folder into which `fpk doctor --install` puts a tool. */
export const cacheFolder = (name: string, env: Environment): string => join(suiteCache(env), "tools", name);

/** The folder of this suite in the user's cache. */
export function suiteCache(env: Environment): string {
  const isAbsolute = env.XDG_CACHE_HOME?.startsWith("/") === true;
  const cache = isAbsolute ? (env.XDG_CACHE_HOME ?? "") : join(env.HOME || homedir(), ".cache");
  return join(cache, "fpk");
}

/** Looks in PATH for the first program whose version can be used. */
export const onPath = (program: Program): Place => ({
  name: "PATH",
  look: (env) => firstOf("PATH", foldersOf(env), program, env),
});

/** Looks for the program that `fpk doctor --install` has installed. */
export const inCache = (program: Program): Place => ({
  name: "cache",
  look: (env) => firstOf("cache", [join(cacheFolder(program.name, env), "bin")], program, env),
});

/** Looks for a running docker engine. The engine fetches the image when the image is first run. */
export const inDocker = (image: string, version: string): Place => ({
  name: "docker",
  async look(env) {
    const place = "docker";
    const command = await firstFile(foldersOf(env), "docker");
    if (command === undefined) return { place, missing: "no docker in PATH" };
    const { code, stdout, lastLine } = await runProgram(command, ["version", "--format", "{{.Server.Version}}"], env, {
      timeoutMs: 10_000,
    });
    if (code === 0 && stdout.trim() !== "") return { place, kind: "docker", command, image, version };
    return { place, missing: `no docker engine answers${lastLine === "" ? "" : `: ${lastLine.replace(/\.$/, "")}`}` };
  },
});

async function firstOf(place: string, folders: readonly string[], program: Program, env: Environment) {
  const unfit: string[] = [];
  for (const folder of folders) {
    const command = await firstFile([folder], program.name);
    if (command === undefined) continue;
    const { version, why } = await fitnessOf(command, program, env);
    if (version !== undefined && why === undefined) return { place, kind: "command", command, version } as const;
    unfit.push(`${program.name}${version === undefined ? "" : ` ${version}`} at ${command} ${why}`);
  }
  const where = place === "PATH" ? "there" : `in ${folders.join(", ")}`;
  return { place, missing: unfit.length > 0 ? unfit.join(", ") : `no ${program.name} ${where}` };
}

/** The version of a program; `why` says why it cannot be used, and is undefined if it can be used. */
async function fitnessOf(command: string, program: Program, env: Environment) {
  const { stdout, stderr } = await runProgram(command, program.versionArguments, env);
  const version = program.parseVersion(stdout || stderr);
  return { version, why: version === undefined ? "prints no version" : program.whyUnfit(version) };
}

const foldersOf = (env: Environment) => (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");

/** The path of the first executable file of this name in the folders. */
async function firstFile(folders: readonly string[], name: string): Promise<string | undefined> {
  for (const folder of folders) {
    const command = join(folder, name);
    try {
      await access(command, constants.X_OK);
      if ((await stat(command)).isFile()) return command;
    } catch {
      // There is none in this folder.
    }
  }
  return undefined;
}

/** The path of the first executable of this name in PATH; undefined if there is none. */
export const commandOnPath = (name: string, env: Environment) => firstFile(foldersOf(env), name);
