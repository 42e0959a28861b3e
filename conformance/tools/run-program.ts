/** Runs a short program and collects its output. */
import { spawn } from "node:child_process";
import type { Environment } from "./tool.ts";

export interface ProgramOutput {
  /** The exit code; undefined where the program could not be started, or did not end in time. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Longer than printing a version takes on a busy machine. */
const defaultTimeoutMs = 20_000;

/** Never rejects; kills what has not ended in time. */
export function runProgram(
  command: string,
  args: readonly string[],
  env: Environment,
  timeoutMs: number = defaultTimeoutMs,
): Promise<ProgramOutput> {
  const child = spawn(command, args, { env: { ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] = (output[name] + text).slice(0, 10_000);
    });
  }
  return new Promise((resolve) => {
    const end = (code: number | null) => {
      clearTimeout(timer);
      resolve({ code: code ?? undefined, ...output });
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      // Processes that it has started may hold its output open for longer.
      child.stdout.destroy();
      child.stderr.destroy();
      end(null);
    }, timeoutMs);
    child.once("error", () => end(null));
    child.once("close", end);
  });
}
