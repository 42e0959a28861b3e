/** Runs Schemathesis, and ends it in order: what it has found by then is written. */
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import type { CommandLine } from "../tools/container.ts";

export interface Ended {
  /** Undefined where a signal ended it. */
  readonly code: number | undefined;
  /** It could not be started, in words. */
  readonly failure?: string;
}

export interface ProcessOptions {
  /** Where what it says is kept. */
  readonly outputFile: string;
  readonly cwd: string;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** How long it may take to write what it has, in milliseconds, before it is ended at once. */
const graceMs = 10_000;

/** Resolves when it has ended. Aborting is one Ctrl-C to it; the terminal's own does not reach it. */
export async function runProcess(line: CommandLine, { outputFile, cwd, signal }: ProcessOptions): Promise<Ended> {
  const child = spawn(line.command, line.args, {
    cwd,
    env: { ...line.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const output = createWriteStream(outputFile);
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    child.kill("SIGINT");
    timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  };
  const atOnce = () => child.kill("SIGKILL");
  process.once("exit", atOnce);
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
    process.removeListener("exit", atOnce);
    await new Promise<void>((resolve) => output.end(resolve));
  }
}
