/** Installs an external tool: an installer in PATH, such as `go`, puts it into a folder of the cache. */
import { mkdir } from "node:fs/promises";
import type { CommandLine } from "./container.ts";
import { cacheFolder, commandOnPath } from "./places.ts";
import { runProgram } from "./run-program.ts";
import { type Environment, type Installation, ToolError } from "./tool.ts";

export interface Recipe {
  readonly name: string;
  /** The programs that can install the tool. The first of them that is in PATH is used. */
  readonly installers: readonly string[];
  /** Says what to do if none of them is in PATH. The text follows `there is no go in PATH: `. */
  readonly advice: string;
  /** Says which command is run, and where it puts the tool. */
  describe(folder: string): string;
  steps(installer: string, folder: string, env: Environment): readonly CommandLine[];
}

/** Throws `ToolError` if no installer is in PATH. */
export async function installationBy(recipe: Recipe, env: Environment): Promise<Installation> {
  const { name, installers, advice } = recipe;
  const folder = cacheFolder(name, env);
  const found = await Promise.all(installers.map((installer) => commandOnPath(installer, env)));
  const installer = found.find((command) => command !== undefined);
  if (installer === undefined) {
    throw new ToolError(`${name} cannot be installed: there is no ${installers[0]} in PATH: ${advice}`);
  }
  return {
    description: recipe.describe(folder),
    async install(onOutput, signal) {
      await mkdir(folder, { recursive: true }).catch((error: Error) => {
        throw new ToolError(`${name} cannot be put into ${folder}: ${error.message}`);
      });
      for (const step of recipe.steps(installer, folder, env)) await runStep(step, onOutput, signal);
    },
  };
}

/** Throws `ToolError`, with the last line of the output, if the step fails. */
async function runStep(step: CommandLine, onOutput: (text: string) => void, signal?: AbortSignal): Promise<void> {
  const { command, args, env } = step;
  const { code, lastLine } = await runProgram(command, args, env, { timeoutMs: Infinity, signal, onOutput });
  if (code === 0) return;
  const reason = lastLine === "" ? "" : `: ${lastLine}`;
  throw new ToolError(`${[command, ...args].join(" ")} ended with ${code ?? "no exit code"}${reason}`);
}
