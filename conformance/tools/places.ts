/** The three kinds of places: PATH, an image of a docker engine that answers, and the cache. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { ask } from "./ask.ts";
import type { Environment, Place } from "./tool.ts";

/** A program as it is asked for its version. */
export interface Versioned {
  readonly name: string;
  /** The arguments that make it tell its version. */
  readonly asks: readonly string[];
  /** The version in what it says; undefined: it is another program of that name. */
  read(said: string): string | undefined;
  /** Why a version will not do, such as `is older than 1.0`; undefined: it will. */
  fault(version: string): string | undefined;
}

/** Where `fpk doctor --install` puts a tool. */
export function cacheFolder(name: string, env: Environment): string {
  const isAbsolute = env.XDG_CACHE_HOME?.startsWith("/") === true;
  const cache = isAbsolute ? (env.XDG_CACHE_HOME ?? "") : join(env.HOME || homedir(), ".cache");
  return join(cache, "fpk", "tools", name);
}

/** The first of PATH that is of a version that will do. */
export const onPath = (program: Versioned): Place => ({
  name: "PATH",
  look: (env) => firstOf("PATH", foldersOf(env), program, env),
});

/** What `fpk doctor --install` has put there, in the folder `bin` of the tool's own. */
export const inCache = (program: Versioned, bin = "bin"): Place => ({
  name: "cache",
  look: (env) => firstOf("cache", [join(cacheFolder(program.name, env), bin)], program, env),
});

/** An image of this version, where an engine answers; the engine fetches it when it is first run. */
export const inDocker = (image: string, version: string): Place => ({
  name: "docker",
  async look(env) {
    const place = "docker";
    const command = await firstFile(foldersOf(env), "docker");
    if (command === undefined) return { place, missing: "no docker in PATH" };
    const { code, stdout, stderr } = await ask(command, ["version", "--format", "{{.Server.Version}}"], env, 10_000);
    if (code === 0 && stdout.trim() !== "") return { place, kind: "docker", command, image, version };
    const why = stderr.trim().split("\n").at(-1) ?? "";
    return { place, missing: `no engine answers${why === "" ? "" : `: ${why.replace(/\.?$/, "")}`}` };
  },
});

async function firstOf(place: string, folders: readonly string[], program: Versioned, env: Environment) {
  const faults: string[] = [];
  for (const folder of folders) {
    const command = await firstFile([folder], program.name);
    if (command === undefined) continue;
    const { stdout, stderr } = await ask(command, program.asks, env);
    const version = program.read(stdout || stderr);
    const fault = version === undefined ? "tells no version" : program.fault(version);
    if (version !== undefined && fault === undefined) return { place, kind: "command", command, version } as const;
    faults.push(`${[program.name, version].filter((word) => word !== undefined).join(" ")} at ${command} ${fault}`);
  }
  const where = place === "PATH" ? "there" : `in ${folders.join(", ")}`;
  return { place, missing: faults.length > 0 ? faults.join(", ") : `no ${program.name} ${where}` };
}

const foldersOf = (env: Environment) => (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");

/** The first of the folders with an executable file of this name, as a whole path. */
export async function firstFile(folders: readonly string[], name: string): Promise<string | undefined> {
  for (const folder of folders) {
    const command = join(folder, name);
    try {
      await access(command, constants.X_OK);
      if ((await stat(command)).isFile()) return command;
    } catch {
      // The next one.
    }
  }
  return undefined;
}

/** An executable of PATH, as a whole path. */
export const commandOnPath = (name: string, env: Environment) => firstFile(foldersOf(env), name);
