/** Runs a program for what it says of itself. */
import { spawn } from "node:child_process";
import type { Environment } from "./tool.ts";

export interface Answer {
  /** Undefined where it could not be started, or did not answer in time. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Longer than any of them needs, on a machine that is busy. */
const mostMs = 20_000;

/** Never rejects; what has not answered in time is ended. */
export function ask(
  command: string,
  args: readonly string[],
  env: Environment,
  timeoutMs: number = mostMs,
): Promise<Answer> {
  const child = spawn(command, args, { env: { ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] = (said[name] + text).slice(0, 10_000);
    });
  }
  return new Promise((resolve) => {
    const end = (code: number | null) => {
      clearTimeout(timer);
      resolve({ code: code ?? undefined, ...said });
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      // What it has started itself may hold its output open for longer.
      child.stdout.destroy();
      child.stderr.destroy();
      end(null);
    }, timeoutMs);
    child.once("error", () => end(null));
    child.once("close", end);
  });
}
