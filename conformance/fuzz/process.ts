/** Runs Schemathesis as a process, which is ended with SIGINT if the run is cut. */
import { type StdioOptions, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { CommandLine } from "../tools/container.ts";

export interface Ended {
  /** The exit code of the process; undefined if a signal ended it. */
  readonly code: number | undefined;
  /** Why the process could not be started. */
  readonly failure?: string;
}

interface ProcessOptions {
  /** The file that its output is written to. */
  readonly outputFile: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** The time in milliseconds between SIGINT and SIGKILL. */
const maxEndingMs = 10_000;

/**
 * Resolves when the process has ended. It gets SIGINT when `signal` aborts. A Ctrl-C in the terminal does not reach it,
 * because it is detached.
 */
export async function runProcess(line: CommandLine, { outputFile, cwd, signal }: ProcessOptions): Promise<Ended> {
  const output = openSync(outputFile, "w");
  const stdio: StdioOptions = ["ignore", output, output];
  const child = spawn(line.command, line.args, { cwd, env: { ...line.env }, stdio, detached: true });
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill("SIGINT");
    timer = setTimeout(() => child.kill("SIGKILL"), maxEndingMs);
  };
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  try {
    return await new Promise<Ended>((resolve) => {
      child.once("error", ({ message }) => resolve({ code: undefined, failure: message }));
      child.once("close", (code) => resolve({ code: code ?? undefined }));
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    process.removeListener("exit", kill);
    closeSync(output);
  }
}
