/** Runs a program to its end and collects its output. */
import { spawn } from "node:child_process";
import type { Environment } from "./tool.ts";

interface ProgramOutput {
  /** The exit code; undefined if the program could not be started, or was killed. */
  readonly code: number | undefined;
  /** The first 10,000 characters; the same for `stderr`. */
  readonly stdout: string;
  readonly stderr: string;
  /** The last line that the program printed, or why it could not be started. */
  readonly lastLine: string;
}

interface RunControls {
  /** The time in milliseconds after which the program is killed. The default is enough to print a version on a busy machine. */
  readonly timeoutMs?: number;
  /** Kills the program when it aborts. */
  readonly signal?: AbortSignal | undefined;
  readonly onOutput?: (text: string) => void;
}

/** The output of the program. Never rejects. */
export function runProgram(
  command: string,
  args: readonly string[],
  env: Environment,
  { timeoutMs = 20_000, signal, onOutput }: RunControls = {},
): Promise<ProgramOutput> {
  const child = spawn(command, args, { env: { ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "", lastLine: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] = (output[name] + text).slice(0, 10_000);
      output.lastLine = text.trim().split("\n").at(-1) || output.lastLine;
      onOutput?.(text);
    });
  }
  return new Promise((resolve) => {
    const end = (code: number | null, lastLine = output.lastLine) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", kill);
      resolve({ ...output, code: code ?? undefined, lastLine });
    };
    const kill = () => {
      child.kill("SIGKILL");
      // The program's child processes may keep its output open.
      child.stdout.destroy();
      child.stderr.destroy();
      end(null);
    };
    const timer = Number.isFinite(timeoutMs) ? setTimeout(kill, timeoutMs) : undefined;
    signal?.addEventListener("abort", kill, { once: true });
    if (signal?.aborted) kill();
    child.once("error", ({ message }) => end(null, message));
    child.once("close", (code) => end(code));
  });
}
