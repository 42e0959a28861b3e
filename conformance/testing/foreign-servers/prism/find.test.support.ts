/** Where Prism is installed: Stoplight's mock server, which answers any OpenAPI document with examples. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** What another version answers may differ, and with it what fails. `.ci/run` installs this one. */
export const prismVersion = "5.16.0";

type Environment = Readonly<Record<string, string | undefined>>;

/** The command of this version: from PATH, else from the cache directory that `.ci/run` fills; undefined if there is none. */
export function findPrism(env: Environment): string | undefined {
  const cache = env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const folders = [...(env.PATH ?? "").split(delimiter), join(cache, "fpk", "tools", "prism", "bin")];
  return folders
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, "prism"))
    .find((command) => existsSync(command) && versionOf(command) === prismVersion);
}

/** Other programs have this name, too: one that prints no version is not meant. */
function versionOf(command: string): string {
  const { stdout } = spawnSync(command, ["--version"], { encoding: "utf8", timeout: 30_000 });
  return (stdout ?? "").trim();
}
