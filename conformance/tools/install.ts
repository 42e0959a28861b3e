/** What installations of outside tools have in common: a folder in the cache, and programs that fill it. */
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { type Environment, ToolError } from "./tool.ts";

/** Makes the folder. Throws `ToolError`, which names the tool: `k6 cannot be put into …`. */
export async function makeFolder(tool: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new ToolError(`${tool} cannot be put into ${folder}: ${error.message}`);
  });
}

export interface Installer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  /** As a message calls the command line; itself, unless given. */
  readonly called?: string;
}

/** Runs an installer to its end; `told` is given what it says. Throws `ToolError` with the last of that where it fails. */
export async function runInstaller(
  { command, args, env, called = [command, ...args].join(" ") }: Installer,
  told: (text: string) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const child = spawn(command, args, {
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal === undefined ? {} : { signal }),
  });
  let last = "";
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding("utf8").on("data", (text: string) => {
      last = text.trim().split("\n").at(-1) || last;
      told(text);
    });
  }
  const code = await new Promise<number | string>((resolve) => {
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (ended) => resolve(ended ?? "a signal"));
  });
  if (code !== 0) throw new ToolError(`${called} ended with ${code}${last === "" ? "" : `: ${last}`}`);
}
