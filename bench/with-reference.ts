/** Runs commands for the benches, and the built reference in a process of its own. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** The built `fpk`, to be run by Node. */
export const cli = fileURLToPath(new URL("../cli.js", import.meta.url));

/** Runs a command to its end, whatever its exit code. Resolves to its standard output. */
export async function outputOf(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, "cwd" | "env"> = {},
): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "ignore"] });
  const failed = new Promise<never>((_, reject) => child.once("error", reject));
  return Promise.race([text(child.stdout), failed]);
}

/** Calls `work` while `fpk serve` runs with these arguments. `folder` is deleted afterwards. */
export async function withReference<T>(
  args: readonly string[],
  work: (targetFile: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "fpk-bench-"));
  const file = join(folder, "target.json");
  const server = spawn(process.execPath, [cli, "serve", ...args, "--write-target", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    await untilPrinted(server, file);
    return await work(file, folder);
  } finally {
    server.kill("SIGTERM");
    rmSync(folder, { recursive: true });
  }
}

function untilPrinted(server: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.stderr?.setEncoding("utf8").on("data", (chunk: string) => chunk.includes(text) && resolve());
    server.on("close", () => reject(new Error("fpk serve ended")));
  });
}
