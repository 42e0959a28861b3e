/** Runs one k6 process to its end. */
import { spawn } from "node:child_process";
import type { CommandLine } from "../../conformance/tools/container.ts";

export interface K6Exit {
  /** The exit code; undefined if k6 was killed or could not be started. */
  readonly code: number | undefined;
  /** The last `maxOutput` characters that k6 printed. */
  readonly output: string;
}

/** On the first SIGINT k6 ends its iterations and writes its summary. After these times it gets a second SIGINT, and SIGKILL. */
const interruptAgainMs = 20_000;
const killMs = 30_000;

const maxOutput = 200_000;

/**
 * Never rejects. `onLine` receives each line that k6 prints. When `signal` aborts, k6 gets SIGINT. It runs in a process group of its
 * own: otherwise Ctrl-C would send it a second SIGINT, which ends it immediately.
 */
export function runK6(line: CommandLine, onLine: (line: string) => void, signal: AbortSignal): Promise<K6Exit> {
  const child = spawn(line.command, line.args, {
    env: { ...line.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  const partial = ["", ""];
  for (const [index, stream] of [child.stdout, child.stderr].entries()) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-maxOutput);
      const lines = `${partial[index]}${text}`.split("\n");
      partial[index] = lines.pop() ?? "";
      for (const whole of lines) onLine(whole);
    });
  }
  const timers: NodeJS.Timeout[] = [];
  const interrupt = () => {
    child.kill("SIGINT");
    timers.push(setTimeout(() => child.kill("SIGINT"), interruptAgainMs));
    timers.push(setTimeout(() => child.kill("SIGKILL"), killMs));
  };
  signal.addEventListener("abort", interrupt, { once: true });
  if (signal.aborted) interrupt();
  return new Promise((resolve) => {
    const end = (code: number | null, why = "") => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener("abort", interrupt);
      for (const rest of partial) if (rest !== "") onLine(rest);
      resolve({ code: code ?? undefined, output: output + why });
    };
    child.once("error", ({ message }) => end(null, message));
    child.once("close", (code) => end(code));
  });
}
