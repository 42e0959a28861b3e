/** Runs the reference for a bench, in a process of its own, from the build. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The built command. */
export const cli = fileURLToPath(new URL("../cli.js", import.meta.url));

/** Calls `work` while `fpk serve` runs with these arguments; `folder` is deleted afterwards. */
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
