/** Runs Schemathesis; when the run is cut, ends it as Ctrl-C would. */
import { type StdioOptions, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { CommandLine } from "../tools/container.ts";

export interface Ended {
  /** The exit code; undefined if a signal ended it. */
  readonly code: number | undefined;
  /** Why it could not be started. */
  readonly failure?: string;
}

interface ProcessOptions {
  /** Gets what it prints. */
  readonly outputFile: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** How long it may take to end, in milliseconds, before it is killed. */
const maxEndingMs = 10_000;

/** Resolves when it has ended. It gets one SIGINT when the signal aborts; a Ctrl-C in the terminal does not reach it. */
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
